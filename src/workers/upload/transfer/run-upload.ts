import type { FileHashes, HashState } from '../../hash/chunk-hasher.ts'
import { mergeFile, secondUploadCheck, type StoredFile, upload } from '../../../../contract/endpoints/storage.ts'
import { CHUNK_SIZE, BATCH_FILE_BYTES } from '../../../../contract/limits.ts'
import { readFolderId, readStoredFile } from '../protocol/answers.ts'
import { atStep, CallFailure } from '../protocol/upload-failures.ts'
import { type CallContext, callPersistently } from './persistent-call.ts'
import { type Ahead, canGoAhead, sendAhead, sendMissingChunks } from './send-chunks.ts'
import { createSpeedMeter } from './progress.ts'
import type { UploadProgress } from '../protocol/upload-state.ts'
import { makePath } from '../../../../contract/endpoints/files.ts'
import type { BatchUploader } from './batched-upload.ts'

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

/** A server that says so often that chunks are missing, after taking them all, loses them. */
const ROUNDS = 3
/** Asking whether the server has a file costs as much as sending one of this many bytes, which the server recognises as well. */
const NOT_WORTH_ASKING = BATCH_FILE_BYTES

/**
 * Uploads a file by the protocol of section 4 of the specification: MD5, does the server have it, else whole up to one chunk, else the missing
 * chunks and a merge. Where the server takes chunks before the MD5 is known, they go while the file is hashed. Resolves with what the server stored,
 * or null when a foreign server does not say. Throws StepFailure, or the signal's reason.
 */
export async function runUpload(
  context: UploadContext,
  job: UploadJob,
  file: Blob,
  memory: HashMemory,
  report: (state: UploadProgress) => void,
): Promise<StoredFile | null> {
  const hashed = await hashUpload(context, job, file, memory, report)
  try {
    const stored = await sendHashed(context, job, file, hashed, report)
    // Where another device began the same file, what was sent ahead of it is still there.
    hashed.ahead?.drop()
    return stored
  } catch (error) {
    hashed.ahead?.stop()
    throw error
  }
}

async function sendHashed(
  context: UploadContext,
  job: UploadJob,
  file: Blob,
  { hashes: { md5, chunkMd5s, prefixMd5s }, ahead }: HashedUpload,
  report: (state: UploadProgress) => void,
): Promise<StoredFile | null> {
  const { signal, ports } = context
  const { id, name, serverid } = job
  const folderId = await atStep(signal, 'check', () => context.folders.find(context, job.folderId, job.path))
  const folder = folderId === null ? {} : { folderId }
  const expected = { md5, size: file.size }
  if (file.size <= NOT_WORTH_ASKING) return atStep(signal, 'whole', sendWhole)
  // Who sends ahead has been told about the room already, and may be taking it.
  const size = ahead ? {} : { size: file.size }
  for (let round = 1; ; round++) {
    report({ phase: 'checking', md5 })
    const known = await atStep(signal, 'check', () =>
      callPersistently(context, secondUploadCheck, { serverid, md5, name, ...size, ...folder }),
    )
    if (known) return atStep(signal, 'check', async () => readStoredFile(known, expected))
    if (file.size <= CHUNK_SIZE) return atStep(signal, 'whole', sendWhole)
    await sendChunks(reportSending(), round)
    report({ phase: 'merging', md5 })
    try {
      return await atStep(signal, 'merge', merge)
    } catch (error) {
      if (round >= ROUNDS || !saysChunksAreMissing(error)) throw error
    }
  }

  async function sendWhole(): Promise<StoredFile | null> {
    const attachment = { bytes: file, name, onSent: reportSending() }
    const input = { serverid, uid: id, md5, name, ...folder }
    const { batches } = context
    const inCompany = batches.accepts(file)
      ? (cut: AbortSignal, patience: number) => batches.send(cut, { input, attachment: { ...attachment, patience } })
      : undefined
    return readStoredFile(
      await callPersistently(context, upload, input, {
        attachment,
        sendInBatch: inCompany,
        canBeCut: inCompany !== undefined,
      }),
      expected,
    )
  }

  async function sendChunks(onSent: (bytes: number) => void, round: number): Promise<void> {
    if (round === 1 && ahead && (await ahead.finish(md5, onSent))) return
    await ahead?.end()
    await sendMissingChunks(context, { id, name, bytes: file, md5, chunkMd5s, prefixMd5s }, onSent)
  }

  async function merge(): Promise<StoredFile | null> {
    const input = { md5, name, size: file.size, chunks: chunkMd5s.length, serverid, ...folder }
    return readStoredFile(await callPersistently(context, mergeFile, input), expected)
  }

  function reportSending(): (sent: number) => void {
    report({ phase: 'sending', md5, sent: 0, speed: null, secondsLeft: null })
    // It measures from the first number on, which counts what the server had already.
    const meter = createSpeedMeter(ports.now)
    return (sent) => {
      report({ phase: 'sending', md5, sent, ...meter.note(sent, file.size) })
    }
  }
}

