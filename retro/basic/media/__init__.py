"""Disc and tape images of Acorn machines: DFS and ADFS discs, UEF tapes."""
