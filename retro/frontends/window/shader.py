"""The picture tube: draws pictures with OpenGL 3.3, one in six calls a frame at most.

Each call gives up the interpreter's lock, and a program that computes takes its time to give it back.
"""

from __future__ import annotations

from ctypes import byref, c_float

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from retro.frontends.window.place import Place
    from retro.screen import Picture

VERTEX = """#version 330 core
out vec2 at;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    at = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
"""
FRAGMENT = """#version 330 core
in vec2 at;
out vec4 light;
uniform sampler2D picture;
uniform vec3 lights[16];
void main() {
    light = vec4(lights[int(texture(picture, at).r * 255.0 + 0.5)], 1.0);
}
"""
COLOURS = 16


class Tube:
    """Shows pictures in the current OpenGL context, which nothing else may use.

    A texture holds logical colours, one byte a pixel; the shader turns them into light.
    """

    def __init__(self) -> None:
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._lights_at = gl.glGetUniformLocation(self._program.id, b"lights")
        self._lights: tuple[tuple[int, int, int], ...] = ()
        self._textures: list[Texture] = []
        array = gl.GLuint()
        gl.glGenVertexArrays(1, byref(array))
        gl.glBindVertexArray(array)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        self._program.use()

    def show(self, pictures: Sequence[Picture], places: Sequence[Place]) -> None:
        """Draw pictures at their places, black around them."""
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        while len(self._textures) < len(pictures):
            self._textures.append(Texture())
        for picture, place, texture in zip(pictures, places, self._textures):
            gl.glViewport(*place)
            if len(pictures) > 1:
                texture.bind()
            texture.load(picture)
            if picture.lights != self._lights:
                self._colour(picture.lights)
            gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)

    def _colour(self, lights: tuple[tuple[int, int, int], ...]) -> None:
        self._lights = lights
        parts = [part / 255 for light in lights for part in light]
        gl.glUniform3fv(self._lights_at, len(lights), (c_float * (3 * COLOURS))(*parts))


class Texture:
    """A picture in the memory of the graphics card; it is bound when it is made."""

    def __init__(self) -> None:
        self._name = gl.GLuint()
        self._size = (0, 0)
        self._pixels = b""
        gl.glGenTextures(1, byref(self._name))
        self.bind()
        for name, value in (
            (gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST),
            (gl.GL_TEXTURE_MAG_FILTER, gl.GL_NEAREST),
            (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
            (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
        ):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, value)

    def bind(self) -> None:
        """Have this one drawn."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)

    def load(self, picture: Picture) -> None:
        """Hold this picture, in the texture that is bound."""
        if picture.pixels == self._pixels:
            return
        self._pixels = picture.pixels
        width, height = size = picture.width, picture.height
        form = gl.GL_RED, gl.GL_UNSIGNED_BYTE, picture.pixels
        if size == self._size:
            gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, width, height, *form)
        else:
            gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_R8, width, height, 0, *form)
        self._size = size
