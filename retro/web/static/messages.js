// The line of messages below the screen: what is played, and warnings.

const MOST_WARNINGS = 5;

export class Messages {
  constructor(element) {
    this.element = element;
    this.clear();
  }

  clear() {
    this.title = "";
    this.warnings = [];
    this.show();
  }

  // Name what is played; warnings that have come since the last announcement stay up to the next one.
  announce(title) {
    this.title = title;
    this.warnings = this.warnings.filter(({ announced }) => !announced).map(({ text }) => ({ text, announced: true }));
    this.show();
  }

  warn(sentence) {
    const text = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
    this.warnings = [...this.warnings.filter((warning) => warning.text !== text), { text, announced: false }].slice(-MOST_WARNINGS);
    this.show();
  }

  show() {
    this.element.textContent = [this.title, ...this.warnings.map(({ text }) => text)].filter(Boolean).join(" ");
  }
}
