import type { Language } from '../../../../contract/envelope.ts'
import { ProofDialog } from '../../features/account/ProofDialog.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { SignInAdminPage } from '../../features/sign-in-admin/SignInAdminPage.tsx'
import protection from '../../locales/zh-CN/protection.ts'
import signInAdmin from '../../locales/zh-CN/signInAdmin.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'signInAdmin', signInAdmin)
addTexts('zh-CN', 'protection', protection)

/** How everybody of the unit signs in, wired to the shell's words for failed calls. */
export default function SignInSettings({ language, online }: { language: Language; online: boolean }) {
  const describe = (error: unknown) => failureMessage(error, language, signInTexts(language).errors).text
  return <SignInAdminPage language={language} online={online} describe={describe} ProofDialog={ProofDialog} />
}
