import { CallFailure, ownFailure } from './call-failure.ts'
import type { UploadFailure } from './upload-state.ts'

/** The parts of an upload that can fail. */
export type UploadStep = 'hash' | 'check' | 'whole' | 'chunkCheck' | 'chunk' | 'merge'

/** A failure with the step at which it happened. */
export class StepFailure extends Error {
  readonly step: UploadStep

  constructor(step: UploadStep, cause: unknown) {
    super(`upload failed at ${step}`, { cause })
    this.name = 'StepFailure'
    this.step = step
  }
}

/** The work's result; what it throws is marked with the step. Throws the signal's reason unmarked. */
export async function atStep<T>(signal: AbortSignal, step: UploadStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof StepFailure ? error : new StepFailure(step, error)
  }
}

/** What the page is told about whatever ended an upload, by the names of section 8 of the specification. */
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
