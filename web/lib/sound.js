// A few small noises, made on the spot; off unless switched on.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let audio = null;

/**
 * One noise: a tone that falls from one pitch to another, or a puff of noise.
 * @param {'move' | 'fire' | 'dice' | 'loss' | 'turn'} kind
 */
export function sound(kind) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  if (kind === 'fire') for (let n = 0; n < 5; n++) puff(audio, now + n * 0.055, 0.04, 900, 0.12);
  else if (kind === 'dice') for (let n = 0; n < 3; n++) puff(audio, now + n * 0.07, 0.03, 2600, 0.06);
  else if (kind === 'loss') tone(audio, now, 0.9, 260, 60, 0.08);
  else if (kind === 'move') tone(audio, now, 0.25, 130, 150, 0.04);
  else tone(audio, now, 0.18, 520, 660, 0.05);
}

/**
 * @param {AudioContext} a
 * @param {number} at
 * @param {number} length
 * @param {number} from
 * @param {number} to
 * @param {number} loud
 */
function tone(a, at, length, from, to, loud) {
  const o = new OscillatorNode(a, { type: 'triangle', frequency: from });
  const g = new GainNode(a, { gain: loud });
  o.frequency.exponentialRampToValueAtTime(to, at + length);
  g.gain.exponentialRampToValueAtTime(0.0001, at + length);
  o.connect(g).connect(a.destination);
  o.start(at);
  o.stop(at + length);
}

/** @param {AudioContext} a @param {number} at @param {number} length @param {number} pitch @param {number} loud */
function puff(a, at, length, pitch, loud) {
  const buffer = new AudioBuffer({ length: Math.ceil(a.sampleRate * length), sampleRate: a.sampleRate });
  const data = buffer.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length);
  const source = new AudioBufferSourceNode(a, { buffer });
  const filter = new BiquadFilterNode(a, { type: 'bandpass', frequency: pitch });
  source
    .connect(filter)
    .connect(new GainNode(a, { gain: loud }))
    .connect(a.destination);
  source.start(at);
}
