import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import texts from '../../locales/zh-CN/fields.json'

/**
 * As `useKitTexts`, for fields that few pages have: their Chinese texts come with them, not with what every page loads. English ones are in the pack that every
 * page shares.
 */
export function useFieldTexts(): TFunction<'fields'> {
  const { t, i18n } = useTranslation('fields')
  if (!i18n.hasResourceBundle('zh-CN', 'fields')) i18n.addResourceBundle('zh-CN', 'fields', texts)
  return t
}
