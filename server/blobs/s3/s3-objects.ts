import type { Readable } from 'node:stream'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ObjectName } from '../byte-store.ts'
import type { S3Bucket, S3Condition, S3Head, S3Range } from './s3-bucket.ts'
import { isRefusal } from './s3-failure.ts'
import { bytesKey, keptKey, objectKey, type UploadName } from './s3-keys.ts'
import type { S3Places } from './s3-places.ts'
import { readObject } from './s3-reading.ts'

/** The metadata of an object that is a pointer: the upload whose bytes it names. An object without it holds its bytes itself. */
const POINTS_TO = 'bytes'
const REMEMBERED = 10_000
/** Others may write the same object at the same time. */
const TRIES = 5

/** What an object is made from. */
export type ObjectSource =
  | { readonly kind: 'upload'; readonly upload: UploadName }
  | { readonly kind: 'content'; readonly read: () => Promise<Uint8Array> }

/** Finished bytes by their SHA-256. */
export interface S3Objects {
  /** Makes the object unless it is there; one whose bytes are lost or have another size is replaced. */
  keep(name: ObjectName, size: number, source: ObjectSource): Promise<void>
  /** Throws 'files.not_found'. */
  open(name: ObjectName, range?: S3Range): Promise<Readable>
  remove(name: ObjectName): Promise<void>
  /** Whether the object is a pointer to the bytes of this upload. */
  pointsTo(name: ObjectName, uploadId: string): Promise<boolean>
}

/** The objects in a bucket. Where bytes are is remembered, and looked up again when they are not there. */
export function createS3Objects(bucket: S3Bucket, places: Pick<S3Places, 'isThere'>): S3Objects {
  const known = new Map<string, string>()

  function remember(key: string, bytes: string): void {
    known.set(key, bytes)
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
  }

  /** The key of an object's bytes; undefined when there is no object. */
  async function locate(name: ObjectName): Promise<string | undefined> {
    const key = objectKey(name)
    const found = await bucket.head(key)
    if (!found) return undefined
    const bytes = keyOfBytes(name, found)
    remember(key, bytes)
    return bytes
  }

  async function isSound(name: ObjectName, found: S3Head, size: number): Promise<boolean> {
    const key = keyOfBytes(name, found)
    const bytes = key === objectKey(name) ? found : await bucket.head(key)
    return bytes?.size === size
  }

  async function removeBytes(upload: UploadName, { sha256 }: ObjectName): Promise<void> {
    await bucket.remove(bytesKey(upload))
    await bucket.remove(keptKey(upload, sha256))
  }

  async function write(name: ObjectName, source: ObjectSource, only: S3Condition): Promise<void> {
    const key = objectKey(name)
    if (source.kind === 'content') {
      await bucket.put(key, await source.read(), { only })
      remember(key, key)
      return
    }
    // First the note, then a look at the place: whoever discards the upload gives the place up and then looks for notes. One sees the other.
    await bucket.put(keptKey(source.upload, name.sha256), new Uint8Array())
    if (!(await places.isThere(source.upload))) throw new PortalError('server.unavailable')
    await bucket.put(key, new Uint8Array(), { metadata: { [POINTS_TO]: source.upload.uploadId }, only })
    remember(key, bytesKey(source.upload))
  }

  return {
    async keep(name, size, source) {
      for (let left = TRIES; ; left -= 1) {
        const found = await bucket.head(objectKey(name))
        if (found && (await isSound(name, found, size))) return
        // The upload itself was thrown away meanwhile: nothing here can be kept.
        if (found && source.kind === 'upload' && found.metadata[POINTS_TO] === source.upload.uploadId) {
          throw new PortalError('server.unavailable')
        }
        try {
          return await write(name, source, found ? { etag: found.etag } : { absent: true })
        } catch (error) {
          const changed = isRefusal(error, 'PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey')
          if (!changed || left === 1) throw error
        }
      }
    },

    async open(name, range) {
      const key = objectKey(name)
      const before = known.get(key)
      const stream = before && (await readObject(bucket, before, range))
      if (stream) return stream
      known.delete(key)
      const bytes = await locate(name)
      const found = bytes && (await readObject(bucket, bytes, range))
      if (!found) throw new PortalError('files.not_found')
      return found
    },

    async remove(name) {
      const key = objectKey(name)
      known.delete(key)
      const found = await bucket.head(key)
      const uploadId = found?.metadata[POINTS_TO]
      if (uploadId === undefined) return bucket.remove(key)
      const upload = { unitId: name.unitId, uploadId }
      // The pointer goes last: should the process end before, the object is still listed. An upload that still has its place needs its bytes.
      const needed = await places.isThere(upload)
      if (!needed) await removeBytes(upload, name)
      await bucket.remove(key)
      // Whoever discards the upload gives the place up and then looks for the pointer: one sees what the other did.
      if (needed && !(await places.isThere(upload))) await removeBytes(upload, name)
    },

    async pointsTo(name, uploadId) {
      return (await bucket.head(objectKey(name)))?.metadata[POINTS_TO] === uploadId
    },
  }
}

function keyOfBytes(name: ObjectName, { metadata }: S3Head): string {
  const uploadId = metadata[POINTS_TO]
  return uploadId === undefined ? objectKey(name) : bytesKey({ unitId: name.unitId, uploadId })
}
