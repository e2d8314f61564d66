import type { ObjectName, UploadPlace } from '../byte-store.ts'
import { checkedStoreName, isStoreName } from '../store-name.ts'

/** An upload by its name alone. */
export type UploadName = Omit<UploadPlace, 'size'>

/** Below these, everything of the portal lies in its bucket; see `s3-byte-store.ts` for what is what. */
export const UPLOADS = 'uploads/'
export const OBJECTS = 'objects/'
export const BYTES = 'bytes/'
const KEPT = 'kept/'

/** Everything of an upload that is only there as long as it lasts, but its bytes. */
export function uploadPrefix({ unitId, uploadId }: UploadName): string {
  return `${UPLOADS}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

/** The key that says that an upload has a place, and where its parts go. */
export function placeKey(name: UploadName): string {
  return `${uploadPrefix(name)}place`
}

/** The first bytes of an upload: nobody can read a part before the whole is complete. */
export function headKey(name: UploadName): string {
  return `${uploadPrefix(name)}head`
}

/** A chunk on its own. */
export function chunkKey(name: UploadName, { offset, size }: ByteSpan): string {
  return `${chunksPrefix(name)}${offset}-${size}`
}

export function chunksPrefix(name: UploadName): string {
  return `${uploadPrefix(name)}chunks/`
}

/** Some bytes of a file, by where they lie. */
export interface ByteSpan {
  readonly offset: number
  readonly size: number
}

/** Where a chunk on its own belongs; undefined for the key of something else. */
export function readChunkKey(key: string): ByteSpan | undefined {
  const [, offset, size] = /\/chunks\/(\d+)-(\d+)$/.exec(key) ?? []
  return offset === undefined ? undefined : { offset: Number(offset), size: Number(size) }
}

/** The note that the object of this SHA-256 may point to the bytes of an upload. It lies below `keptPrefix`, and that is its last name. */
export function keptKey(name: UploadName, sha256: string): string {
  return `${keptPrefix(name)}${checkedStoreName(sha256)}`
}

export function keptPrefix({ unitId, uploadId }: UploadName): string {
  return `${KEPT}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}/`
}

/** The bytes of an upload that came in chunks, during and after it. */
export function bytesKey({ unitId, uploadId }: UploadName): string {
  return `${BYTES}${checkedStoreName(unitId)}/${checkedStoreName(uploadId)}`
}

export function objectKey({ unitId, sha256 }: ObjectName): string {
  return `${OBJECTS}${checkedStoreName(unitId)}/${checkedStoreName(sha256)}`
}

/** The two names of the store that follow the first part of a key; undefined for what somebody else put there. */
export function readNames(key: string): readonly [string, string] | undefined {
  const [, first = '', second = ''] = key.split('/')
  return isStoreName(first) && isStoreName(second) ? [first, second] : undefined
}
