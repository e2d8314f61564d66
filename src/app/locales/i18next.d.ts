import 'i18next'
import type { AccountTexts } from './zh-CN/account.ts'
import type { CommonTexts } from './zh-CN/common.ts'
import type { ShellTexts } from './zh-CN/shell.ts'
import type { ViewportTexts } from './zh-CN/viewport.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: { common: CommonTexts; shell: ShellTexts; account: AccountTexts; viewport: ViewportTexts }
  }
}
