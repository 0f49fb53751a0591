"""The exact Word Rotator's Distance of padded states, with gradients."""

import numpy as np
import ot
import torch


def lean(states, lengths, weight):
    """Returns the masses and the directions of texts, which mix in their neighbours by a weight, as wrd's
    --context-weight has it: u_i <- unit(u_i + weight (m_{i-1} u_{i-1} + m_{i+1} u_{i+1})), m the norm over the mean norm of
    the text. states is texts × length × dim, 0 behind the end of a text."""
    lengths = lengths.to(states.dtype)[:, None]
    mask = torch.arange(states.shape[1])[None] < lengths
    norms = torch.linalg.vector_norm(states, dim=-1).clamp_min(1e-6) * mask
    masses = norms / norms.sum(1, keepdim=True)
    directions = torch.nn.functional.normalize(states, dim=-1, eps=1e-6)
    pulls = weight * (masses * lengths)[..., None] * directions
    directions = directions + torch.nn.functional.pad(pulls[:, :-1], (0, 0, 1, 0)) + torch.nn.functional.pad(
        pulls[:, 1:], (0, 0, 0, 1))
    return masses, torch.nn.functional.normalize(directions * mask[..., None], dim=-1, eps=1e-6)


def distances(candidates, references):
    """Returns the distance of each candidate to its reference, each a tuple of masses, directions and lengths.

    The optimum of min_T sum(T C) with the margins a and b has the gradient T with respect to the costs, where the optimal
    plan is the only one, and the dual potentials with respect to the masses: a plan is solved exactly, in float64, and
    held fixed."""
    (a, u, n), (b, v, m) = candidates, references
    costs = 1 - u @ v.transpose(1, 2)
    plans, left, right = torch.zeros_like(costs), torch.zeros_like(a), torch.zeros_like(b)
    for k in range(len(costs)):
        i, j = int(n[k]), int(m[k])
        x, y = (side.detach().double().numpy() for side in (a[k, :i], b[k, :j]))
        plan, log = ot.emd(x / x.sum(), y / y.sum(), np.ascontiguousarray(costs[k, :i, :j].detach().double().numpy()),
                           numItermax=1_000_000, log=True)
        plans[k, :i, :j], left[k, :i], right[k, :j] = map(torch.from_numpy, (plan, log["u"], log["v"]))
    return ((plans * costs).sum((1, 2)) + (left * (a - a.detach())).sum(1) + (right * (b - b.detach())).sum(1))
