import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'

const PART = 4 * 1024 * 1024

/** Writes a file of random bytes, so that neither a disk nor a protocol can make it smaller. */
export async function writeRandomFile(file: string, size: number): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let left = size; left > 0; left -= PART) await handle.write(randomBytes(Math.min(PART, left)))
  } finally {
    await handle.close()
  }
}
