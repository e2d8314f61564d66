import type { Box } from '../../../contract/rules/face-guide.ts'

/** A face in a capture. */
export interface FoundFace extends Box {
  /** How far the head is turned: 0 straight ahead, about 1 in profile, positive to the person's own left. */
  readonly turn: number
}
