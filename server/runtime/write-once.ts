import { randomBytes } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { errorCode } from './errno.ts'

/** Makes a private file (0600) unless there is one. It appears under its name with all of its content, also when several processes make it at once. */
export async function writeOnce(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true })
    await link(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
