import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import { answerQuestions } from '../../../runtime/answer-questions.ts'

const methods = {
  /** Returns PHC text. */
  hash: (password: string, cost: Options): string => hashSync(password, cost),
  /** Throws for a text that is no hash. */
  verify: (stored: string, password: string): boolean => verifySync(stored, password),
}
export type PasswordMethods = typeof methods

answerQuestions(methods)
