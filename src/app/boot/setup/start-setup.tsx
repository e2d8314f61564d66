import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { SetupPage } from '../../features/setup/SetupPage.tsx'
import { Notices } from '../../ui/feedback/Notices.tsx'
import englishCommon from '../../locales/en/common.json'
import englishFields from '../../locales/en/fields.json'
import englishKit from '../../locales/en/kit.json'
import englishPasswords from '../../locales/en/passwords.json'
import englishSetup from '../../locales/en/setup.json'
import passwords from '../../locales/zh-CN/passwords.json'
import setup from '../../locales/zh-CN/setup.json'
import type { stationDeps } from '../Shell.tsx'

/** Renders the page of the first run, outside the portal's frame: there is no unit yet, and nothing is kept for use without a network. */
export function startSetup(place: Element, { Crash }: Pick<typeof stationDeps, 'Crash'>): void {
  const texts = { 'zh-CN': { passwords, setup } } as const
  for (const [namespace, own] of Object.entries(texts['zh-CN'])) addTexts('zh-CN', namespace, own)
  const english = {
    common: englishCommon,
    fields: englishFields,
    kit: englishKit,
    passwords: englishPasswords,
    setup: englishSetup,
  }
  for (const [namespace, own] of Object.entries(english)) addTexts('en', namespace, own)
  void i18n.changeLanguage(language.current)
  place.replaceChildren()
  document.documentElement.dataset['page'] = 'setup'
  createRoot(place).render(
    <StrictMode>
      <Crash>
        <I18nextProvider i18n={i18n}>
          <SetupPage onLanguage={() => void chooseLanguage(language.current === 'en' ? 'zh-CN' : 'en')} />
          <Notices />
        </I18nextProvider>
      </Crash>
    </StrictMode>,
  )
}
