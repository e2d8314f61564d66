import { useTranslation } from 'react-i18next'
import texts from '../../locales/zh-CN/slips.json'
import { usePortal } from '../app-context.ts'

/** The texts of slips; the English ones are in the packs of the applications that have slips. */
export function useSlipTexts() {
  const { i18n } = usePortal().language
  if (!i18n.hasResourceBundle('zh-CN', 'slips')) i18n.addResourceBundle('zh-CN', 'slips', texts)
  return useTranslation('slips', { i18n }).t
}
