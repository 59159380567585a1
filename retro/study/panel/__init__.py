"""The study screen: the view-model rendered as rows of coloured text beside the machine's display."""
