import { chooseOtherLanguage } from '../../core/language/choose-language.ts'
import { SetupPage } from '../../features/setup/SetupPage.tsx'
import fields from '../../locales/en/fields.json'
import kit from '../../locales/en/kit.json'
import englishPasswords from '../../locales/en/passwords.json'
import englishSetup from '../../locales/en/setup.json'
import passwords from '../../locales/zh-CN/passwords.json'
import setup from '../../locales/zh-CN/setup.json'
import type { OutsidePage } from './start-outside.tsx'

/** The page of the first run, outside the portal's frame: there is no unit yet, and nothing is kept for use without a network. */
export default {
  chinese: { passwords, setup },
  english: { fields, kit, passwords: englishPasswords, setup: englishSetup },
  draw: () => <SetupPage onLanguage={chooseOtherLanguage} />,
} satisfies OutsidePage
