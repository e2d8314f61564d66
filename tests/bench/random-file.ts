import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

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

/** MD5 of a file by Node, as hexadecimal digits. */
export async function md5OfFile(file: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
