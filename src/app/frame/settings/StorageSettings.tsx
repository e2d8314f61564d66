import type { Language } from '../../../../contract/envelope.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { StorageAdminPage } from '../../features/storage-admin/StorageAdminPage.tsx'
import storageAdmin from '../../locales/zh-CN/storageAdmin.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'

// They come with the page that needs them; English is in the shell's own pack.
addTexts('zh-CN', 'storageAdmin', storageAdmin)

/** How much room the unit and its people have for files, wired to the shell's words for failed calls. */
export default function StorageSettings({ language, online }: { language: Language; online: boolean }) {
  const describe = (error: unknown) => failureMessage(error, language, signInTexts(language).errors).text
  return <StorageAdminPage language={language} online={online} describe={describe} />
}
