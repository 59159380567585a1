// The machine's picture on a canvas: a pixel a pixel, enlarged by whole numbers.

const ACROSS = 320; // pixels of the MODE whose pixels are square
const BORDER = 8; // of them, above and below
const SHARE = 0.75; // of the height of the browser's window
const BESIDE = "(min-width: 76rem)"; // where there is room for study beside it; else below
const SHARED = 0.42; // of the height, if study is to be seen, too

export class Screen {
  constructor(canvas, frame) {
    this.canvas = canvas;
    this.frame = frame;
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = null;
    this.picture = null;
    new ResizeObserver(() => this.fit()).observe(frame);
    window.addEventListener("resize", () => this.fit());
  }

  show(picture) {
    this.picture = picture;
    this.draw();
  }

  draw() {
    const { width, height, pixels, lights } = this.picture;
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = this.context.createImageData(width, height);
      this.words = new Uint32Array(this.image.data.buffer);
      this.fit();
    }
    const colours = new Uint32Array(lights.length / 3);
    for (let at = 0; at < colours.length; at++)
      colours[at] = (255 << 24) | (lights[3 * at + 2] << 16) | (lights[3 * at + 1] << 8) | lights[3 * at];
    for (let at = 0; at < pixels.length; at++) this.words[at] = colours[pixels[at]];
    this.context.putImageData(this.image, 0, 0);
  }

  // The largest whole number of screen pixels a pixel that there is room for.
  fit() {
    const dense = window.devicePixelRatio || 1;
    const full = document.fullscreenElement !== null;
    const { width, height } = this.canvas;
    const share = this.frame.closest(".studying") && !this.beside ? SHARED : SHARE;
    const room = full ? this.frame.clientHeight : window.innerHeight * share;
    const most = Math.min(this.frame.clientWidth / ACROSS, room / (height + (full ? 0 : 2 * BORDER))) * dense;
    const finest = Math.max(1, width / ACROSS); // narrow pixels are whole, too
    const scale = most < finest ? most : Math.floor(most / finest) * finest;
    this.frame.style.height = full ? "" : `${((height + 2 * BORDER) * scale) / dense}px`;
    this.canvas.style.width = `${(ACROSS * scale) / dense}px`;
    this.canvas.style.height = `${(height * scale) / dense}px`;
  }

  get beside() {
    return matchMedia(BESIDE).matches;
  }

  // Graphics units from the bottom left for a place in the page; null outside of the picture.
  units(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) * this.canvas.width) / box.width);
    const y = Math.floor(((event.clientY - box.top) * this.canvas.height) / box.height);
    if (x < 0 || y < 0 || x >= this.canvas.width || y >= this.canvas.height) return null;
    return `${Math.floor((x * 1280) / this.canvas.width)} ${(this.canvas.height - 1 - y) * 4}`;
  }
}
