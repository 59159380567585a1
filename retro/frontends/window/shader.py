"""Draws pictures with OpenGL 3.3 in few calls a frame.

Each call releases the interpreter's lock, and a program that computes holds it for a while before it gives it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import addressof, byref, c_ubyte

from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from retro.display.changes import NOTHING, Box, changed_box
from retro.display.picture import Picture
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
# separate, the shader is a plain copy, and the texture has this layout, which only the unsized GL_RGBA keeps. It takes
# the pixels of a texture one by one unless they are as wide as those of the screen.
PIXEL_FORMAT = gl.GL_BGRA, gl.GL_UNSIGNED_BYTE
CONFIG = {"double_buffer": True, "major_version": 3, "minor_version": 3}
GLOW_REACH = 4  # pixels: how far a changed pixel shines in the picture of a tube, at least
PART_RATIO = 4  # only the changed part is drawn if the window is at least this many times as high
BLACK_PIXEL = b"\0\0\0\xff"  # blue, green, red, opaque


class Renderer:
    """Draws pictures in the current OpenGL context, to which it needs exclusive access."""

    def __init__(self) -> None:
        self._program = ShaderProgram(Shader(VERTEX, "vertex"), Shader(FRAGMENT, "fragment"))
        self._smooth: ShaderProgram | None = None
        self._textures: list[PictureTexture] = []
        self._look: object = None  # where and how the pictures were drawn
        self._software = "llvmpipe" in gl.gl_info.get_renderer()
        array = gl.GLuint()
        gl.glGenVertexArrays(1, byref(array))
        gl.glBindVertexArray(array)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        self._program.use()

    def forget(self) -> None:
        """Redraw the whole window at the next `show`."""
        self._look = None

    def show(
        self, pictures: Sequence[Picture], viewports: Sequence[Viewport], tube: Picture | None = None
    ) -> Box | None:
        """Draw each picture in its viewport, on black; tube: the picture to show as on a picture tube.

        Return the part of the window that was drawn, as nothing else has changed since the last time: its left, bottom,
        right and top; NOTHING if nothing has changed. None: all was drawn.
        """
        while len(self._textures) < len(pictures):
            self._textures.append(PictureTexture())
        look = [(viewport, picture is tube) for picture, viewport in zip(pictures, viewports)]
        changed = union(
            self._load(texture, picture, *how) for texture, picture, how in zip(self._textures, pictures, look)
        )
        small = self._software or PART_RATIO * (changed[3] - changed[1]) <= viewports[0][3]
        alone = small and look == self._look
        self._look = look
        if changed != NOTHING or not alone:
            with only(changed if alone else None):
                if not alone or len(viewports) > 1:
                    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
                for texture, viewport in zip(self._textures, viewports):
                    texture.shown.bind()
                    draw(viewport)
        return changed if alone else None

    def _load(self, texture: PictureTexture, picture: Picture, viewport: Viewport, tube: bool) -> Box:
        """Load a picture into its texture, scaled to its viewport; return the part of the window that changes."""
        left, bottom, width, height = viewport
        blended = tube or width % picture.width or height % picture.height
        changed = texture.load(picture, width // picture.width if self._software and not blended else 1)
        if blended:
            smooth = self._smooth = self._smooth or ShaderProgram(Shader(VERTEX, "vertex"), Shader(SMOOTH, "fragment"))
            smooth.use()
            smooth["tube"] = float(tube)
            changed = texture.show_canvas(changed, width, height, tube)
            self._program.use()
        else:
            texture.shown = texture
            texture.sample(gl.GL_NEAREST)
            changed = scaled(changed, texture.size, (width, height))
        first, upper, last, lower = changed
        return (left + first, bottom + height - lower, left + last, bottom + height - upper) if lower else NOTHING


def union(boxes: Iterable[Box]) -> Box:
    """Return the box around all these boxes of pixels, without the empty ones."""
    edges = list(zip(*(box for box in boxes if box != NOTHING)))
    return (min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])) if edges else NOTHING


@contextmanager
def only(part: Box | None) -> Iterator[None]:
    """Restrict drawing to a part of the window or canvas (scissor test); None: no restriction."""
    if part:
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(part[0], part[1], part[2] - part[0], part[3] - part[1])
    yield
    gl.glDisable(gl.GL_SCISSOR_TEST)


def draw(viewport: Viewport) -> None:
    """Draw the texture that is bound in a part of the window, by the graphics card."""
    gl.glViewport(*viewport)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6)


class Texture:
    """A texture in the graphics card's memory, allocated by `resize`. A new one is bound. size: width and height.

    size: its width and height in pixels.
    """

    def __init__(self) -> None:
        self._name, self._sampling = gl.GLuint(), 0
        self.size = (0, 0)
        gl.glGenTextures(1, byref(self._name))
        self.bind()
        self.sample(gl.GL_NEAREST)
        for name in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_CLAMP_TO_EDGE)

    def bind(self) -> None:
        """Bind this texture of the graphics card for the next draw calls."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)

    def sample(self, sampling: int) -> None:
        """Set the filter: the nearest pixel (GL_NEAREST) or a blend of four (GL_LINEAR). The texture must be bound."""
        if sampling != self._sampling:
            self._sampling = sampling
            for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
                gl.glTexParameteri(gl.GL_TEXTURE_2D, name, sampling)

    def resize(self, width: int, height: int) -> bool:
        """Allocate a picture of this size; return False if it had this size already. The texture must be bound."""
        if (width, height) == self.size:
            return False
        self.size = width, height
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, width, height, 0, *PIXEL_FORMAT, None)
        return True


