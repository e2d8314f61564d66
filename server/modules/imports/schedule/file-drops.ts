import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMPORT_FILE_MAX } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { S3Bucket } from '../../../blobs/s3/s3-client.ts'
import type { ObjectStorageConfig } from '../../../runtime/config.ts'
import { errorCode } from '../../../runtime/errors.ts'

/** A file that another system has left. */
export interface DroppedFile {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

/** Where files are left. Every unit has a folder of its own, and none leads out of it. */
export interface FileDrop {
  /** The unit's own folder, as administrators are told. */
  folderOf(unitId: string): string
  list(unitId: string, path: string): Promise<DroppedFile[]>
  /** Copies a file; resolves to its SHA-256, or to null when it is still being written or is gone. Throws 'request.too_large'. */
  copy(unitId: string, path: string, file: DroppedFile, to: string): Promise<Buffer | null>
  close(): void
}

/** Files that are looked at. */
const LISTED = 10_000
/** Milliseconds for which a file has to have been left alone. */
const SETTLED = 60_000
const BUCKET_FOLDER = 'imports/'

/** By which a unit's folder is called: neither its names nor its addresses, which change. */
const unitFolder = (unitId: string) => `portal-${unitId.slice(-12)}`

/** A folder of this machine, or one that all servers mount. Files in sub-folders and links are left alone. */
export function createFolderDrop(root: string, now: () => number): FileDrop {
  const folderOf = async (unitId: string, path: string) => {
    try {
      const own = join(await realpath(root), unitFolder(unitId))
      const folder = await realpath(path === '' ? own : join(own, ...path.split('/')))
      // Neither the unit's folder nor one within it may be a link to another place.
      if (folder !== own && !folder.startsWith(own + sep)) throw new PortalError('import.no_folder')
      return folder
    } catch (error) {
      throw toMissing(error)
    }
  }
  return {
    folderOf: (unitId) => `${unitFolder(unitId)}/`,

    async list(unitId, path) {
      const folder = await folderOf(unitId, path)
      const files: DroppedFile[] = []
      for (const entry of (await readdir(folder, { withFileTypes: true })).slice(0, LISTED)) {
        if (!entry.isFile() || isHidden(entry.name)) continue
        const stat = await lstat(join(folder, entry.name)).catch(() => undefined)
        if (stat?.isFile() && stat.size > 0) files.push({ name: entry.name, changedAt: stat.mtimeMs })
      }
      return files
    },

    async copy(unitId, path, { name, changedAt }, to) {
      if (changedAt > now() - SETTLED) return null
      const folder = await folderOf(unitId, path)
      const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined
        throw toMissing(error)
      })
      if (!file) return null
      try {
        const before = await file.stat()
        const sha256 = await copyStream(file.createReadStream({ autoClose: false }), to)
        const after = await file.stat()
        const isSame = before.size === after.size && before.mtimeMs === after.mtimeMs && after.mtimeMs === changedAt
        return isSame ? sha256 : null
      } finally {
        await file.close()
      }
    },

    close: () => undefined,
  }
}

/** Below `imports/` of the bucket that has the portal's files. An object is there as a whole or not at all. */
export function createBucketDrop(config: ObjectStorageConfig): FileDrop {
  let opened: Promise<S3Bucket> | undefined
  // Loaded only here: the S3 client takes time and memory.
  const bucket = () => (opened ??= import('../../../blobs/s3/s3-client.ts').then((s3) => s3.createS3Bucket(config)))
  const prefixOf = (unitId: string, path: string) =>
    `${BUCKET_FOLDER}${unitFolder(unitId)}/${path === '' ? '' : `${path}/`}`
  return {
    folderOf: (unitId) => prefixOf(unitId, ''),

    async list(unitId, path) {
      const prefix = prefixOf(unitId, path)
      const files: DroppedFile[] = []
      let looked = 0
      for await (const { key, changedAt } of (await bucket()).list(prefix)) {
        const name = key.slice(prefix.length)
        if (name !== '' && !name.includes('/') && !isHidden(name)) files.push({ name, changedAt })
        looked += 1
        if (looked >= LISTED) break
      }
      return files
    },

    async copy(unitId, path, { name }, to) {
      const found = await (await bucket()).open(`${prefixOf(unitId, path)}${name}`)
      return found ? copyStream(found.body, to) : null
    },

    close: () => void opened?.then((made) => made.close()).catch(() => undefined),
  }
}

/** Names of what programs put beside a file while it is open, and of what they hide. */
const isHidden = (name: string) => /^[.~]/.test(name) || /\.(tmp|part|filepart|crdownload)$/i.test(name)

function toMissing(error: unknown): unknown {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(errorCode(error))
    ? new PortalError('import.no_folder', { cause: error })
    : error
}

async function copyStream(from: Readable, to: string): Promise<Buffer> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    from,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.byteLength
        if (size > IMPORT_FILE_MAX) throw new PortalError('request.too_large')
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  )
  return hash.digest()
}
