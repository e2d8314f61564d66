import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import texts from '../../locales/zh-CN/list.json'

/** The texts of lists in the current language, and that language. They come with the first list; English ones are in the pack that every page shares. */
export function useListTexts(): { t: TFunction<'list'>; language: Language } {
  const { t, i18n } = useTranslation('list')
  if (!i18n.hasResourceBundle('zh-CN', 'list')) i18n.addResourceBundle('zh-CN', 'list', texts)
  return { t, language: i18n.language === 'en' ? 'en' : 'zh-CN' }
}
