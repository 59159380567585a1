"""Draws pictures with OpenGL 3.3 in at most six calls a frame.

Each call releases the interpreter's lock, and a program that computes holds it for a while before it gives it back.
"""

from collections.abc import Sequence
from ctypes import addressof, byref, c_ubyte

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from retro.display.screen import Picture
from retro.frontends.window.viewport import Viewport

VERTEX = """#version 330 core
out vec2 position;
void main() {
    int number = gl_VertexID < 3 ? gl_VertexID : 6 - gl_VertexID;  // 0, 1, 2 and 3, 2, 1
    vec2 corner = vec2(number & 1, number >> 1);
    position = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
"""
FRAGMENT = """#version 330 core
in vec2 position;
out vec4 colour;
uniform sampler2D picture;
void main() {
    colour = texture(picture, position);
}
"""
# Software OpenGL (Mesa's llvmpipe) copies a picture three times as fast if there is no depth buffer, the triangles are
# separate, the shader is a plain copy, and the texture has this layout, which only the unsized GL_RGBA keeps.
DATA = gl.GL_BGRA, gl.GL_UNSIGNED_BYTE
CONFIG = {"double_buffer": True, "major_version": 3, "minor_version": 3}
PIXEL = b"\0\0\0\xff"  # blue, green, red, opaque


class Renderer:
    """Draws pictures in the current OpenGL context, which nothing else may use."""

    def __init__(self) -> None:
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._textures: list[Texture] = []
        array = gl.GLuint()
        gl.glGenVertexArrays(1, byref(array))
        gl.glBindVertexArray(array)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        self._program.use()

    def show(self, pictures: Sequence[Picture], viewports: Sequence[Viewport]) -> None:
        """Draw each picture in its viewport, on black."""
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        while len(self._textures) < len(pictures):
            self._textures.append(Texture())
        for picture, viewport, texture in zip(pictures, viewports, self._textures):
            gl.glViewport(*viewport)
            if len(pictures) > 1:
                texture.bind()
            texture.load(picture)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)


class Texture:
    """A picture in the memory of the graphics card. A new texture is bound."""

    def __init__(self) -> None:
        self._name = gl.GLuint()
        self._size = (0, 0)
        self._loaded: tuple[object, ...] = ()
        self._channels = bytearray()
        gl.glGenTextures(1, byref(self._name))
        self.bind()
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_NEAREST)
        for name in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_CLAMP_TO_EDGE)

    def bind(self) -> None:
        """Use this texture in the next draw calls."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)

    def load(self, picture: Picture) -> None:
        """Load a picture into the texture, which must be bound."""
        if (picture.pixels, picture.rgb) == self._loaded:
            return
        self._loaded = picture.pixels, picture.rgb
        width, height = size = picture.width, picture.height
        if size != self._size:
            self._size, self._channels = size, bytearray(PIXEL * width * height)
            gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, width, height, 0, *DATA, None)
        for channel, levels in zip((2, 1, 0), zip(*picture.rgb)):
            self._channels[channel :: len(PIXEL)] = picture.pixels.translate(bytes(levels).ljust(256, b"\0"))
        address = addressof(c_ubyte.from_buffer(self._channels))
        gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, width, height, *DATA, address)
