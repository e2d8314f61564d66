import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Opens a file for a moment: it has no name any more, and is gone when it is closed or the process ends. */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `school-portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}

/** The first `size` bytes of a spool, into memory of the caller's. */
export async function readSpool<Memory extends Uint8Array>(file: FileHandle, memory: Memory): Promise<Memory> {
  for (let done = 0; done < memory.length;) {
    const { bytesRead } = await file.read(memory, done, memory.length - done, done)
    if (bytesRead === 0) throw new Error('the spool ended early')
    done += bytesRead
  }
  return memory
}
