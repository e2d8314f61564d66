import { bilingual } from '../../../../contract/envelope.ts'
import { type ErrorCode, errorStatus } from '../../../../contract/errors.ts'
import type { CallError } from '../../../http/call-error.ts'
import { errorCodeOf } from '../../../http/error-code.ts'
import type { UploadFailure } from './upload-state.ts'

export class CallFailure extends Error {
  readonly code: string
  /** The envelope's status, else HTTP's, else 0 without an answer. */
  readonly status: number
  /** For the user: bilingual, or a code of contract/errors, which the page words. */
  readonly text: string
  /** Milliseconds. */
  readonly retryAfter: number | undefined

  constructor(code: string, status: number, text: string, retryAfter?: number) {
    super(`${status} ${code}`)
    this.name = 'CallFailure'
    this.code = code
    this.status = status
    this.text = text
    this.retryAfter = retryAfter
  }
}

/** A failure that the page words by its code: this worker loads no texts. */
export function ownFailure(code: ErrorCode, status: number = errorStatus(code), retryAfter?: number): CallFailure {
  return new CallFailure(code, status, code, retryAfter)
}

/** A failed call, in words that cross to the page. */
export function toCallFailure(error: CallError): CallFailure {
  const { failure, status } = error
  const own = errorCodeOf(error)
  const seconds = 'retryAfter' in failure ? failure.retryAfter : null
  const wait = seconds === null ? undefined : seconds * 1000
  if (failure.kind !== 'envelope') return ownFailure(own, status, wait)
  const [zh, en] = [error.serverText('zh-CN'), error.serverText('en')]
  const text = zh !== undefined && en !== undefined ? bilingual(zh, en) : own
  return new CallFailure(error.code, status, text, wait)
}

/** The names of section 8 of the specification for a failure of each step. */
const KINDS = {
  hash: 'uploadunkerror',
  check: 'checkerror',
  whole: 'uploaderror',
  chunkCheck: 'checkchunkerror',
  chunk: 'uploaderror',
  merge: 'chunkmerge',
} as const satisfies Record<string, UploadFailure['kind']>
type UploadStep = keyof typeof KINDS

export class StepFailure extends Error {
  readonly step: UploadStep

  constructor(step: UploadStep, cause: unknown) {
    super(`upload failed at ${step}`, { cause })
    this.name = 'StepFailure'
    this.step = step
  }
}

/** Throws what the work throws as StepFailure, but the signal's reason as it is. */
export async function atStep<T>(signal: AbortSignal, step: UploadStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof StepFailure ? error : new StepFailure(step, error)
  }
}

export function describeUploadFailure(error: unknown): UploadFailure {
  const step = error instanceof StepFailure ? error.step : 'chunk'
  const reason = error instanceof StepFailure ? error.cause : error
  // While hashing, only reading the file can fail.
  const otherwise = step === 'hash' ? 'storage.file_unreadable' : 'client.worker_stopped'
  const failure = reason instanceof CallFailure ? reason : ownFailure(otherwise)
  return { kind: kindOf(step, failure), code: failure.code, status: failure.status, message: failure.text }
}

function kindOf(step: UploadStep, { code, status }: CallFailure): UploadFailure['kind'] {
  if (code === 'storage.chunk_count') return 'chunkmerge'
  const kind = KINDS[step]
  return kind === 'uploaderror' && status === 0 ? 'uploadunkerror' : kind
}