class Canvas(Texture):
    """A texture to draw into, in the size shown. It is upside down, as the machine's pictures in textures are."""

    def __init__(self) -> None:
        super().__init__()
        self._frame = gl.GLuint()
        gl.glGenFramebuffers(1, byref(self._frame))

    def fit(self, width: int, height: int) -> bool:
        """Set the size of the canvas that the picture is drawn in; return whether it has changed."""
        self.bind()
        if not self.resize(width, height):
            return False
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self._name, 0)
        return True

    def draw(self, part: Box) -> None:
        """Draw the texture that is bound in a part of the canvas, by the graphics card."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        with only(part):
            draw((0, 0, *self.size))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


class PictureTexture(Texture):
    """A texture with a picture of the machine.

    Attributes:
        shown: the texture to show: this one, or its canvas if a pixel is not a whole number of screen pixels in size.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown: Texture = self
        self._canvas: Canvas | None = None
        self._tube = False  # of the canvas
        self._pixels, self._repeat = b"", 1
        self._rgb: tuple[tuple[int, int, int], ...] = ()
        self._channels = bytearray()

    def load(self, picture: Picture, repeat: int) -> Box:
        """Load a picture, each pixel `repeat` times, and bind the texture; return the part that has changed."""
        self.bind()
        width, height, before = picture.width, picture.height, self._pixels
        changed = 0, 0, width, height
        if self.resize(width * repeat, height) or repeat != self._repeat:
            self._channels = bytearray(BLACK_PIXEL * repeat * width * height)
        elif picture.rgb == self._rgb:
            changed = changed_box(before, picture.pixels, width)
        self._pixels, self._rgb, self._repeat = picture.pixels, picture.rgb, repeat
        if changed != NOTHING:
            self._send(changed[1], changed[3])
        return scaled(changed, (width, height), self.size)

    def _send(self, top: int, bottom: int) -> None:
        """Upload rows of the picture to the graphics card."""
        size, step = len(BLACK_PIXEL), len(BLACK_PIXEL) * self._repeat
        start, end = (row * self.size[0] // self._repeat for row in (top, bottom))
        for channel, levels in zip((2, 1, 0), zip(*self._rgb)):
            colours = self._pixels[start:end].translate(bytes(levels).ljust(256, b"\0"))
            for first in range(channel, step, size):
                self._channels[step * start + first : step * end : step] = colours
        address = addressof(c_ubyte.from_buffer(self._channels, step * start))
        gl.glTexSubImage2D(gl.GL_TEXTURE_2D, 0, 0, top, self.size[0], bottom - top, *PIXEL_FORMAT, address)

    def show_canvas(self, changed: Box, width: int, height: int, tube: bool) -> Box:
        """Draw the picture to its canvas in this size, by the shader in use.

        changed: the changed part of the picture; return the part that changes in this size.
        """
        canvas = self._canvas = self._canvas or Canvas()
        if canvas.fit(width, height) or (canvas, tube) != (self.shown, self._tube):
            changed = 0, 0, *self.size
        self.shown, self._tube = canvas, tube
        if changed == NOTHING:
            return NOTHING
        left, top, right, bottom = changed
        right, bottom = min(self.size[0], right + GLOW_REACH), min(self.size[1], bottom + GLOW_REACH)
        part = scaled((max(0, left - GLOW_REACH), max(0, top - GLOW_REACH), right, bottom), self.size, canvas.size)
        self.bind()
        self.sample(gl.GL_LINEAR)
        canvas.draw(part)
        return part


def scaled(box: Box, size: tuple[int, int], shown: tuple[int, int]) -> Box:
    """Convert a box of a picture to pixels of the scaled picture. size, shown: the sizes of the two."""
    left, top, right, bottom = box
    (width, height), (across, down) = size, shown
    return left * across // width, top * down // height, -(-right * across // width), -(-bottom * down // height)
