import type { FileHashes, HashState } from '../../hash/chunk-hasher.ts'

/** One file to upload, apart from its bytes. */
export interface UploadJob {
  readonly id: string
  readonly name: string
  readonly serverid: string
  /** Where the finished file goes; the caller's top folder when null. */
  readonly folderId: string | null
  /** Names of folders below that one, which are made where they are missing. */
  readonly path: readonly string[]
}

/** What is known of a file's hashes from an earlier start, and who keeps what becomes known. */
export interface HashMemory {
  /** All of them, or as far as they were computed. */
  readonly known: { readonly hashes: FileHashes } | { readonly state: HashState } | null
  readonly onState: (state: HashState) => void
  readonly onHashes: (hashes: FileHashes) => void
}
