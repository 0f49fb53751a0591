#!/bin/sh
# Stands for a model: prints the texts that it gave before, a line for each line of test/reference.txt.
cat "recorded/${RECORDED:-good}.txt"
