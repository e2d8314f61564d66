import { createLane } from '../../runtime/lane.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { bytesKey, keptPrefix, placeKey, uploadPrefix, type UploadName } from './s3-keys.ts'
import type { S3Objects } from './s3-objects.ts'
import type { S3Places } from './s3-places.ts'

const AT_ONCE = 8

/**
 * Removes everything of an upload, and its bytes unless an object points to them. Its place goes last: what a crash interrupts is still listed,
 * and done again by upkeep.
 */
export async function removeUpload(
  bucket: S3Bucket,
  places: S3Places,
  objects: S3Objects,
  name: UploadName,
): Promise<void> {
  const [keys, parts] = await Promise.all([keysBelow(bucket, uploadPrefix(name)), abortParts(bucket, name)])
  // Where there is nothing of the upload, it was removed before, and its bytes are an object's.
  if (keys.length === 0 && !parts) return
  const place = placeKey(name)
  const others = keys.filter((key) => key !== place)
  await places.giveUp(name)
  await Promise.all([removeBytes(bucket, objects, name), removeAll(bucket, others)])
  await bucket.remove(place)
}

/** Whether there were parts that were never put together. */
async function abortParts(bucket: S3Bucket, name: UploadName): Promise<boolean> {
  const key = bytesKey(name)
  let found = false
  for await (const multipart of bucket.listMultiparts(key)) {
    if (multipart.key !== key) continue
    await bucket.abortMultipart(multipart)
    found = true
  }
  return found
}

async function removeBytes(bucket: S3Bucket, objects: S3Objects, name: UploadName): Promise<void> {
  const prefix = keptPrefix(name)
  const notes = await keysBelow(bucket, prefix)
  const pointers = notes.map((key) => ({ unitId: name.unitId, sha256: key.slice(prefix.length) }))
  const kept = await Promise.all(pointers.map((pointer) => objects.pointsTo(pointer, name.uploadId)))
  if (kept.includes(true)) return
  await bucket.remove(bytesKey(name))
  await removeAll(bucket, notes)
}

async function keysBelow(bucket: S3Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list(prefix)) keys.push(key)
  return keys
}

async function removeAll(bucket: S3Bucket, keys: readonly string[]): Promise<void> {
  const lane = createLane(AT_ONCE)
  await Promise.all(keys.map((key) => lane(() => bucket.remove(key))))
}
