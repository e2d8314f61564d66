import { join } from 'node:path'
import type { ObjectName, UploadPlace } from './byte-store.ts'

/** Where the local store keeps what, below its folder. */
export interface LocalPaths {
  readonly uploads: string
  readonly objects: string
  upload(place: Omit<UploadPlace, 'size'>): string
  object(name: ObjectName): string
}

const SAFE_NAME = /^[\da-f][\da-f-]*$/
const UPLOAD_SUFFIX = '.part'

/** The paths below a folder: `uploads/{unit}/{upload}.part` and `objects/{unit}/{first two digits}/{sha256}`. */
export function createLocalPaths(folder: string): LocalPaths {
  const uploads = join(folder, 'uploads')
  const objects = join(folder, 'objects')
  return {
    uploads,
    objects,
    upload: ({ unitId, uploadId }) => join(uploads, checked(unitId), `${checked(uploadId)}${UPLOAD_SUFFIX}`),
    object: ({ unitId, sha256 }) => join(objects, checked(unitId), checked(sha256).slice(0, 2), sha256),
  }
}

/** The upload id in a file name of the uploads folder, or undefined for a file of somebody else. */
export function readUploadId(fileName: string): string | undefined {
  const id = fileName.endsWith(UPLOAD_SUFFIX) ? fileName.slice(0, -UPLOAD_SUFFIX.length) : ''
  return isStoreName(id) ? id : undefined
}

/** True for a name that the store itself gives: what else lies in its folders (`lost+found`, `.DS_Store`) is left alone. */
export function isStoreName(name: string): boolean {
  return SAFE_NAME.test(name)
}

/** Names come from the database and the hash; one that could leave the folder is a defect, stopped here before it reaches the disk. */
function checked(name: string): string {
  if (!isStoreName(name)) throw new TypeError(`"${name}" is not a name of the store`)
  return name
}
