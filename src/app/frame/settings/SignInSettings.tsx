import { ProofDialog } from '../../features/account/proof/ProofDialog.tsx'
import { addTexts } from '../../core/language/i18n.ts'
import { SignInAdminPage } from '../../features/sign-in-admin/SignInAdminPage.tsx'
import protection from '../../locales/zh-CN/protection.json'
import signInAdmin from '../../locales/zh-CN/signInAdmin.json'

// English is in the shell's own pack.
addTexts('zh-CN', 'signInAdmin', signInAdmin)
addTexts('zh-CN', 'protection', protection)

export default function SignInSettings() {
  return <SignInAdminPage ProofDialog={ProofDialog} />
}
