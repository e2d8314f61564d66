import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { type CallContext, callPersistently } from './persistent-call.ts'
import { blockUploadCheck, cancelUpload, uploadChunk } from '../../../../contract/endpoints/storage.ts'
import { checkChunkAnswer, type ChunkCheck, readChunkCheck } from '../protocol/answers.ts'
import { atStep, CallFailure } from '../protocol/upload-failures.ts'
import type { ChunkListener, HashState } from '../../hash/chunk-hasher.ts'

/**
 * Sends the chunks that the server does not have, several at a time. `onSent` hears how many bytes of the file are there or on their way.
 * Throws StepFailure, or the signal's reason, after everything that was under way has ended.
 */
export async function sendMissingChunks(
  context: CallContext,
  file: ChunkedFile,
  onSent: (bytes: number) => void,
): Promise<void> {
  const failed = new AbortController()
  const inner = { ...context, signal: AbortSignal.any([context.signal, failed.signal]) }
  const progress = createChunkProgress(file.bytes.size, CHUNK_SIZE, onSent)
  const { present } = await askForChunk(inner, file, 1, progress)

  let next = 1
  async function sendInTurn(): Promise<void> {
    while (next <= progress.chunks) {
      const chunk = next++
      // A server that does not list what it has is asked for each.
      if (!progress.isComplete(chunk) && !present && chunk > 1) await askForChunk(inner, file, chunk, progress)
      if (!progress.isComplete(chunk)) await sendChunk(inner, file, chunk, progress)
    }
  }
  // One more than there can be lanes, so that a lane that comes free never waits for the next chunk.
  const senders = Array.from({ length: context.ports.maxConnections() + 1 }, sendInTurn)
  try {
    await Promise.all(senders)
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled(senders)
    throw error
  }
}

/** A chunk that arrives damaged this often was not damaged on its way. */
const MISMATCHES = 3

/** The file to send, in chunks of 2 MB. */
export interface ChunkedFile {
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  /** What names the upload. */
  readonly md5: string
  readonly chunkMd5s: readonly string[]
  readonly prefixMd5s: readonly string[]
}

function fieldsOf({ id, name, bytes, md5 }: ChunkedFile) {
  return { md5, name, uid: id, chunks: Math.ceil(bytes.size / CHUNK_SIZE) }
}

/** Asks for a chunk and notes in the ledger whatever the server says it has. Throws StepFailure. */
export async function askForChunk(
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

/** Sends a chunk and notes in the ledger how it gets on. Throws StepFailure, or the signal's reason. */
export function sendChunk(
  context: CallContext,
  file: ChunkedFile,
  chunk: number,
  progress: ChunkProgress,
): Promise<void> {
  return atStep(context.signal, 'chunk', () => sendUntilWhole(context, file, chunk, progress))
}

async function sendUntilWhole(
  context: CallContext,
  file: ChunkedFile,
  chunk: number,
  progress: ChunkProgress,
): Promise<void> {
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
    prefixMd5: file.prefixMd5s[chunk - 1],
  }
  const attachment = {
    bytes: file.bytes.slice(start, start + size),
    name: file.name,
    onSent: (bytes: number) => progress.sent(chunk, bytes),
  }
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
}

/** Shorter files are hashed before a server has answered. */
const WORTH_IT = 16 * 1024 * 1024

/** The chunks of a file that go to the server while the rest is still being hashed, under the upload's id until its MD5 is known. */
export interface Ahead {
  /** The next chunk is hashed and may go. */
  readonly offer: ChunkListener
  /**
   * All chunks are hashed: gives the upload its MD5 without waiting for those under way, and sends the rest by that name. `onSent` hears how many bytes of the
   * file are there or on their way. False when the server does not know the two names for one; then nothing has changed. Throws StepFailure.
   */
  finish(md5: string, onSent: (bytes: number) => void): Promise<boolean>
  /** Begins no further chunk. Resolves when those under way have arrived; throws StepFailure. */
  end(): Promise<void>
  /** The upload is over: cuts short what is under way, and has the server throw away what it has under the id, if anything. */
  drop(): void
  /** Cuts short what is under way, if anything is. */
  stop(): void
}

