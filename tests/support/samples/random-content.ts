import { randomBytes } from 'node:crypto'

/** Random bytes that never begin as a program or a page does, which the portal refuses: of thousands of files in a run of all tests one would. */
export function randomContent(size: number): Buffer {
  const bytes = randomBytes(size)
  bytes.subarray(0, 1).fill(0)
  return bytes
}
