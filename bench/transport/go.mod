// A program for bench/transport.py, a module of its own so that wrd's has no place for it.
module github.com/wordrotator/wrd/bench/transport

go 1.26.0

require github.com/wordrotator/wrd v0.0.0

require golang.org/x/sys v0.49.0 // indirect

replace github.com/wordrotator/wrd => ../..
