import { FACE_PHOTOS_MAX } from '../../../contract/limits.ts'
import type { MatchLimits } from '../../runtime/config.ts'
import { createFaceIndex } from '../../modules/faces/engine/face-index.ts'
import { rateOf } from './rates.ts'

export interface Measured {
  readonly name: string
  readonly descriptors: readonly Float32Array[]
}

/** Searches each photo in an index of all other people and of its person's other photos, and once more without these. */
export function identifyEach(people: readonly Measured[], limits: MatchLimits) {
  const index = createFaceIndex()
  const kept = (descriptors: readonly Float32Array[]) => descriptors.slice(0, FACE_PHOTOS_MAX)
  for (const { name, descriptors } of people) index.put(name, kept(descriptors))
  const counts = { known: 0, right: 0, wrong: 0, shown: 0, strangers: 0 }
  for (const { name, descriptors } of people) {
    for (const shown of descriptors) {
      const others = descriptors.filter((descriptor) => descriptor !== shown)
      index.put(name, [])
      counts.shown += 1
      if (index.search(shown, limits) !== undefined) counts.strangers += 1
      if (others.length === 0) continue
      index.put(name, kept(others))
      const found = index.search(shown, limits)
      counts.known += 1
      if (found === name) counts.right += 1
      else if (found !== undefined) counts.wrong += 1
    }
    index.put(name, kept(descriptors))
  }
  const { known, right, wrong, shown, strangers } = counts
  return {
    /** Of known people: recognised as themselves, as another person, or not at all. */
    right: rateOf(right, known),
    wrong: rateOf(wrong, known),
    nobody: rateOf(known - right - wrong, known),
    /** The same photos with their person unknown: recognised as another person. */
    strangers: rateOf(strangers, shown),
  }
}
