import { chooseOtherLanguage } from '../../core/language/choose-language.ts'
import { JoinPage } from '../../features/join/JoinPage.tsx'
import fields from '../../locales/en/fields.json'
import englishJoin from '../../locales/en/join.json'
import kit from '../../locales/en/kit.json'
import englishPasswords from '../../locales/en/passwords.json'
import join from '../../locales/zh-CN/join.json'
import passwords from '../../locales/zh-CN/passwords.json'
import type { OutsidePage } from './start-outside.tsx'

/** The page where guardians find their child, outside the portal's frame: most of its visitors have no account yet. */
export default {
  chinese: { join, passwords },
  english: { fields, join: englishJoin, kit, passwords: englishPasswords },
  draw: () => <JoinPage onLanguage={chooseOtherLanguage} />,
} satisfies OutsidePage
