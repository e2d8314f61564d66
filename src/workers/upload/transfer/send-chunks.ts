import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import { askForChunk, sendChunk, type ChunkedFile } from '../protocol/chunk-calls.ts'
import { createChunkLedger } from '../persistence/chunk-ledger.ts'
import type { CallContext } from './persistent-call.ts'

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
      if (!ledger.isComplete(chunk)) await sendChunk(inner, file, chunk, ledger)
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
