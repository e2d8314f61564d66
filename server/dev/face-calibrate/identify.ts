import { FACE_PHOTOS_MAX } from '../../../contract/limits.ts'
import type { MatchLimits } from '../../runtime/config.ts'
import { createFaceIndex } from '../../modules/faces/engine/face-index.ts'
import { rateOf, type Rate } from './rates.ts'

/** Somebody whose photos are measured. */
export interface Measured {
  readonly name: string
  readonly descriptors: readonly Float32Array[]
}

/** What comes of showing each photo to the portal, were the others those that it keeps. */
export interface Identification {
  /** Of people who are known: themselves, somebody else, nobody. */
  readonly right: Rate
  readonly wrong: Rate
  readonly nobody: Rate
  /** Of the same photos, were their person unknown: taken for somebody all the same. */
  readonly strangers: Rate
}

/** Shows each photo to the portal's own index of everybody else and of its person's other photos, and once more without these. */
export function identifyEach(people: readonly Measured[], limits: MatchLimits): Identification {
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
    right: rateOf(right, known),
    wrong: rateOf(wrong, known),
    nobody: rateOf(known - right - wrong, known),
    strangers: rateOf(strangers, shown),
  }
}
