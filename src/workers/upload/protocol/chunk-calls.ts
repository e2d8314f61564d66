import { blockUploadCheck, uploadChunk } from '../../../../contract/endpoints/storage.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { checkChunkAnswer, readChunkCheck, type ChunkCheck } from './answers.ts'
import { CallFailure } from './call-failure.ts'
import type { ChunkLedger } from '../persistence/chunk-ledger.ts'
import { callPersistently, type CallContext } from '../transfer/persistent-call.ts'
import { atStep } from './upload-failure.ts'

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
  ledger: ChunkLedger,
): Promise<ChunkCheck> {
  return atStep(context.signal, 'chunkCheck', async () => {
    const input = { ...fieldsOf(file), size: file.bytes.size, chunk }
    const answer = readChunkCheck(await callPersistently(context, blockUploadCheck, input))
    ledger.complete(answer.present ?? (answer.isThere ? [chunk] : []))
    return answer
  })
}

/** Sends a chunk and notes in the ledger how it gets on. Throws StepFailure, or the signal's reason. */
export function sendChunk(context: CallContext, file: ChunkedFile, chunk: number, ledger: ChunkLedger): Promise<void> {
  return atStep(context.signal, 'chunk', () => sendUntilWhole(context, file, chunk, ledger))
}

async function sendUntilWhole(
  context: CallContext,
  file: ChunkedFile,
  chunk: number,
  ledger: ChunkLedger,
): Promise<void> {
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
