import 'i18next'
import type { AccountTexts } from './zh-CN/account.ts'
import type { CommonTexts } from './zh-CN/common.ts'
import type { DesktopTexts } from './zh-CN/desktop.ts'
import type { ExternalAccountTexts } from './zh-CN/external-account.ts'
import type { FaceAdminTexts } from './zh-CN/faceAdmin.ts'
import type { StationTexts } from './zh-CN/station.ts'
import type { FaceTexts } from './zh-CN/face.ts'
import type { FamilyTexts } from './zh-CN/family.ts'
import type { KitTexts } from './zh-CN/kit.ts'
import type { MessageTexts } from './zh-CN/messages.ts'
import type { PasswordTexts } from './zh-CN/passwords.ts'
import type { ProtectionTexts } from './zh-CN/protection.ts'
import type { SettingsTexts } from './zh-CN/settings.ts'
import type { ShellTexts } from './zh-CN/shell.ts'
import type { SignInAdminTexts } from './zh-CN/signInAdmin.ts'
import type { StorageAdminTexts } from './zh-CN/storageAdmin.ts'
import type { ThemeTexts } from './zh-CN/theme.ts'
import type { TodoTexts } from './zh-CN/todos.ts'
import type { UploadTexts } from './zh-CN/uploads.ts'
import type { VersionTexts } from './zh-CN/versions.ts'
import type { ViewportTexts } from './zh-CN/viewport.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      externalAccount: ExternalAccountTexts
      face: FaceTexts
      faceAdmin: FaceAdminTexts
      station: StationTexts
      family: FamilyTexts
      common: CommonTexts
      kit: KitTexts
      settings: SettingsTexts
      shell: ShellTexts
      account: AccountTexts
      desktop: DesktopTexts
      messages: MessageTexts
      passwords: PasswordTexts
      protection: ProtectionTexts
      signInAdmin: SignInAdminTexts
      storageAdmin: StorageAdminTexts
      theme: ThemeTexts
      todos: TodoTexts
      uploads: UploadTexts
      versions: VersionTexts
      viewport: ViewportTexts
    }
  }
}
