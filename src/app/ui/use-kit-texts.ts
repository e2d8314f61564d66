import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../contract/envelope.ts'
import texts from '../locales/zh-CN/kit.json'

/** The kit's texts in the current language, and that language. English ones are in the pack that every page shares. */
export function useKitTexts(): { t: TFunction<'kit'>; language: Language } {
  const { t, i18n } = useTranslation('kit')
  // Added with the first widget, so that the desktop's first frame does without.
  if (!i18n.hasResourceBundle('zh-CN', 'kit')) i18n.addResourceBundle('zh-CN', 'kit', texts)
  return { t, language: i18n.language === 'en' ? 'en' : 'zh-CN' }
}
