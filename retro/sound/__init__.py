"""SOUND and ENVELOPE as a schedule of notes, and notes as samples."""
