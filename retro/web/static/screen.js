// Shows the machine's display on a canvas, which the style sheet enlarges by a whole number.

const BASE_WIDTH = 320; // pixels of the MODE whose pixels are square
const BESIDE = "(min-width: 76rem)"; // study is beside the screen, elsewhere below it

export class Screen {
  constructor(canvas, frame) {
    this.canvas = canvas;
    this.frame = frame;
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = null;
  }

  show({ width, height, pixels, rgba }) {
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = this.context.createImageData(width, height);
      this.words = new Uint32Array(this.image.data.buffer);
      this.frame.style.setProperty("--height", height); // the style sheet chooses the scale
      this.frame.style.setProperty("--narrow", Math.max(1, width / BASE_WIDTH)); // how many pixels are as wide as a square one
    }
    const colours = new Uint32Array(rgba.buffer);
    for (let index = 0; index < pixels.length; index++) this.words[index] = colours[pixels[index]];
    this.context.putImageData(this.image, 0, 0);
  }

  get beside() {
    return matchMedia(BESIDE).matches;
  }

  // Convert the position of a pointer event to graphics units from the bottom left; null outside the display.
  units(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) * this.canvas.width) / box.width);
    const y = Math.floor(((event.clientY - box.top) * this.canvas.height) / box.height);
    if (x < 0 || y < 0 || x >= this.canvas.width || y >= this.canvas.height) return null;
    return `${Math.floor((x * 1280) / this.canvas.width)} ${(this.canvas.height - 1 - y) * 4}`;
  }
}

// Change only the lines that differ, so that a screen reader reads these alone.
export function showText(element, lines) {
  const { children } = element;
  while (children.length > lines.length) element.lastChild.remove();
  for (const [row, line] of lines.entries()) {
    const span = children[row] || element.appendChild(document.createElement("span"));
    if (span.textContent !== `${line}\n`) span.textContent = `${line}\n`;
  }
}
