import 'i18next'
import type { AccountTexts } from './zh-CN/account.ts'
import type { CommonTexts } from './zh-CN/common.ts'
import type { ElsewhereTexts } from './zh-CN/elsewhere.ts'
import type { PasswordTexts } from './zh-CN/passwords.ts'
import type { ProtectionTexts } from './zh-CN/protection.ts'
import type { ShellTexts } from './zh-CN/shell.ts'
import type { SignInAdminTexts } from './zh-CN/signInAdmin.ts'
import type { ViewportTexts } from './zh-CN/viewport.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      elsewhere: ElsewhereTexts
      common: CommonTexts
      shell: ShellTexts
      account: AccountTexts
      passwords: PasswordTexts
      protection: ProtectionTexts
      signInAdmin: SignInAdminTexts
      viewport: ViewportTexts
    }
  }
}
