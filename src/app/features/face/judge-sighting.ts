import { findMisfit, type Box, type GuideSettings, type Misfit } from '../../../../contract/rules/face-guide.ts'
import type { Sighting } from '../../platform/face.ts'

/** What somebody in front of the camera is told; 'hold' and 'one-sided' while frames count, which they do not otherwise. */
export type Hint =
  | 'nobody'
  | 'several'
  | Misfit
  | 'straight'
  | 'dark'
  | 'bright'
  | 'one-sided'
  | 'hold'
  | `turn-${Side}`

/** A side of the person's own. */
export type Side = 'left' | 'right'

/** The nose stands this far beside the middle of a head that is not turned to the camera. */
const TURNED = 0.3

/** Whether a frame counts towards the photo, and what to say. */
export function judgeSighting(
  { faces, face }: Sighting,
  guide: Box,
  settings: GuideSettings,
): { readonly counts: boolean; readonly hint: Hint } {
  if (!face) return { counts: false, hint: 'nobody' }
  if (faces > 1) return { counts: false, hint: 'several' }
  const misfit = findMisfit(face, guide, settings)
  if (misfit) return { counts: false, hint: misfit }
  if (face.light === 'dark' || face.light === 'bright') return { counts: false, hint: face.light }
  if (Math.abs(face.turn) > TURNED) return { counts: false, hint: 'straight' }
  // Good enough for the server more often than not, and somebody at a gate cannot move the sun.
  return { counts: true, hint: face.light === 'one-sided' ? 'one-sided' : 'hold' }
}

/** So far is a head to be turned that the server, which compares both pictures, sees it too; less than where the other eye is lost. */
const TURN_ENOUGH = 0.25

/** Whether a frame shows one head that is turned to a side, and what to say. */
export function judgeTurn({ faces, face }: Sighting, side: Side): { readonly counts: boolean; readonly hint: Hint } {
  if (!face) return { counts: false, hint: 'nobody' }
  if (faces > 1) return { counts: false, hint: 'several' }
  const towards = side === 'left' ? face.turn : -face.turn
  return { counts: towards >= TURN_ENOUGH, hint: `turn-${side}` }
}
