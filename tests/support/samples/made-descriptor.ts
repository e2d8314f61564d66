import { DESCRIPTOR_LENGTH } from '../../../server/modules/faces/engine/face-index.ts'

/** A face on the ball on which descriptors lie, the same for the same number. */
export function makeDescriptor(number: number): Float32Array {
  let state = number + 1
  const face = Float32Array.from({ length: DESCRIPTOR_LENGTH }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  })
  const length = Math.hypot(...face)
  return face.map((part) => part / length)
}
