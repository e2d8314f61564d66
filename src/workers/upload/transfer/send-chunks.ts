import { blockUploadCheck, cancelUpload, uploadChunk } from '../../../../contract/endpoints/storage/storage.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import type { ChunkListener, HashState } from '../../hash/chunk-hasher.ts'
import { checkChunkAnswer, type ChunkCheck, readChunkCheck } from '../protocol/answers.ts'
import { atStep, CallFailure } from '../protocol/upload-failures.ts'
import { type CallContext, callPersistently } from './persistent-call.ts'

/** The file to send, in chunks of CHUNK_SIZE bytes, which are numbered from 1. */
export interface ChunkedFile {
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  /** The key of the upload on the server: the file's MD5, or the upload's id while that is unknown. */
  readonly md5: string
  readonly chunkMd5s: readonly string[]
}

/**
 * Sends the chunks that the server does not have, several at a time. `onSent` gets how many bytes of the file are stored or sent.
 * Throws StepFailure, or the signal's reason, once all calls have ended.
 */
export async function sendMissingChunks(
  context: CallContext,
  file: ChunkedFile,
  onSent: (bytes: number) => void,
): Promise<void> {
  const failed = new AbortController()
  const inner = { ...context, signal: AbortSignal.any([context.signal, failed.signal]) }
  const progress = createChunkProgress(file.bytes.size, CHUNK_SIZE, onSent)
  const { present } = await checkChunk(inner, file, 1, progress)

  let next = 1
  async function sendNextChunks(): Promise<void> {
    while (next <= progress.chunks) {
      const chunk = next++
      // A server that does not list its chunks is asked for each.
      if (!progress.isComplete(chunk) && !present && chunk > 1) await checkChunk(inner, file, chunk, progress)
      if (!progress.isComplete(chunk)) await sendChunk(inner, file, chunk, progress)
    }
  }
  const senders = startSenders(context, sendNextChunks)
  try {
    await Promise.all(senders)
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled(senders)
    throw error
  }
}

/** One more than there are connections, so that none is ever idle. */
function startSenders({ ports }: CallContext, sendNextChunks: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: ports.maxConnections() + 1 }, sendNextChunks)
}

/** Shorter files are hashed before a server has answered. */
const AHEAD_FROM = 16 * 1024 * 1024

/** Whether a file may be sent under its upload's id, which must have the form of an MD5. */
export function canGoAhead(id: string, size: number): boolean {
  return size > AHEAD_FROM && /^[\da-f]{32}$/.test(id)
}

export type Ahead = ReturnType<typeof sendAhead>

/**
 * Sends the chunks of a file while the rest is still hashed, under the upload's id until the MD5 is known, if the server accepts this. `onFailed`
 * gets an error that the upload could not recover from later either.
 */
export function sendAhead(
  context: CallContext,
  { id, name, bytes }: Pick<ChunkedFile, 'id' | 'name' | 'bytes'>,
  from: HashState | undefined,
  onFailed: (reason: unknown) => void,
) {
  const cut = new AbortController()
  const inner = { ...context, signal: AbortSignal.any([context.signal, cut.signal]) }
  const chunkMd5s = [...(from?.chunkMd5s ?? [])]
  let file: ChunkedFile = { id, name, bytes, md5: id, chunkMd5s }
  let onSum: (bytes: number) => void = () => {}
  const progress = createChunkProgress(bytes.size, CHUNK_SIZE, (sum) => onSum(sum))
  let next = 1
  let isEnding = false
  let waiting: (() => void)[] = []

  function wake(): void {
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }

  async function sendNextChunks(): Promise<void> {
    for (;;) {
      if (isEnding || next > progress.chunks) return
      if (next > chunkMd5s.length) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        continue
      }
      const chunk = next++
      if (!progress.isComplete(chunk)) await sendChunk(inner, file, chunk, progress)
    }
  }

  async function run(): Promise<void> {
    if (await accepted) await Promise.all(startSenders(context, sendNextChunks))
  }

  /** Aborts all calls. */
  function stop(): void {
    isEnding = true
    cut.abort()
    wake()
  }

  const accepted = checkChunk(inner, file, 1, progress).then(({ ahead }) => ahead)
  const running = run()
  running.catch((error: unknown) => {
    if (inner.signal.aborted) return
    stop()
    onFailed(error)
  })

  const offer: ChunkListener = (chunk, chunkMd5) => {
    chunkMd5s[chunk - 1] = chunkMd5
    wake()
  }

  return {
    /** The next chunk is hashed and may be sent. */
    offer,
    /**
     * All chunks are hashed: gives the upload its MD5 without waiting for calls under way, and sends the rest under it. `onSent` gets how many bytes
     * of the file are stored or sent. False, and nothing has changed, when the server does not treat both keys as one upload. Throws StepFailure.
     */
    async finish(md5: string, onSent: (bytes: number) => void): Promise<boolean> {
      if (!(await accepted)) return false
      const named = { ...file, md5 }
      const { ahead } = await checkChunk(inner, named, 1, progress).catch(async (error: unknown) => {
        // When a failed chunk aborted this call, `running` rejects with the cause.
        if (cut.signal.aborted) await running
        throw error
      })
      if (!ahead) return false
      file = named
      onSum = onSent
      // Reports what is stored already.
      progress.complete([])
      await running
      return true
    },
    /** Starts no further chunk. Resolves when the calls under way have ended; throws StepFailure. */
    end(): Promise<void> {
      isEnding = true
      wake()
      return running
    },
    /** The upload is over: aborts all calls, and deletes from the server what is stored under the id. */
    drop(): void {
      stop()
      if (file.md5 !== id) return
      const upload = { md5: id, size: bytes.size, chunks: progress.chunks }
      const deleteChunks = () => context.ports.send(new AbortController().signal, cancelUpload, upload)
      // After the last call: a chunk that arrives later would start the upload anew.
      accepted.then((isAccepted) => isAccepted && running.then(deleteChunks, deleteChunks)).catch(() => {})
    },
    stop,
  }
}

