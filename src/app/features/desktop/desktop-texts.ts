import chinese from '../../locales/zh-CN/desktop.json'
import { addTexts } from '../../core/language/i18n.ts'

// The first frame needs none of them; the English texts are in the shell's pack.
addTexts('zh-CN', 'desktop', chinese)
