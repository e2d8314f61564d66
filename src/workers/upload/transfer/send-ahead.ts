import { cancelUpload } from '../../../../contract/endpoints/storage.ts'
import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import type { ChunkListener, HashState } from '../../hash/chunk-hasher.ts'
import { askForChunk, sendChunk, type ChunkedFile } from '../protocol/chunk-calls.ts'
import { createChunkLedger } from '../persistence/chunk-ledger.ts'
import type { CallContext } from './persistent-call.ts'

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
  const ledger = createChunkLedger(bytes.size, CHUNK_SIZE, (sum) => onSum(sum))
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
      if (isEnding || next > ledger.chunks) return
      if (next > chunkMd5s.length) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        continue
      }
      const chunk = next++
      if (!ledger.isComplete(chunk)) await sendChunk(inner, file, chunk, ledger)
    }
  }

  async function run(): Promise<void> {
    if (!(await welcome)) return
    await Promise.all(Array.from({ length: context.ports.mostLanes() + 1 }, sendInTurn))
  }

  function stop(): void {
    isEnding = true
    cut.abort()
    wake()
  }

  const welcome = askForChunk(inner, file, 1, ledger).then(({ ahead }) => ahead)
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
      const { ahead } = await askForChunk(inner, named, 1, ledger).catch(async (error: unknown) => {
        // A chunk that failed has cut the question short, and knows why.
        if (cut.signal.aborted) await running
        throw error
      })
      if (!ahead) return false
      file = named
      onSum = onSent
      // What is there already counts from the beginning.
      ledger.complete([])
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
      const upload = { md5: id, size: bytes.size, chunks: ledger.chunks }
      const forget = () => context.ports.send(new AbortController().signal, cancelUpload, upload)
      // Not before: what still arrives would begin the upload anew.
      welcome.then((isWelcome) => isWelcome && running.then(forget, forget)).catch(() => {})
    },
    stop,
  }
}
