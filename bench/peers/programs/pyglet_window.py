"""The workload W5 in pyglet alone: a white window of the same size, and nothing else."""

import pyglet

window = pyglet.window.Window(1056, 696)
pyglet.gl.glClearColor(1, 1, 1, 1)
window.push_handlers(on_draw=window.clear)
pyglet.app.run()
