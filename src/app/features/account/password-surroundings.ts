import type { Language } from '../../../../contract/envelope.ts'
import { CallError } from '../../core/api/call-error.ts'
import type { PasswordSurroundings } from './PasswordSection.tsx'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import passwords from '../../locales/zh-CN/passwords.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'
import { updateRemembered } from './remembered-password.ts'

// They come with the pages that need them; English is in the shell's own pack.
addTexts('zh-CN', 'passwords', passwords)

/** What went wrong with a call about passwords, as a sentence; how long to wait is told in seconds. */
export function describePasswordFailure(error: unknown, language: Language): string {
  const seconds = error instanceof CallError && error.failure.kind === 'envelope' && error.failure.retryAfter
  if (seconds) return i18n.t('wait', { ns: 'passwords', count: seconds })
  return failureMessage(error, language, signInTexts(language).errors).text
}

/** What changing one's own password needs of the shell. */
export function passwordSurroundings(loginName: string, language: Language): PasswordSurroundings {
  return {
    loginName,
    rule: documentUnit()?.passwordRule ?? 'mixed',
    describe: (error) => describePasswordFailure(error, language),
    onPassword: (password) => updateRemembered(loginName, password),
  }
}
