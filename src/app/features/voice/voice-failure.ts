/**
 * Why speaking led nowhere: nothing was understood, nothing matches, or speech cannot be recognised here: by no recogniser at all, or by none that can be
 * reached.
 */
export type VoiceProblem = 'notUnderstood' | 'unknown' | 'unsupported' | 'unreachable'

export class VoiceFailure extends Error {
  readonly problem: VoiceProblem

  constructor(problem: VoiceProblem) {
    super(`voice: ${problem}`)
    this.name = 'VoiceFailure'
    this.problem = problem
  }
}
