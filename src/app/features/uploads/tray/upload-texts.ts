import { useTranslation } from 'react-i18next'
import texts from '../../../locales/zh-CN/uploads.ts'
import { addTexts } from '../../../core/language/i18n.ts'

// They come with the tray; English is in the shell's own pack.
addTexts('zh-CN', 'uploads', texts)

/** The tray's texts in the current language. */
export function useUploadTexts() {
  return useTranslation('uploads').t
}
/** The function that gives one of them. */
export type UploadTranslate = ReturnType<typeof useUploadTexts>
