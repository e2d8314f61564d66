import type { FileHashes, HashState } from '../../hash/chunk-hasher.ts'
import type { KeptHashes } from '../persistence/upload-records.ts'
import { makePath } from '../../../../contract/endpoints/storage/files.ts'
import * as storage from '../../../../contract/endpoints/storage/storage.ts'
import type { StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import { BATCH_FILE_BYTES, CHUNK_SIZE } from '../../../../contract/limits.ts'
import { readFolderId, readStoredFile } from '../protocol/answers.ts'
import { atStep, CallFailure } from '../protocol/upload-failures.ts'
import type { UploadProgress } from '../protocol/upload-state.ts'
import type { BatchUploader } from './batched-upload.ts'
import { type CallContext, callPersistently } from './persistent-call.ts'
import { createSpeedMeter } from './progress.ts'
import { type Ahead, canGoAhead, sendAhead, sendMissingChunks } from './send-chunks.ts'

export interface UploadJob {
  readonly id: string
  readonly name: string
  readonly serverid: string
  /** The application that its calls name; without it the page's. */
  readonly app?: string | undefined
  /** The folder of the finished file; the user's top folder when null. */
  readonly folderId: string | null
  /** Names of folders below that one, which are made where they are missing. */
  readonly path: readonly string[]
  readonly replaces?: string | undefined
}

/** A file's stored hashes, and callbacks that store new ones. */
export interface HashMemory {
  readonly known: KeptHashes | null
  readonly onState: (state: HashState) => void
  readonly onHashes: (hashes: FileHashes) => void
}

/** Of a file that is hashed sooner than its stored hashes are read. */
export const NO_MEMORY: HashMemory = { known: null, onState: () => {}, onHashes: () => {} }

/** Of one upload, with what all uploads share. */
export interface UploadContext extends CallContext {
  readonly folders: FolderPaths
  readonly batches: BatchUploader
}

/** Bytes between two stored states of a hashing. */
const STORE_STATE_EVERY = 32 * 1024 * 1024
/** How often all chunks are sent when the server reports missing ones. */
const ROUNDS = 3
/** Up to this size, asking whether the server has a file costs as much as sending it. */
const SEND_WITHOUT_CHECK = BATCH_FILE_BYTES

/**
 * Uploads a file by the protocol of section 4 of the specification: hash it, ask whether the server has it, else send it whole up to one chunk, else
 * send the missing chunks and merge them. Where the server allows it, chunks are sent while the file is hashed. Resolves with what the server stored,
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
    // If another device began the same file, the chunks sent ahead are still stored under the id.
    hashed.ahead?.drop()
    return stored
  } catch (error) {
    hashed.ahead?.stop()
    throw error
  }
}

interface HashedUpload {
  readonly hashes: FileHashes
  readonly ahead: Ahead | null
}

/** Continues an earlier hashing, and sends hashed chunks ahead. Throws StepFailure, or the signal's reason. */
async function hashUpload(
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
  const reportHashed = (hashed: number) => report({ phase: 'hashing', hashed, ...meter.note(hashed, file.size) })
  try {
    const hashes = await atStep(context.signal, 'hash', async () => {
      reportHashed(from?.bytes ?? 0)
      return ports.hashChunks(signal, file, CHUNK_SIZE, {
        from,
        onChunk: ahead?.offer,
        stateEvery: STORE_STATE_EVERY,
        onState,
        onProgress(hashed) {
          reportHashed(hashed)
          return gate.pass(signal)
        },
      })
    })
    onHashes(hashes)
    return { hashes, ahead }
  } catch (error) {
    ahead?.stop()
    throw error
  }
}

async function sendHashed(
  context: UploadContext,
  job: UploadJob,
  file: Blob,
  { hashes: { md5, chunkMd5s }, ahead }: HashedUpload,
  report: (state: UploadProgress) => void,
): Promise<StoredFile | null> {
  const { signal, ports } = context
  const { id, name, serverid, app, replaces } = job
  const folderId = await atStep(signal, 'check', () => context.folders.find(context, job.folderId, job.path))
  const target = { ...(folderId !== null && { folderId }), ...(replaces !== undefined && { replaces }) }
  const expected = { md5, size: file.size }
  if (file.size <= SEND_WITHOUT_CHECK) return atStep(signal, 'whole', sendWhole)
  // Chunks sent ahead have passed the quota check, and may already count against it.
  const size = ahead ? {} : { size: file.size }
  for (let round = 1; ; round++) {
    report({ phase: 'checking', md5 })
    const known = await atStep(signal, 'check', () =>
      callPersistently(context, storage.secondUploadCheck, { serverid, md5, name, ...size, ...target }),
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
    const input = { serverid, uid: id, md5, name, ...target }
    const { batches } = context
    const sendInBatch = batches.accepts(file)
      ? (cut: AbortSignal, patience: number) =>
          batches.send(cut, { input, app, attachment: { ...attachment, patience } })
      : undefined
    const options = { attachment, sendInBatch, canBeCut: sendInBatch !== undefined }
    return readStoredFile(await callPersistently(context, storage.upload, input, options), expected)
  }

  async function sendChunks(onSent: (bytes: number) => void, round: number): Promise<void> {
    if (round === 1 && ahead && (await ahead.finish(md5, onSent))) return
    await ahead?.end()
    await sendMissingChunks(context, { id, name, bytes: file, md5, chunkMd5s }, onSent)
  }

  async function merge(): Promise<StoredFile | null> {
    const input = { md5, name, size: file.size, chunks: chunkMd5s.length, serverid, ...target }
    return readStoredFile(await callPersistently(context, storage.mergeFile, input), expected)
  }

  function reportSending(): (sent: number) => void {
    report({ phase: 'sending', md5, sent: 0, speed: null, secondsLeft: null })
    // The first sample counts what the server had already.
    const meter = createSpeedMeter(ports.now)
    return (sent) => report({ phase: 'sending', md5, sent, ...meter.note(sent, file.size) })
  }
}

function saysChunksAreMissing(error: unknown): boolean {
  const reason = error instanceof Error ? error.cause : undefined
  return reason instanceof CallFailure && reason.status === 409
}

type FolderPaths = ReturnType<typeof createFolderPaths>

/** The ids of folders by their path, each requested once for all files. */
export function createFolderPaths() {
  const known = new Map<string, string>()
  const asking = new Map<string, Promise<string>>()
  const keyOf = (folderId: string | null, path: readonly string[]) => `${folderId ?? ''}/${path.join('/')}`

  async function ask(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string> {
    const top = folderId === null ? {} : { folderId }
    return readFolderId(await callPersistently(context, makePath, { path: path.join('/'), ...top }))
  }

  return {
    /** The folder's id; it and those above it are made where they are missing. Throws CallFailure and the signal's reason. */
    async find(context: CallContext, folderId: string | null, path: readonly string[]): Promise<string | null> {
      if (path.length === 0) return folderId
      const key = keyOf(folderId, path)
      // The upload that asks first may be paused or stopped; then the next one asks.
      for (let other = asking.get(key); other; other = asking.get(key)) await other.catch(() => {})
      const found = known.get(key)
      if (found !== undefined) return found
      const answer = ask(context, folderId, path).finally(() => asking.delete(key))
      asking.set(key, answer)
      const id = await answer
      known.set(key, id)
      return id
    },
    /** Forgets a folder that may have been removed. */
    forget(folderId: string | null, path: readonly string[]): void {
      known.delete(keyOf(folderId, path))
    },
  }
}
