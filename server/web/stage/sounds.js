// Short sounds for what happens, made here. A browser lets a page sound only after a click or a key: until then it is silent.

const NOTES = { // frequencies in Hz, one after the other, and the shape of the wave
  turn: [[523, 659, 784], "triangle"],
  cast: [[392, 523], "sine"],
  activated: [[440], "sine"],
  triggered: [[494], "sine"],
  resolved: [[330, 262], "sine"],
  attacks: [[147, 110], "sawtooth"],
  strikes: [[147, 110], "sawtooth"],
  schemes: [[196, 185], "sawtooth"],
  reveals: [[247, 370], "triangle"],
  revealed: [[247, 370], "triangle"],
  boost: [[277], "triangle"],
  over: [[392, 494, 587, 784], "triangle"],
};
const NOTE_S = 0.09;
const FADE_S = 0.16;

export class Sounds {
  #pace;
  #context = null;
  #isAllowed = false;
  #isHere = false; // whether the match was seen before: then a change is news
  #isOver = false;
  #own = 0; // the turn of one's own that was seen last

  constructor(pace) {
    this.#pace = pace;
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (this.#isAllowed = true), { once: true, passive: true });
  }

  /** Sound the beginning of one's own turn, and the end of the match. */
  follow({ view, you, result }) {
    const { active, turn = 0 } = view.game ?? {};
    const own = you !== null && active === you ? turn : 0;
    if (own && own !== this.#own && this.#isHere) this.play("turn");
    if (result && !this.#isOver && this.#isHere) this.play("over");
    this.#own = own;
    this.#isOver = Boolean(result);
    this.#isHere ||= Boolean(view.game);
  }

  /** Sound what has a sound, unless it is muted. */
  play(kind) {
    const sound = NOTES[kind];
    const { isMuted, volume } = this.#pace;
    if (!sound || isMuted || !volume || !this.#isAllowed || typeof AudioContext === "undefined") return;
    this.#context ??= new AudioContext();
    const [notes, shape] = sound;
    notes.forEach((hz, at) => this.#note(hz, shape, this.#context.currentTime + at * NOTE_S, volume / 100));
  }

  #note(hz, shape, at, loud) {
    const wave = new OscillatorNode(this.#context, { type: shape, frequency: hz });
    const gain = new GainNode(this.#context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud * 0.25, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + FADE_S);
    wave.connect(gain).connect(this.#context.destination);
    wave.start(at);
    wave.stop(at + FADE_S);
  }
}
