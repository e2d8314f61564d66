import { useTranslation } from 'react-i18next'
import texts from '../../locales/zh-CN/theme.json'
import { addTexts } from '../../core/language/i18n.ts'

// The English texts are in the shell's pack.
addTexts('zh-CN', 'theme', texts)

/** The texts of themes in the current language. */
export function useThemeTexts() {
  return useTranslation('theme').t
}
