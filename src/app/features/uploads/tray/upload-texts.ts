import { useTranslation } from 'react-i18next'
import texts from '../../../locales/zh-CN/uploads.json'
import { addTexts } from '../../../core/language/i18n.ts'

// Loaded with the tray; the English texts are in the shell's pack.
addTexts('zh-CN', 'uploads', texts)

export function useUploadTexts() {
  return useTranslation('uploads').t
}
export type UploadTranslate = ReturnType<typeof useUploadTexts>
