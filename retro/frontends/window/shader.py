"""Draws pictures with OpenGL 3.3 in at most six calls a frame.

Each call releases the interpreter's lock, and a program that computes holds it for a while before it gives it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import addressof, byref, c_ubyte

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from retro.display.changes import changed_box
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
# For pixels that are no whole number of screen pixels wide and high: each edge between two of them is blended within
# one screen pixel. With a tube also its lines, which are brighter in the middle, and light that spreads to the sides.
SMOOTH = """#version 330 core
in vec2 position;
out vec4 colour;
uniform sampler2D picture;
uniform float tube;
vec3 sharp(vec2 place, vec2 size) {
    vec2 edge = floor(place + 0.5);
    return texture(picture, (edge + clamp((place - edge) / fwidth(place), -0.5, 0.5)) / size).rgb;
}
void main() {
    vec2 size = vec2(textureSize(picture, 0));
    vec2 place = vec2(position.x, 1.0 - position.y) * size;  // a canvas is upside down
    vec3 light = sharp(place, size);
    if (tube > 0.0) {
        float step = size.x / 320.0;
        vec3 around = texture(picture, (place - vec2(step, 0.0)) / size).rgb
            + texture(picture, (place + vec2(step, 0.0)) / size).rgb
            + texture(picture, (place - vec2(0.0, 1.0)) / size).rgb
            + texture(picture, (place + vec2(0.0, 1.0)) / size).rgb;
        float middle = 1.0 - abs(2.0 * fract(place.y) - 1.0);
        float depth = 0.45 * tube * clamp(1.5 - 2.0 * fwidth(place.y), 0.0, 1.0);
        light = light * (1.0 - depth + 1.3 * depth * smoothstep(0.0, 0.9, middle)) + 0.07 * tube * around;
    }
    colour = vec4(light, 1.0);
}
"""
# Software OpenGL (Mesa's llvmpipe) copies a picture three times as fast if there is no depth buffer, the triangles are
# separate, the shader is a plain copy, and the texture has this layout, which only the unsized GL_RGBA keeps.
DATA = gl.GL_BGRA, gl.GL_UNSIGNED_BYTE
CONFIG = {"double_buffer": True, "major_version": 3, "minor_version": 3}
REACH = 4  # pixels: how far a changed pixel shines in the picture of a tube, at least
PIXEL = b"\0\0\0\xff"  # blue, green, red, opaque


class Renderer:
    """Draws pictures in the current OpenGL context, which nothing else may use."""

    def __init__(self) -> None:
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._smooth: ShaderProgram | None = None
        self._textures: list[PictureTexture] = []
        array = gl.GLuint()
        gl.glGenVertexArrays(1, byref(array))
        gl.glBindVertexArray(array)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        self._program.use()

    def show(self, pictures: Sequence[Picture], viewports: Sequence[Viewport], tube: Picture | None = None) -> None:
        """Draw each picture in its viewport, on black; tube: the one that is shown as on a picture tube."""
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        while len(self._textures) < len(pictures):
            self._textures.append(PictureTexture())
        for picture, viewport, texture in zip(pictures, viewports, self._textures):
            if len(pictures) > 1:
                texture.bind()
            texture.load(picture)
            if picture is tube or viewport[2] % picture.width or viewport[3] % picture.height:
                self._show_smooth(picture, viewport, texture, picture is tube)
            else:
                texture.sample(gl.GL_NEAREST)
                gl.glViewport(*viewport)
                gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)

    def _show_smooth(self, picture: Picture, viewport: Viewport, texture: PictureTexture, tube: bool) -> None:
        """Draw a picture whose pixels are no whole number of screen pixels wide and high, or as on a tube."""
        smooth = self._smooth = self._smooth or ShaderProgram(Shader(VERTEX, "vertex"), Shader(SMOOTH, "fragment"))
        canvas = texture.canvas = texture.canvas or Canvas()
        smooth.use()
        smooth["tube"] = float(tube)
        canvas.draw(picture, texture, viewport[2:], tube)
        self._program.use()
        canvas.bind()
        gl.glViewport(*viewport)
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)
        texture.bind()


class Texture:
    """A texture in the memory of the graphics card, which need not be there yet. A new one is bound."""

    def __init__(self) -> None:
        self._name, self._sampling = gl.GLuint(), 0
        self._size = (0, 0)
        gl.glGenTextures(1, byref(self._name))
        self.bind()
        self.sample(gl.GL_NEAREST)
        for name in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_CLAMP_TO_EDGE)

    def bind(self) -> None:
        """Use this texture in the next draw calls."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)

    def sample(self, sampling: int) -> None:
        """Take the nearest pixel (GL_NEAREST), or blend four (GL_LINEAR); the texture must be bound."""
        if sampling != self._sampling:
            self._sampling = sampling
            for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
                gl.glTexParameteri(gl.GL_TEXTURE_2D, name, sampling)

    def resize(self, width: int, height: int) -> bool:
        """Make room for a picture of this size; return whether there was none. The texture must be bound."""
        if (width, height) == self._size:
            return False
        self._size = width, height
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, width, height, 0, *DATA, None)
        return True


class Canvas(Texture):
    """A picture in the size in which it is shown. Only what has changed is drawn, as each pixel costs time.

    It is upside down, as the machine's pictures are in textures.
    """

    def __init__(self) -> None:
        super().__init__()
        self._frame = gl.GLuint()
        gl.glGenFramebuffers(1, byref(self._frame))
        self._look: tuple[object, ...] = ()
        self._pixels = b""

    def draw(self, picture: Picture, source: Texture, size: Sequence[int], tube: bool) -> None:
        """Draw with the shader in use what has changed. source: holds the picture."""
        width, height = size
        self.bind()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        if self.resize(width, height):
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self._name, 0)
        source.bind()
        source.sample(gl.GL_LINEAR)
        look = width, height, picture.width, picture.height, picture.rgb, tube
        box = 0, 0, picture.width, picture.height
        if look == self._look:
            box = changed_box(self._pixels, picture.pixels, picture.width)
        self._look, self._pixels = look, picture.pixels
        if any(box):
            left, right = (column * width // picture.width for column in (box[0] - REACH, box[2] + REACH))
            bottom, top = (row * height // picture.height for row in (box[1] - REACH, box[3] + REACH))
            gl.glViewport(0, 0, width, height)
            gl.glEnable(gl.GL_SCISSOR_TEST)
            gl.glScissor(max(0, left), max(0, bottom), right - max(0, left), top - max(0, bottom))
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)
            gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


class PictureTexture(Texture):
    """A picture of the machine.

    Attributes:
        canvas: where it is drawn if its pixels are no whole number of screen pixels wide and high.
    """

    canvas: Canvas | None = None

    def __init__(self) -> None:
        super().__init__()
        self._loaded: tuple[object, ...] = ()
        self._channels = bytearray()

    def load(self, picture: Picture) -> None:
        """Load a picture into the texture, which must be bound."""
        if (picture.pixels, picture.rgb) == self._loaded:
            return
        self._loaded = picture.pixels, picture.rgb
        width, height = picture.width, picture.height
        if self.resize(width, height):
            self._channels = bytearray(PIXEL * width * height)
        for channel, levels in zip((2, 1, 0), zip(*picture.rgb)):
            self._channels[channel :: len(PIXEL)] = picture.pixels.translate(bytes(levels).ljust(256, b"\0"))
        address = addressof(c_ubyte.from_buffer(self._channels))
        gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, 0, width, height, *DATA, address)
