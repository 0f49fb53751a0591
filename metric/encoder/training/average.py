#!/usr/bin/env python3
"""Writes the mean of the weights of several tuned encoders, which often agrees better with people than each of them.

    python3 metric/encoder/training/average.py OUT FOLDER FOLDER...
"""

import sys

import model as models

if len(sys.argv) < 4:
    sys.exit(__doc__)
out, *folders = sys.argv[1:]
loaded = [models.load(folder) for folder in folders]
weights = [of.state_dict() for of in loaded]
mean = {name: sum(of[name] for of in weights) / len(weights) if of.is_floating_point() else of
        for name, of in weights[0].items()}
loaded[0].load_state_dict(mean)
models.save(loaded[0], out)
