import * as z from 'zod/mini'
import { json, localKey } from '../../../core/storage/local-keys.ts'

/** Sounds and vibrations for a person who does not look at the screen. */
export type Cue = 'taken' | 'good' | 'bad'

/** Notes in hertz and seconds: rising for success, falling for failure, so that pitch alone tells them apart. */
const NOTES: Readonly<Record<Cue, readonly (readonly [hertz: number, seconds: number])[]>> = {
  taken: [[1319, 0.05]],
  good: [
    [784, 0.1],
    [1047, 0.18],
  ],
  bad: [
    [392, 0.16],
    [262, 0.28],
  ],
}
/** Milliseconds of vibration and rest. */
const TREMBLES: Readonly<Record<Cue, number[]>> = { taken: [20], good: [60], bad: [90, 60, 90] }
const LOUDNESS = 0.12
/** Seconds of fading in and out, which prevents clicks. */
const EDGE = 0.012

const sound = localKey('faceSound', z.boolean(), json)

export const isSoundOn = (): boolean => sound.get() ?? true

export const setSound = (on: boolean): void => sound.set(on)

let context: AudioContext | undefined

export function playCue(cue: Cue): void {
  // Browsers refuse, with an error on the console, before the user has pressed anything.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES[cue])
  if (!isSoundOn() || !('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  context.resume().catch(() => undefined)
  let at = context.currentTime
  for (const [hertz, seconds] of NOTES[cue]) {
    playNote(context, hertz, at, seconds)
    at += seconds
  }
}

function playNote(audio: AudioContext, hertz: number, at: number, seconds: number): void {
  const tone = new OscillatorNode(audio, { frequency: hertz })
  const volume = new GainNode(audio, { gain: 0 })
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + EDGE)
  volume.gain.setValueAtTime(LOUDNESS, at + seconds - EDGE)
  volume.gain.linearRampToValueAtTime(0, at + seconds)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + seconds)
}
