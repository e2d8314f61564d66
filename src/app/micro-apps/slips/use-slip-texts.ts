import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import texts from '../../locales/zh-CN/slips.json'

/** The texts of slips in the current language. Chinese ones come with the first slips; English ones are in the packs of the applications that give slips. */
export function useSlipTexts(): TFunction<'slips'> {
  const { t, i18n } = useTranslation('slips')
  if (!i18n.hasResourceBundle('zh-CN', 'slips')) i18n.addResourceBundle('zh-CN', 'slips', texts)
  return t
}
