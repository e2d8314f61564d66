/** One sentence for the person who started the portal, printed without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/** The `code` of a system or database error ('ENOENT', '23505'), or '' when it has none. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return ''
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
