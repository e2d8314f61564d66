import { randomUUID, randomBytes } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, StartError } from './errors.ts'

const reasons: Record<string, string> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'there is a file of that name',
}

/** Creates the data folder privately (0700: it holds children's files and keys), or checks that it is writable. Throws StartError naming PORTAL_DATA. */
export async function prepareDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-test-${randomUUID()}`)
  try {
    await makeFolder(folder)
    await writeFile(probe, 'x')
    await rm(probe)
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined)
    const reason = reasons[errorCode(error)] ?? `the system says ${errorCode(error)}`
    throw new StartError(
      `The data folder ${folder} cannot be written to (${reason}); set PORTAL_DATA to a folder that can be.`,
      { cause: error },
    )
  }
}

/** Node's recursive mkdir never returns where the system answers ENOENT, such as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || folder === dirname(folder)) throw error
    await makeFolder(dirname(folder))
    await mkdir(folder, { mode: 0o700 })
  }
}

/** Creates a private file (0600) unless there is one. It appears with all of its content, also when several processes create it at once. */
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

/** Makes the names of a folder's entries durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system makes names durable by itself.
  if (process.platform === 'win32') return
  await withFile(open(folder, 'r'), (handle) => handle.sync())
}

/** Closes the file after the work, also when that fails. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await opening
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
