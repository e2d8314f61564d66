import { bilingual } from '../../../../contract/envelope.ts'
import { type ErrorCode, errorTexts } from '../../../../contract/errors.ts'
import type { UploadFailure } from './upload-state.ts'

/** A call that failed. */
export class CallFailure extends Error {
  readonly code: string
  /** The envelope's status, else HTTP's, else 0 without an answer. */
  readonly status: number
  /** The message for the user, bilingual. */
  readonly text: string
  /** Milliseconds after which the server asked to be tried again. */
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

/** A failure with the portal's own text, for what the client finds itself and for answers without one. */
export function ownFailure(
  code: ErrorCode,
  status: number = errorTexts[code].status,
  retryAfter?: number,
): CallFailure {
  const { zh, en } = errorTexts[code]
  return new CallFailure(code, status, bilingual(zh, en), retryAfter)
}

/** The steps of an upload that can fail. */
export type UploadStep = 'hash' | 'check' | 'whole' | 'chunkCheck' | 'chunk' | 'merge'

export class StepFailure extends Error {
  readonly step: UploadStep

  constructor(step: UploadStep, cause: unknown) {
    super(`upload failed at ${step}`, { cause })
    this.name = 'StepFailure'
    this.step = step
  }
}

/** The work's result; throws StepFailure for what it throws, and the signal's reason unwrapped. */
export async function atStep<T>(signal: AbortSignal, step: UploadStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof StepFailure ? error : new StepFailure(step, error)
  }
}

/** Any error that ended an upload, by the names of section 8 of the specification. */
export function describeUploadFailure(error: unknown): UploadFailure {
  const step = error instanceof StepFailure ? error.step : 'chunk'
  const failure = findCallFailure(error, step)
  return { kind: kindOf(step, failure), code: failure.code, status: failure.status, message: failure.text }
}

function findCallFailure(error: unknown, step: UploadStep): CallFailure {
  const reason = error instanceof StepFailure ? error.cause : error
  if (reason instanceof CallFailure) return reason
  // While hashing, only reading the file can fail.
  return ownFailure(step === 'hash' ? 'storage.file_unreadable' : 'client.worker_stopped')
}

function kindOf(step: UploadStep, { code, status }: CallFailure): UploadFailure['kind'] {
  if (code === 'storage.chunk_count') return 'chunkmerge'
  switch (step) {
    case 'check':
      return 'checkerror'
    case 'chunkCheck':
      return 'checkchunkerror'
    case 'merge':
      return 'chunkmerge'
    case 'hash':
      return 'uploadunkerror'
    case 'whole':
    case 'chunk':
      return status === 0 ? 'uploadunkerror' : 'uploaderror'
  }
}

/** A failure that the client found without the server. */
export function failureOfCode(kind: UploadFailure['kind'], code: ErrorCode): UploadFailure {
  const { status, text } = ownFailure(code)
  return { kind, code, status, message: text }
}
