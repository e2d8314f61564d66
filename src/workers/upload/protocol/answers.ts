import * as z from 'zod/mini'
import { bilingual, type Envelope, envelopeSchema, failureText } from '../../../../contract/envelope.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { CallFailure, ownFailure } from './upload-failures.ts'
import { storedFile, type StoredFile, batchResult, type BatchResult } from '../../../../contract/endpoints/storage.ts'

/** An HTTP answer, from fetch or XMLHttpRequest. */
export interface RawAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

/** The envelope's data. Throws CallFailure for a refusal, for an HTTP failure without an envelope, and for a body without one. */
export function readAnswer({ status, retryAfter, body }: RawAnswer, now: number): unknown {
  const isOk = status >= 200 && status < 300
  const wait = readRetryAfter(retryAfter, now)
  const envelope = envelopeSchema.safeParse(parseJson(body))
  if (!envelope.success) throw isOk ? ownFailure('network.answer') : ownFailure(codeOfStatus(status), status, wait)
  if (isOk && envelope.data.status === 200) return envelope.data.data
  const said = envelope.data.status === 200 ? status : envelope.data.status
  throw new CallFailure(envelope.data.code, said, textOf(envelope.data, said), wait)
}

function textOf(envelope: Envelope, status: number): string {
  const [zh, en] = [failureText('zh-CN', envelope), failureText('en', envelope)]
  return zh !== undefined && en !== undefined ? bilingual(zh, en) : ownFailure(codeOfStatus(status)).text
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'session.required'
    case 403:
      return 'access.denied'
    case 404:
      return 'request.not_found'
    case 413:
      return 'request.too_large'
    case 429:
      return 'request.rate_limited'
    case 502:
    case 503:
    case 504:
      return 'server.unavailable'
    default:
      return status >= 500 ? 'server.internal' : 'request.invalid'
  }
}

/** Retry-After in milliseconds from now: HTTP allows seconds or a date. */
function readRetryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const seconds = Number(value)
  const wait = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The file that the server stored; null from a foreign server, which may answer anything truthy. Throws 'storage.file_mismatch' when it describes
 * other bytes than were sent.
 */
export function readStoredFile(data: unknown, expected: { md5: string; size: number }): StoredFile | null {
  const file = storedFile.safeParse(data)
  if (!file.success) return null
  if (file.data.md5 !== expected.md5 || file.data.size !== expected.size) throw ownFailure('storage.file_mismatch')
  return file.data
}

const offer = z.object({ together: z.literal(true) })

/** Whether the answer to a stored file offers batched uploads. */
export function offersBatches(data: unknown): boolean {
  return offer.safeParse(data).success
}

const batchAnswer = z.object({ files: z.array(batchResult) })

/** The result of each of the `count` files of a batch. Throws 'network.answer'. */
export function readBatchResults(data: unknown, count: number): readonly BatchResult[] {
  const answer = batchAnswer.safeParse(data)
  if (!answer.success || answer.data.files.length !== count) throw ownFailure('network.answer')
  return answer.data.files
}

const chunkCheck = z.object({
  data: z.optional(z.unknown()),
  present: z.optional(z.array(z.number())),
  ahead: z.optional(z.boolean()),
})

/** The answer to a check for a chunk. */
export interface ChunkCheck {
  readonly isThere: boolean
  /** All chunks that are stored, if the server lists them. */
  readonly present: readonly number[] | undefined
  /** Whether chunks may be sent before the file's MD5 is known. */
  readonly ahead: boolean
}

/** Throws 'network.answer'. */
export function readChunkCheck(data: unknown): ChunkCheck {
  const answer = chunkCheck.safeParse(data ?? {})
  if (!answer.success) throw ownFailure('network.answer')
  return { isThere: Boolean(answer.data.data), present: answer.data.present, ahead: answer.data.ahead === true }
}

const chunkAnswer = z.object({ chunk: z.number() })

/** Throws 'storage.chunk_mismatch' when the server confirms another chunk than the one that was sent. */
export function checkChunkAnswer(data: unknown, chunk: number): void {
  const answer = chunkAnswer.safeParse(data)
  if (answer.success && answer.data.chunk !== chunk) throw ownFailure('storage.chunk_mismatch')
}

const madeFolder = z.object({ id: z.string() })

/** Throws 'network.answer'. */
export function readFolderId(data: unknown): string {
  const answer = madeFolder.safeParse(data)
  if (!answer.success) throw ownFailure('network.answer')
  return answer.data.id
}
