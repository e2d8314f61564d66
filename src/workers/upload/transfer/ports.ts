import type { AnyEndpoint, RequestOf } from '../../../../contract/endpoint.ts'
import type { FileHashes } from '../../hash/chunk-hasher.ts'
import type { HashWatch } from '../../hash/hash-chunks.ts'

/** The file part of a multipart call. */
export interface Attachment {
  readonly bytes: Blob
  readonly name: string
  /** Hears how many of its bytes are on their way; starts over when the call is repeated. */
  readonly onSent: (bytes: number) => void
  /** Milliseconds without a sign of life after which the call has failed; the time of a whole call unless given. */
  readonly patience?: number
}

/** Makes a call of the contract once and resolves with the envelope's data. Throws CallFailure, or the signal's reason. */
export type Send = <R extends AnyEndpoint>(
  signal: AbortSignal,
  endpoint: R,
  input: RequestOf<R>,
  attachment?: Attachment,
) => Promise<unknown>

/** All that uploading needs of the world around it. */
export interface UploadPorts {
  readonly send: Send
  readonly hashChunks: (signal: AbortSignal, file: Blob, chunkSize: number, watch: HashWatch) => Promise<FileHashes>
  /** Whether the file's bytes can still be had; a file that was changed after it was chosen fails like a broken network. */
  readonly canRead: (file: Blob) => Promise<boolean>
  /** Asks the page to renew the session; true when repeating makes sense. */
  readonly renewSession: () => Promise<boolean>
  readonly isOnline: () => boolean
  /** Resolves when the browser says that the network is back, and after a while in any case, because browsers can be wrong. */
  readonly whenOnline: (signal: AbortSignal) => Promise<void>
  readonly sleep: (signal: AbortSignal, milliseconds: number) => Promise<void>
  /** How many calls that carry bytes may be under way at once, so that the page keeps connections for itself. */
  readonly mostLanes: () => number
  /** Milliseconds that only go forward. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
}
