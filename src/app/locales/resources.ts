import type deviceNames from '../../../contract/locales/zh-CN/deviceNames.json'
import type absences from './zh-CN/absences.json'
import type account from './zh-CN/account.json'
import type answers from './zh-CN/answers.json'
import type common from './zh-CN/common.json'
import type desktop from './zh-CN/desktop.json'
import type externalAccount from './zh-CN/externalAccount.json'
import type face from './zh-CN/face.json'
import type fields from './zh-CN/fields.json'
import type family from './zh-CN/family.json'
import type kit from './zh-CN/kit.json'
import type list from './zh-CN/list.json'
import type messages from './zh-CN/messages.json'
import type passwords from './zh-CN/passwords.json'
import type plainHttp from './zh-CN/plainHttp.json'
import type protection from './zh-CN/protection.json'
import type settings from './zh-CN/settings.json'
import type join from './zh-CN/join.json'
import type setup from './zh-CN/setup.json'
import type shell from './zh-CN/shell.json'
import type slips from './zh-CN/slips.json'
import type station from './zh-CN/station.json'
import type theme from './zh-CN/theme.json'
import type today from './zh-CN/today.json'
import type todos from './zh-CN/todos.json'
import type uploads from './zh-CN/uploads.json'
import type versions from './zh-CN/versions.json'
import type viewport from './zh-CN/viewport.json'
import type voice from './zh-CN/voice.json'

/** The texts of each i18next namespace. A key that is missing in Chinese does not exist; English is compared in scripts/language-sources.test.ts. */
export interface Resources {
  absences: typeof absences
  account: typeof account & typeof deviceNames
  answers: typeof answers
  common: typeof common
  desktop: typeof desktop
  externalAccount: typeof externalAccount
  face: typeof face
  family: typeof family
  fields: typeof fields
  kit: typeof kit
  list: typeof list
  messages: typeof messages
  passwords: typeof passwords
  plainHttp: typeof plainHttp
  protection: typeof protection
  settings: typeof settings
  join: typeof join
  setup: typeof setup
  shell: typeof shell
  slips: typeof slips
  station: typeof station
  theme: typeof theme
  today: typeof today
  todos: typeof todos
  uploads: typeof uploads
  versions: typeof versions
  viewport: typeof viewport
  voice: typeof voice
}
