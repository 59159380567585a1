"""Games recorded at the seam, replayed, rewound and kept, without a line for it in the machine or a program."""
