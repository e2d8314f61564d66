import { blockUploadCheck, uploadChunk } from '../../../contract/calls/storage.ts'
import { CHUNK_SIZE } from '../../../contract/limits.ts'
import { checkChunkAnswer, readChunkCheck } from './answers.ts'
import { CallFailure } from './call-failure.ts'
import { createChunkLedger, type ChunkLedger } from './chunk-ledger.ts'
import { callPersistently, type CallContext } from './persistent-call.ts'
import { atStep } from './upload-failure.ts'

/** A chunk that arrives damaged this often was not damaged on its way. */
const MISMATCHES = 3

/** The file to send, in chunks of 2 MB. */
export interface ChunkedFile {
  readonly id: string
  readonly name: string
  readonly bytes: Blob
  readonly md5: string
  readonly chunkMd5s: readonly string[]
  readonly prefixMd5s: readonly string[]
}

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
  const ledger = createChunkLedger(file.bytes.size, CHUNK_SIZE, onSent)
  const { present } = await askForChunk(inner, file, 1, ledger)

  let next = 1
  async function sendInTurn(): Promise<void> {
    while (next <= ledger.chunks) {
      const chunk = next++
      // A server that does not list what it has is asked for each.
      if (!ledger.isComplete(chunk) && !present && chunk > 1) await askForChunk(inner, file, chunk, ledger)
      if (!ledger.isComplete(chunk)) await atStep(inner.signal, 'chunk', () => sendChunk(inner, file, chunk, ledger))
    }
  }
  // One more than there can be lanes, so that a lane that comes free never waits for the next chunk.
  const senders = Array.from({ length: context.ports.mostLanes() + 1 }, sendInTurn)
  try {
    await Promise.all(senders)
  } catch (error) {
    failed.abort(error)
    await Promise.allSettled(senders)
    throw error
  }
}

function fieldsOf({ id, name, md5, chunkMd5s }: ChunkedFile) {
  return { md5, name, uid: id, chunks: chunkMd5s.length }
}

/** Asks for a chunk and notes in the ledger whatever the server says it has. */
async function askForChunk(
  context: CallContext,
  file: ChunkedFile,
  chunk: number,
  ledger: ChunkLedger,
): Promise<{ present: readonly number[] | undefined }> {
  return atStep(context.signal, 'chunkCheck', async () => {
    const input = { ...fieldsOf(file), size: file.bytes.size, chunk }
    const { isThere, present } = readChunkCheck(await callPersistently(context, blockUploadCheck, input))
    ledger.complete(present ?? (isThere ? [chunk] : []))
    return { present }
  })
}

async function sendChunk(context: CallContext, file: ChunkedFile, chunk: number, ledger: ChunkLedger): Promise<void> {
  const { start, size } = ledger.place(chunk)
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
    onSent: (bytes: number) => ledger.underWay(chunk, bytes),
  }
  for (let mismatches = 1; ; mismatches++) {
    try {
      const answer = await callPersistently(context, uploadChunk, input, { attachment, canBeCut: true })
      checkChunkAnswer(answer, chunk)
      return ledger.complete([chunk])
    } catch (error) {
      const isDamaged = error instanceof CallFailure && (error.status === 409 || error.status === 422)
      if (!isDamaged || mismatches >= MISMATCHES) throw error
    }
  }
}
