import { CallError } from '../api/call-error.ts'
import { addTexts, i18n } from '../language/i18n.ts'
import passwords from '../../locales/zh-CN/passwords.json'
import { failureText } from './failure-text.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'passwords', passwords)

/** A failed call about passwords as a sentence; a pause that the server demands is given in seconds. */
export function describePasswordFailure(error: unknown): string {
  const seconds = error instanceof CallError && error.failure.kind === 'envelope' && error.failure.retryAfter
  return seconds ? i18n.t('wait', { ns: 'passwords', count: seconds }) : failureText(error)
}
