import * as z from 'zod/mini'
import { bilingual, type Envelope, envelopeSchema, refusalText } from '../../../../contract/envelope.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { CallFailure, ownFailure } from './upload-failures.ts'
import {
  storedFile,
  type StoredFile,
  batchResult,
  type BatchResult,
} from '../../../../contract/endpoints/storage/storage.ts'

export interface RawAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

/** The envelope's data. Throws CallFailure for a refusal and for a body without an envelope. */
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
  const [zh, en] = [refusalText('zh-CN', envelope), refusalText('en', envelope)]
  return zh !== undefined && en !== undefined ? bilingual(zh, en) : codeOfStatus(status)
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'session.required',
  403: 'access.denied',
  404: 'request.not_found',
  413: 'network.too_large',
  429: 'request.rate_limited',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
}

function codeOfStatus(status: number): ErrorCode {
  return CODES[status] ?? (status >= 500 ? 'server.internal' : 'request.invalid')
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

/** Null from a foreign server, which may answer anything truthy. Throws 'storage.file_mismatch' when other bytes were stored than were sent. */
export function readStoredFile(data: unknown, expected: { md5: string; size: number }): StoredFile | null {
  const file = storedFile.safeParse(data)
  if (!file.success) return null
  if (file.data.md5 !== expected.md5 || file.data.size !== expected.size) throw ownFailure('storage.file_mismatch')
  return file.data
}

const offer = z.object({ together: z.literal(true) })

export function offersBatches(data: unknown): boolean {
  return offer.safeParse(data).success
}

/** Throws 'network.answer'. */
function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const answer = z.safeParse(schema, data)
  if (!answer.success) throw ownFailure('network.answer')
  return answer.data
}

const batchAnswer = z.object({ files: z.array(batchResult) })

/** The results of the `count` files of a batch, in order. Throws 'network.answer'. */
export function readBatchResults(data: unknown, count: number): readonly BatchResult[] {
  const { files } = parseAnswer(batchAnswer, data)
  if (files.length !== count) throw ownFailure('network.answer')
  return files
}

const chunkCheck = z.object({
  data: z.optional(z.unknown()),
  present: z.optional(z.array(z.number())),
  ahead: z.optional(z.boolean()),
})

export interface ChunkCheck {
  readonly isThere: boolean
  /** All chunks that are stored, if the server lists them. */
  readonly present: readonly number[] | undefined
  /** Whether chunks may be sent before the file's MD5 is known. */
  readonly ahead: boolean
}

/** Throws 'network.answer'. */
export function readChunkCheck(data: unknown): ChunkCheck {
  const answer = parseAnswer(chunkCheck, data ?? {})
  return { isThere: Boolean(answer.data), present: answer.present, ahead: answer.ahead === true }
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
  return parseAnswer(madeFolder, data).id
}
