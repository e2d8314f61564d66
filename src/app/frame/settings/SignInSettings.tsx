import { describeFailure } from '../../core/notices/report-failure.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { ProofDialog } from '../../features/account/proof/ProofDialog.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { SignInAdminPage } from '../../features/sign-in-admin/SignInAdminPage.tsx'
import protection from '../../locales/zh-CN/protection.ts'
import signInAdmin from '../../locales/zh-CN/signInAdmin.ts'

// English is in the shell's own pack.
addTexts('zh-CN', 'signInAdmin', signInAdmin)
addTexts('zh-CN', 'protection', protection)

export default function SignInSettings() {
  const language = useLanguage()
  const online = useOnline()
  return <SignInAdminPage language={language} online={online} describe={describeFailure} ProofDialog={ProofDialog} />
}
