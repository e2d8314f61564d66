import type { CameraProblem } from './open-camera.ts'
import type { Hint } from './judge-sighting.ts'

/** The texts' keys of hints and of cameras that are not there. */
export const hintKey = (hint: Hint) => `hints.${hint}` as const
export const problemKey = (problem: CameraProblem) => `problems.${problem}` as const
