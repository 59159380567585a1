"""The front ends: each shows one machine to someone. None imports another."""
