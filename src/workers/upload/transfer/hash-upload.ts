import { CHUNK_SIZE } from '../../../../contract/limits.ts'
import type { FileHashes } from '../../hash/chunk-hasher.ts'
import type { CallContext } from './persistent-call.ts'
import { canGoAhead, sendAhead, type Ahead } from './send-ahead.ts'
import { createSpeedMeter } from '../queue/speed-meter.ts'
import { atStep } from '../protocol/upload-failure.ts'
import type { HashMemory, UploadJob } from '../protocol/upload-job.ts'
import type { UploadProgress } from '../protocol/upload-state.ts'

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
