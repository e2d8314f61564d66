import texts from '../../locales/zh-CN/slips.json'
import { usePortal, useTextsOf, type Translator } from '../app-context.ts'

export type SlipTexts = Translator<typeof texts>

/** What all applications say of slips. English texts are in the packs of the applications that give them. */
export function useSlipTexts(): SlipTexts {
  const { i18n } = usePortal().language
  if (!i18n.hasResourceBundle('zh-CN', 'slips')) i18n.addResourceBundle('zh-CN', 'slips', texts)
  return useTextsOf('slips')
}
