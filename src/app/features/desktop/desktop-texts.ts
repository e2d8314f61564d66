import chinese from '../../locales/zh-CN/desktop.json'
import { addTexts } from '../../core/language/i18n.ts'

// The first frame needs none of them; English is in the shell's own pack.
addTexts('zh-CN', 'desktop', chinese)