function saysChunksAreMissing(error: unknown): boolean {
  const reason = error instanceof Error ? error.cause : undefined
  return reason instanceof CallFailure && reason.status === 409
}

/** What hashing has come to is kept every so many bytes. */
const KEEP_EVERY = 32 * 1024 * 1024

/** A file whose hashes are known, and its chunks that were sent meanwhile. */
export interface HashedUpload {
  readonly hashes: FileHashes
  readonly ahead: Ahead | null
}

/** Hashes a file from where an earlier start came to, and sends ahead what is hashed. Throws StepFailure, or the signal's reason. */
export async function hashUpload(
  context: CallContext,
  { id, name }: UploadJob,
  file: Blob,
  { known, onState, onHashes }: HashMemory,
  report: (state: UploadProgress) => void,
): Promise<HashedUpload> {
  if (known && 'hashes' in known) return { hashes: known.hashes, ahead: null }
  const { ports, gate } = context
  const from = known?.state
  const refused = new AbortController()
  const signal = AbortSignal.any([context.signal, refused.signal])
  const ahead = canGoAhead(id, file.size)
    ? sendAhead(context, { id, name, bytes: file }, from, (reason) => refused.abort(reason))
    : null
  const meter = createSpeedMeter(ports.now)
  const note = (hashed: number) => report({ phase: 'hashing', hashed, ...meter.note(hashed, file.size) })

  async function hash(): Promise<FileHashes> {
    note(from?.bytes ?? 0)
    return ports.hashChunks(signal, file, CHUNK_SIZE, {
      from,
      onChunk: ahead?.offer,
      stateEvery: KEEP_EVERY,
      onState,
      onProgress(hashed) {
        note(hashed)
        return gate.pass(signal)
      },
    })
  }

  try {
    const hashes = await atStep(context.signal, 'hash', hash)
    onHashes(hashes)
    return { hashes, ahead }
  } catch (error) {
    ahead?.stop()
    throw error
  }
}

/** What the calls of one upload share, and what all uploads have: the folders that they know, and the calls in which small files travel. */
export interface UploadContext extends CallContext {
  readonly folders: FolderPaths
  readonly batches: BatchUploader
}

/** Folders by the names that lead to them, each asked for once however many files go there. */
export interface FolderPaths {
  /** The folder's id, after it and those above it were made where they are missing. Throws CallFailure and the signal's reason. */
  find(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string | null>
  /** What was known of a folder is not so any more. */
  forget(folderId: string | null, path: readonly string[]): void
}

/** Nothing known yet. */
export function createFolderPaths(): FolderPaths {
  const known = new Map<string, string>()
  const asking = new Map<string, Promise<string>>()
  const keyOf = (folderId: string | null, path: readonly string[]) => `${folderId ?? ''}/${path.join('/')}`

  async function ask(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string> {
    const top = folderId === null ? {} : { folderId }
    return readFolderId(await callPersistently(context, makePath, { path: path.join('/'), ...top }))
  }

  return {
    async find(context, folderId, path) {
      if (path.length === 0) return folderId
      const key = keyOf(folderId, path)
      // Whoever asks first may be paused or stopped meanwhile: then the next one asks.
      for (let other = asking.get(key); other; other = asking.get(key)) await other.catch(() => {})
      const found = known.get(key)
      if (found !== undefined) return found
      const answer = ask(context, folderId, path).finally(() => asking.delete(key))
      asking.set(key, answer)
      const id = await answer
      known.set(key, id)
      return id
    },
    forget(folderId, path) {
      known.delete(keyOf(folderId, path))
    },
  }
}
