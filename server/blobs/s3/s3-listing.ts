import type { Kept, ObjectName } from '../byte-store.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { BYTES, OBJECTS, readNames, UPLOADS, type UploadName } from './s3-keys.ts'

/** Every upload of which something is in the bucket that is not the bytes of an object, with its latest change. */
export async function* listS3Uploads(bucket: S3Bucket): AsyncGenerator<Kept<UploadName>> {
  const seen = new Set<string>()
  let current: Kept<UploadName> | undefined
  // Keys come in order: those of one upload one after another.
  for await (const { key, changedAt } of bucket.list(UPLOADS)) {
    const [unitId, uploadId] = readNames(key) ?? []
    if (unitId === undefined || uploadId === undefined) continue
    if (current?.uploadId === uploadId && current.unitId === unitId) {
      current = { ...current, changedAt: Math.max(current.changedAt, changedAt) }
      continue
    }
    if (current) yield current
    seen.add(uploadId)
    current = { unitId, uploadId, changedAt }
  }
  if (current) yield current
  // A crash may come between the parts' beginning and the place that names it.
  for await (const { key, begunAt } of bucket.listMultiparts(BYTES)) {
    const [unitId, uploadId] = readNames(key) ?? []
    if (unitId === undefined || uploadId === undefined || seen.has(uploadId)) continue
    seen.add(uploadId)
    yield { unitId, uploadId, changedAt: begunAt }
  }
}

/** Every object. */
export async function* listS3Objects(bucket: S3Bucket): AsyncGenerator<Kept<ObjectName>> {
  for await (const { key, changedAt } of bucket.list(OBJECTS)) {
    const [unitId, sha256] = readNames(key) ?? []
    if (unitId !== undefined && sha256 !== undefined) yield { unitId, sha256, changedAt }
  }
}
