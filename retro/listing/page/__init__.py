"""A study as one page of HTML: its templates, what fills them, and what it shows of games."""
