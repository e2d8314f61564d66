/** One sentence for the person who started the portal, printed without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/** A start that a full disk prevents. Nothing is damaged, so that a later one goes on. */
export class DiskFullError extends StartError {
  constructor(folder: string, options: { cause?: unknown } = {}) {
    super(
      `The disk of the folder ${folder} is full, so the portal cannot run. Its data is whole: make room there, and start the portal again.`,
      options,
    )
    this.name = 'DiskFullError'
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error, or one that caused it, says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (FULL.has(errorCode(at))) return true
  return false
}

/** The `code` of a system or database error ('ENOENT', '23505'), or '' when it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
