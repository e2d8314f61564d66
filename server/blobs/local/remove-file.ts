import { unlink } from 'node:fs/promises'
import { errorCode } from '../../runtime/errno.ts'

/** Removes a file that may be gone already. `rm` looks at it first, which costs as much again. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}
