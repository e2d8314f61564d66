import { mergeFile, secondUploadCheck, upload, type StoredFile } from '../../../../contract/endpoints/storage.ts'
import { CHUNK_SIZE, BATCH_FILE_BYTES } from '../../../../contract/limits.ts'
import { readStoredFile } from '../protocol/answers.ts'
import { CallFailure } from '../protocol/call-failure.ts'
import type { UploadContext } from './folder-paths.ts'
import { hashUpload, type HashedUpload } from './hash-upload.ts'
import { callPersistently } from './persistent-call.ts'
import { sendMissingChunks } from './send-chunks.ts'
import { createSpeedMeter } from '../queue/speed-meter.ts'
import type { HashMemory, UploadJob } from '../protocol/upload-job.ts'
import { atStep } from '../protocol/upload-failure.ts'
import type { UploadProgress } from '../protocol/upload-state.ts'

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
    const { parcels } = context
    const inCompany = parcels.takes(file)
      ? (cut: AbortSignal, patience: number) => parcels.send(cut, { input, attachment: { ...attachment, patience } })
      : undefined
    return readStoredFile(
      await callPersistently(context, upload, input, { attachment, inCompany, canBeCut: inCompany !== undefined }),
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
