/** Why the portal cannot start: one sentence for the person who started it, printed without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
