import * as storage from '../../../../contract/endpoints/storage/storage.ts'
import type { BatchResult } from '../../../../contract/endpoints/storage/storage.ts'
import { BATCH_BYTES, BATCH_FILE_BYTES, BATCH_FILES, REQUEST_TIMEOUT } from '../../../../contract/limits.ts'
import type { RequestOf } from '../../../../contract/endpoint.ts'
import { offersBatches, readBatchResults } from '../protocol/answers.ts'
import { CallFailure } from '../protocol/upload-failures.ts'
import type { Attachment } from '../../../http/report-progress.ts'
import type { UploadPorts } from './ports.ts'
import { retryDelay } from './retry.ts'
import type { SendBody } from './send-body.ts'

/** A small file with the fields of a call that sends it alone. */
interface SmallUpload {
  readonly input: RequestOf<typeof storage.upload>
  readonly attachment: Attachment
  /** The application that the call names; a batch has one. */
  readonly app?: string | undefined
}

interface BatchItem extends SmallUpload {
  readonly signal: AbortSignal
  readonly resolve: (data: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Queued calls with one file each; no more have a slot. */
const SINGLE_CALLS = 6

export type BatchUploader = ReturnType<typeof createBatchUploader>

/** Sends small files, several in one call once the answer to a single file has offered that. Each file has a result of its own. */
export function createBatchUploader({ send }: Pick<UploadPorts, 'send'>, sendBody: SendBody) {
  let waiting: BatchItem[] = []
  /** Calls that wait for a slot. */
  let queuedCalls = 0
  let sendingCalls = 0
  let offer: 'none' | 'made' | 'withdrawn' = 'none'

  /** While one batch is sent the next one fills up: a half-empty batch costs the server as much. */
  function wantedCalls(): number {
    if (offer !== 'made') return Math.min(waiting.length, SINGLE_CALLS)
    const full = Math.floor(waiting.length / BATCH_FILES) + (firstBatch(waiting).length < waiting.length ? 1 : 0)
    return Math.max(full, waiting.length > 0 && sendingCalls === 0 ? 1 : 0)
  }

  function dispatch(): void {
    while (queuedCalls < wantedCalls()) void makeCall()
  }

  async function makeCall(): Promise<void> {
    const cancelled = new AbortController()
    let batch: readonly BatchItem[] = []
    queuedCalls += 1
    try {
      await sendBody(cancelled.signal, async () => {
        batch = takeBatch()
        queuedCalls -= 1
        sendingCalls += 1
        try {
          await makeCallFor(cancelled, batch)
        } finally {
          sendingCalls -= 1
        }
      })
    } catch (error) {
      if (batch.length === 0) queuedCalls -= 1
      for (const { reject } of batch.length > 0 ? batch : takeBatch()) reject(error)
    }
    dispatch()
  }

  function takeBatch(): readonly BatchItem[] {
    const batch = offer === 'made' ? firstBatch(waiting) : waiting.slice(0, 1)
    waiting = waiting.slice(batch.length)
    return batch
  }

  async function makeCallFor(cancelled: AbortController, batch: readonly BatchItem[]): Promise<void> {
    const [first, ...others] = batch
    if (!first) return
    // The call goes on for the other files until all of them are cancelled.
    const onAbort = () => {
      if (batch.every(({ signal }) => signal.aborted)) cancelled.abort(first.signal.reason)
    }
    for (const { signal } of batch) signal.addEventListener('abort', onAbort)
    onAbort()
    try {
      if (others.length > 0) await sendBatch(cancelled.signal, batch)
      else await sendSingle(cancelled.signal, first)
    } finally {
      for (const { signal } of batch) signal.removeEventListener('abort', onAbort)
    }
  }

  async function sendSingle(signal: AbortSignal, { input, attachment, app, resolve }: BatchItem): Promise<void> {
    const data = await send(signal, storage.upload, input, attachment, app)
    if (offer === 'none' && offersBatches(data)) offer = 'made'
    resolve(data)
  }

  async function sendBatch(signal: AbortSignal, batch: readonly BatchItem[]): Promise<void> {
    const bytes = new Blob(batch.map(({ attachment }) => attachment.bytes))
    const patience = Math.max(...batch.map((item) => item.attachment.patience ?? REQUEST_TIMEOUT))
    const attachment = { bytes, name: 'together', patience, onSent: (sent: number) => reportSent(batch, sent) }
    const { serverid } = batch[0]?.input ?? { serverid: '' }
    const files = JSON.stringify(batch.map(describe))
    try {
      const answer = await send(signal, storage.uploadBatch, { serverid, files }, attachment, batch[0]?.app)
      const results = readBatchResults(answer, batch.length)
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result && 'file' in result) resolve(result.file)
        else if (result) reject(toFailure(result.failure))
      }
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status === 401 || retryDelay(error, 1, 0) !== undefined) throw error
      // The server refuses the batch as such: its files are sent one by one.
      offer = 'withdrawn'
      waiting.unshift(...batch.filter((item) => !item.signal.aborted))
    }
  }

  return {
    accepts: (file: Blob) => file.size <= BATCH_FILE_BYTES,
    /** Resolves with the envelope's data for this file. Throws CallFailure, of this file or of the whole call, and the signal's reason. */
    send(signal: AbortSignal, file: SmallUpload): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting = waiting.filter((other) => other !== item)
          reject(signal.reason)
        }
        const settleBy = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            signal.removeEventListener('abort', onAbort)
            settle(value)
          }
        }
        const item: BatchItem = { ...file, signal, resolve: settleBy(resolve), reject: settleBy(reject) }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', onAbort)
        waiting.push(item)
        dispatch()
      })
    },
  }
}

/** The first waiting files that fit into one call. */
function firstBatch(waiting: readonly BatchItem[]): readonly BatchItem[] {
  const first = waiting[0]
  let bytesLeft = BATCH_BYTES
  const end = waiting.findIndex(({ input, app, attachment }, at) => {
    bytesLeft -= attachment.bytes.size
    const differs = input.serverid !== first?.input.serverid || app !== first.app
    return at === BATCH_FILES || bytesLeft < 0 || differs
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

function describe({ input: { md5, name, folderId, replaces }, attachment }: BatchItem): object {
  return { name: name ?? attachment.name, md5, size: attachment.bytes.size, folderId, replaces }
}

/** Distributes the bytes sent to the files, which lie one after the other. */
function reportSent(batch: readonly BatchItem[], sent: number): void {
  let left = sent
  for (const { signal, attachment } of batch) {
    const own = Math.min(left, attachment.bytes.size)
    left -= own
    if (!signal.aborted) attachment.onSent(own)
  }
}

type BatchFailure = Extract<BatchResult, { failure: unknown }>['failure']

function toFailure({ code, status, message, retryAfter }: BatchFailure): CallFailure {
  return new CallFailure(code, status, message, retryAfter === undefined ? undefined : retryAfter * 1000)
}
