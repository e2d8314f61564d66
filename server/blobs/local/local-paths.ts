import { join } from 'node:path'
import type { ObjectName, UploadPlace } from '../byte-store.ts'
import { checkedStoreName, isStoreName } from '../store-name.ts'

/** Where the local store keeps what, below its folder. */
export interface LocalPaths {
  readonly uploads: string
  readonly objects: string
  upload(place: Omit<UploadPlace, 'size'>): string
  object(name: ObjectName): string
}

const UPLOAD_SUFFIX = '.part'

/** The paths below a folder: `uploads/{unit}/{upload}.part` and `objects/{unit}/{first two digits}/{sha256}`. */
export function createLocalPaths(folder: string): LocalPaths {
  const uploads = join(folder, 'uploads')
  const objects = join(folder, 'objects')
  return {
    uploads,
    objects,
    upload: ({ unitId, uploadId }) =>
      join(uploads, checkedStoreName(unitId), `${checkedStoreName(uploadId)}${UPLOAD_SUFFIX}`),
    object: ({ unitId, sha256 }) =>
      join(objects, checkedStoreName(unitId), checkedStoreName(sha256).slice(0, 2), sha256),
  }
}

/** The upload id in a file name of the uploads folder, or undefined for a file of somebody else. */
export function readUploadId(fileName: string): string | undefined {
  const id = fileName.endsWith(UPLOAD_SUFFIX) ? fileName.slice(0, -UPLOAD_SUFFIX.length) : ''
  return isStoreName(id) ? id : undefined
}
