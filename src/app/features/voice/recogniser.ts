/** One recognition of speech that is going on. */
export interface Recogniser {
  /** What was said, '' for nothing. Settles after `finish`, when the recogniser ends by itself, and rejects when it fails. */
  readonly result: Promise<string>
  /** All has been said. */
  finish(): void
}