/** Whether a file may be sent under its upload's id, which then stands where an MD5 does. */
export function canGoAhead(id: string, size: number): boolean {
  return size > WORTH_IT && /^[\da-f]{32}$/.test(id)
}

/** Asks the server whether it is worth it, and begins. `onFailed` hears what would also have ended the upload later. */
export function sendAhead(
  context: CallContext,
  { id, name, bytes }: { readonly id: string; readonly name: string; readonly bytes: Blob },
  from: HashState | undefined,
  onFailed: (reason: unknown) => void,
): Ahead {
  const cut = new AbortController()
  const inner = { ...context, signal: AbortSignal.any([context.signal, cut.signal]) }
  const chunkMd5s = [...(from?.chunkMd5s ?? [])]
  const prefixMd5s = [...(from?.prefixMd5s ?? [])]
  let file: ChunkedFile = { id, name, bytes, md5: id, chunkMd5s, prefixMd5s }
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

  async function sendInTurn(): Promise<void> {
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
    if (!(await welcome)) return
    await Promise.all(Array.from({ length: context.ports.maxConnections() + 1 }, sendInTurn))
  }

  function stop(): void {
    isEnding = true
    cut.abort()
    wake()
  }

  const welcome = askForChunk(inner, file, 1, progress).then(({ ahead }) => ahead)
  const running = run()
  running.catch((error: unknown) => {
    if (inner.signal.aborted) return
    stop()
    onFailed(error)
  })

  return {
    offer(chunk, chunkMd5, prefixMd5) {
      chunkMd5s[chunk - 1] = chunkMd5
      if (prefixMd5 !== undefined) prefixMd5s[chunk - 1] = prefixMd5
      wake()
    },
    async finish(md5, onSent) {
      if (!(await welcome)) return false
      const named = { ...file, md5 }
      const { ahead } = await askForChunk(inner, named, 1, progress).catch(async (error: unknown) => {
        // A chunk that failed has cut the question short, and knows why.
        if (cut.signal.aborted) await running
        throw error
      })
      if (!ahead) return false
      file = named
      onSum = onSent
      // What is there already counts from the beginning.
      progress.complete([])
      await running
      return true
    },
    end() {
      isEnding = true
      wake()
      return running
    },
    drop() {
      stop()
      if (file.md5 !== id) return
      const upload = { md5: id, size: bytes.size, chunks: progress.chunks }
      const forget = () => context.ports.send(new AbortController().signal, cancelUpload, upload)
      // Not before: what still arrives would begin the upload anew.
      welcome.then((isWelcome) => isWelcome && running.then(forget, forget)).catch(() => {})
    },
    stop,
  }
}

/** Keeps account of the chunks of a file, which are numbered from 1. */
export interface ChunkProgress {
  readonly chunks: number
  /** Where a chunk begins and how long it is, in bytes. */
  range(chunk: number): { start: number; size: number }
  isComplete(chunk: number): boolean
  /** So many bytes of a chunk are on their way; at most its size. */
  sent(chunk: number, bytes: number): void
  /** The server has these chunks. Numbers that the file does not have are passed over. */
  complete(chunks: readonly number[]): void
}

/** A ledger without any chunk; `onSum` hears the bytes that are complete or on their way. */
export function createChunkProgress(
  fileSize: number,
  chunkSize: number,
  onSum: (bytes: number) => void,
): ChunkProgress {
  const chunks = Math.ceil(fileSize / chunkSize)
  const done = new Set<number>()
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
    isComplete: (chunk) => done.has(chunk),
    sent(chunk, bytes) {
      if (done.has(chunk)) return
      set(chunk, Math.min(bytes, range(chunk).size))
      onSum(sum)
    },
    complete(numbers) {
      for (const chunk of numbers) {
        if (!Number.isInteger(chunk) || chunk < 1 || chunk > chunks) continue
        done.add(chunk)
        set(chunk, range(chunk).size)
      }
      onSum(sum)
    },
  }
}
