"""The same workloads on the project and on its peers, in alternation in one run."""
