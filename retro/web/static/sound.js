// The machine's notes through WebAudio: one channel, on which a note cuts whatever was to sound from its start on.

const LOUDEST = 0.12;
const RAMP = 0.001; // seconds in which a loudness is nearly reached, against clicks
const AHEAD = 0.01; // seconds
const HISS = [[63, 64], [63, 64], [127, 128], [127, 128]]; // the random part of a half wave, and what is added to it
const CLOCK = 16e-6; // seconds

export class Sound {
  // make: gives an AudioContext.
  constructor(make = () => new AudioContext()) {
    this.make = make;
    this.muted = false;
    this.context = null;
  }

  // Browsers let a page sound only after the user has done something.
  wake() {
    if (this.muted) return;
    if (!this.context) this.open();
    if (this.context && this.context.state !== "running") this.context.resume();
  }

  open() {
    try {
      this.context = this.make();
    } catch {
      return; // no loudspeakers
    }
    const tone = new OscillatorNode(this.context, { type: "square", frequency: 440 });
    this.frequency = tone.frequency;
    this.gains = [tone, ...HISS.map((chance) => this.hiss(chance))].map((source) => this.started(source));
  }

  started(source) {
    const node = new GainNode(this.context, { gain: 0 });
    source.connect(node).connect(this.context.destination);
    source.start();
    return node.gain;
  }

  hiss([random, least]) {
    const { sampleRate } = this.context;
    const buffer = new AudioBuffer({ length: 2 * sampleRate, sampleRate });
    const data = buffer.getChannelData(0);
    let register = 0x4a63, high = 1;
    for (let at = 0, edge = 0; at < data.length; high = -high) {
      register = (register >> 1) ^ (register & 1 ? 0xb400 : 0);
      edge += (least + 1 + (register & random)) * CLOCK * sampleRate;
      while (at < edge && at < data.length) data[at++] = high;
    }
    return new AudioBufferSourceNode(this.context, { buffer, loop: true });
  }

  toggle() {
    this.muted = !this.muted;
    this.silence();
    if (!this.muted) this.wake();
    return this.muted;
  }

  silence() {
    if (this.context) this.cut(this.context.currentTime);
  }

  // A note: in how many seconds it begins, its length, and its steps: seconds from its start, hertz (less than 0: a
  // hiss, by its kind), loudness 0 to 1.
  play(note) {
    if (this.muted || !this.context) return;
    const start = this.context.currentTime + AHEAD + Math.max(0, note.in);
    this.cut(start);
    let before = [-1, 0];
    for (const [after, hertz, loudness] of note.steps) {
      const source = hertz > 0 ? 0 : -hertz;
      if (hertz > 0) this.frequency.setValueAtTime(hertz, start + after);
      if (source !== before[0]) this.fade(before[0], 0, start + after);
      if (source !== before[0] || loudness !== before[1]) this.fade(source, loudness, start + after);
      before = [source, loudness];
    }
    this.fade(before[0], 0, start + note.length);
  }

  cut(start) {
    this.frequency.cancelScheduledValues(start);
    for (const gain of this.gains) gain.cancelScheduledValues(start);
    for (const source of this.gains.keys()) this.fade(source, 0, start);
  }

  fade(source, loudness, at) {
    if (source >= 0) this.gains[source].setTargetAtTime(LOUDEST * loudness, at, RAMP);
  }
}
