// The line of messages below the screen: what is played, and warnings.

const READING_TIME = 6000; // milliseconds that a warning stays, unless the user starts something else

export class Messages {
  constructor(element) {
    this.element = element;
    this.announced = false;
    this.clear();
  }

  clear() {
    this.title = "";
    this.warnings = [];
    this.show();
  }

  // Name what is played; warnings that have just come stay.
  announce(title) {
    this.title = title;
    const recent = ({ time }) => !this.announced || performance.now() < time + READING_TIME;
    this.warnings = this.warnings.filter(recent); // before the first program the user may wait long
    this.announced = true;
    this.show();
  }

  warn(sentence) {
    const text = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
    this.warnings = [...this.warnings.filter((warning) => warning.text !== text), { text, time: performance.now() }];
    this.show();
  }

  show() {
    this.element.textContent = [this.title, ...this.warnings.map(({ text }) => text)].filter(Boolean).join(" ");
  }
}
