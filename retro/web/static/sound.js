// Plays the machine's notes with WebAudio. There is one channel: a note replaces what was scheduled from its start on.

const LOUDEST = 0.12;
const RAMP = 0.001; // seconds, the time constant of a change of loudness, against clicks
const AHEAD = 0.01; // seconds
const TAIL = 0.5; // seconds of silence after which the context is suspended, to save the processor
/** @type {[number, number][]} */
const NOISES = [[63, 64], [63, 64], [127, 128], [127, 128]]; // the random part of a half wave, and what is added to it
const CLOCK = 16e-6; // seconds

export class Sound {
  // make: returns an AudioContext.
  constructor(make = () => new AudioContext()) {
    this.make = make;
    this.volume = 1; // 0 to 1
    this.context = null;
    this.end = 0; // when the last note ends, in the context's time
  }

  // Open the context: browsers allow it only after the user has done something.
  unlock() {
    if (!this.volume || this.context) return;
    try {
      this.open();
    } catch {
      this.context = null; // there is no audio device
    }
  }

  open() {
    this.context = this.make();
    const tone = new OscillatorNode(this.context, { type: "square", frequency: 440 });
    this.frequency = tone.frequency;
    this.gains = [tone, ...NOISES.map((noise) => this.noise(noise))].map((source) => this.connect(source));
    this.suspendLater();
  }

  connect(source) {
    const node = new GainNode(this.context, { gain: 0 });
    source.connect(node).connect(this.context.destination);
    source.start();
    return node.gain;
  }

  noise([random, least]) {
    const { sampleRate } = this.context;
    const buffer = new AudioBuffer({ length: 2 * sampleRate, sampleRate });
    const data = buffer.getChannelData(0);
    let register = 0x4a63, high = 1;
    for (let index = 0, edge = 0; index < data.length; high = -high) {
      register = (register >> 1) ^ (register & 1 ? 0xb400 : 0);
      edge += (least + 1 + (register & random)) * CLOCK * sampleRate;
      while (index < edge && index < data.length) data[index++] = high;
    }
    return new AudioBufferSourceNode(this.context, { buffer, loop: true });
  }

  setVolume(volume) {
    this.volume = volume;
    if (!volume) this.silence();
  }

  silence() {
    if (!this.context) return;
    this.cut(this.context.currentTime);
    this.end = this.context.currentTime;
    this.suspendLater();
  }

  // Play a note. in: seconds until it begins; tones, fades: with the seconds from its start, the frequencies in hertz,
  // and the loudnesses, 0 to 1, of sources: 0 for the tone, or the kind of noise.
  play(note) {
    if (!this.volume || !this.context) return;
    this.context.resume();
    const start = this.context.currentTime + AHEAD + Math.max(0, note.in);
    this.cut(start);
    for (const [after, hertz] of note.tones) this.frequency.setValueAtTime(hertz, start + after);
    for (const [after, source, loudness] of note.fades) this.fade(source, loudness, start + after);
    this.end = start + note.length;
    this.suspendLater();
  }

  suspendLater() {
    clearTimeout(this.clock);
    const left = this.end + TAIL - this.context.currentTime;
    this.clock = setTimeout(() => (this.context.currentTime < this.end ? this.suspendLater() : this.context.suspend()), 1000 * left);
  }

  cut(start) {
    this.frequency.cancelScheduledValues(start);
    for (const gain of this.gains) gain.cancelScheduledValues(start);
    for (const source of this.gains.keys()) this.fade(source, 0, start);
  }

  fade(source, loudness, time) {
    this.gains[source].setTargetAtTime(LOUDEST * this.volume * loudness, time, RAMP);
  }
}
