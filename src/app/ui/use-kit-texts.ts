import type { i18n as Dictionary, TFunction } from 'i18next'
import { getI18n, useTranslation } from 'react-i18next'
import type { Language } from '../../../contract/envelope.ts'
import texts from '../locales/zh-CN/kit.json'

/** The kit's texts in the current language, and that language. English ones are in the pack that every page shares. */
export function useKitTexts(): { t: TFunction<'kit'>; language: Language } {
  const { t, i18n } = useTranslation('kit')
  addKitTexts(i18n)
  return { t, language: i18n.language === 'en' ? 'en' : 'zh-CN' }
}

/** As `useKitTexts`, for what runs after a press and draws nothing. */
export function kitTexts(): TFunction<'kit'> {
  const i18n = getI18n()
  addKitTexts(i18n)
  return i18n.getFixedT(null, 'kit')
}

/** Added with the first widget, so that the desktop's first frame does without. */
function addKitTexts(i18n: Dictionary): void {
  if (!i18n.hasResourceBundle('zh-CN', 'kit')) i18n.addResourceBundle('zh-CN', 'kit', texts)
}