/** How often a chunk may arrive damaged before it counts as damaged on this device. */
const MISMATCHES = 3

function fieldsOf({ id, name, bytes, md5 }: ChunkedFile) {
  return { md5, name, uid: id, chunks: Math.ceil(bytes.size / CHUNK_SIZE) }
}

/** Asks for a chunk and marks as complete what the server lists. Throws StepFailure. */
async function checkChunk(
  context: CallContext,
  file: ChunkedFile,
  chunk: number,
  progress: ChunkProgress,
): Promise<ChunkCheck> {
  return atStep(context.signal, 'chunkCheck', async () => {
    const input = { ...fieldsOf(file), size: file.bytes.size, chunk }
    const answer = readChunkCheck(await callPersistently(context, blockUploadCheck, input))
    progress.complete(answer.present ?? (answer.isThere ? [chunk] : []))
    return answer
  })
}

/** Throws StepFailure, or the signal's reason. */
function sendChunk(context: CallContext, file: ChunkedFile, chunk: number, progress: ChunkProgress): Promise<void> {
  const { start, size } = progress.range(chunk)
  const input = {
    ...fieldsOf(file),
    chunked: 'true',
    chunk,
    eachSize: CHUNK_SIZE,
    fileName: file.name,
    fullSize: file.bytes.size,
    size,
    chunkMd5: file.chunkMd5s[chunk - 1],
  }
  const attachment = {
    bytes: file.bytes.slice(start, start + size),
    name: file.name,
    onSent: (bytes: number) => progress.sent(chunk, bytes),
  }
  return atStep(context.signal, 'chunk', async () => {
    for (let mismatches = 1; ; mismatches++) {
      try {
        const answer = await callPersistently(context, uploadChunk, input, { attachment, canBeCut: true })
        checkChunkAnswer(answer, chunk)
        return progress.complete([chunk])
      } catch (error) {
        const isDamaged = error instanceof CallFailure && (error.status === 409 || error.status === 422)
        if (!isDamaged || mismatches >= MISMATCHES) throw error
      }
    }
  })
}

type ChunkProgress = ReturnType<typeof createChunkProgress>

/** Which chunks of a file are stored. `onSum` gets how many bytes are stored or sent. */
export function createChunkProgress(fileSize: number, chunkSize: number, onSum: (bytes: number) => void) {
  const chunks = Math.ceil(fileSize / chunkSize)
  const completed = new Set<number>()
  const bytesOf = new Map<number, number>()
  let sum = 0
  const range = (chunk: number) => {
    const start = (chunk - 1) * chunkSize
    return { start, size: Math.min(chunkSize, fileSize - start) }
  }
  function set(chunk: number, bytes: number): void {
    sum += bytes - (bytesOf.get(chunk) ?? 0)
    bytesOf.set(chunk, bytes)
  }
  return {
    chunks,
    range,
    isComplete: (chunk: number) => completed.has(chunk),
    /** So many bytes of a chunk were sent; more than its size counts as its size. */
    sent(chunk: number, bytes: number): void {
      if (completed.has(chunk)) return
      set(chunk, Math.min(bytes, range(chunk).size))
      onSum(sum)
    },
    /** The server has these chunks. Numbers outside of the file are ignored. */
    complete(numbers: readonly number[]): void {
      for (const chunk of numbers) {
        if (!Number.isInteger(chunk) || chunk < 1 || chunk > chunks) continue
        completed.add(chunk)
        set(chunk, range(chunk).size)
      }
      onSum(sum)
    },
  }
}
