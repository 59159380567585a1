"""The front end that shows the machine in a window, by pyglet."""
