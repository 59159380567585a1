"""The front end with a window, by pyglet."""
