import * as z from 'zod/mini'
import { json, localKey } from '../../../core/storage/local-keys.ts'

/** What is heard and felt, for whoever does not look at the screen: a photo was taken, it went well, it did not. */
export type Cue = 'taken' | 'good' | 'bad'

/** Notes one after the other: hertz, and seconds. Rising for what went well, falling for what did not, so that pitch alone tells them apart. */
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
/** Milliseconds of trembling and rest, where the device can. */
const TREMBLES: Readonly<Record<Cue, number[]>> = { taken: [20], good: [60], bad: [90, 60, 90] }
const LOUDNESS = 0.12
/** Seconds in which a note begins and ends, so that it does not click. */
const EDGE = 0.012

const sound = localKey('faceSound', z.boolean(), json)

/** Whether cues are heard on this device; they are until somebody turns them off. */
export const isSoundOn = (): boolean => sound.get() ?? true

/** Turns what is heard on or off, for this device. */
export const setSound = (on: boolean): void => sound.set(on)

let context: AudioContext | undefined

/** Plays a cue. Where the browser has no sound, or does not allow it yet, nothing is heard. */
export function playCue(cue: Cue): void {
  // Without a press on the page before, browsers refuse, and write it to the console.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TREMBLES[cue])
  if (!isSoundOn() || !('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  // Kiosks are let; elsewhere the press that opened the camera was enough.
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
