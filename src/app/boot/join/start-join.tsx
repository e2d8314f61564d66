import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { JoinPage } from '../../features/join/JoinPage.tsx'
import { Notices } from '../../ui/feedback/Notices.tsx'
import englishCommon from '../../locales/en/common.json'
import englishJoin from '../../locales/en/join.json'
import englishFields from '../../locales/en/fields.json'
import englishKit from '../../locales/en/kit.json'
import englishPasswords from '../../locales/en/passwords.json'
import join from '../../locales/zh-CN/join.json'
import passwords from '../../locales/zh-CN/passwords.json'
import type { stationDeps } from '../Shell.tsx'

/** Renders the page where guardians find their child, outside the portal's frame: most of its visitors have no account yet. */
export function startJoin(place: Element, { Crash }: Pick<typeof stationDeps, 'Crash'>): void {
  for (const [namespace, own] of Object.entries({ join, passwords })) addTexts('zh-CN', namespace, own)
  const english = {
    common: englishCommon,
    fields: englishFields,
    join: englishJoin,
    kit: englishKit,
    passwords: englishPasswords,
  }
  for (const [namespace, own] of Object.entries(english)) addTexts('en', namespace, own)
  void i18n.changeLanguage(language.current)
  document.querySelector('#last-view')?.remove()
  place.replaceChildren()
  document.documentElement.dataset['page'] = 'join'
  createRoot(place).render(
    <StrictMode>
      <Crash>
        <I18nextProvider i18n={i18n}>
          <JoinPage onLanguage={() => void chooseLanguage(language.current === 'en' ? 'zh-CN' : 'en')} />
          <Notices />
        </I18nextProvider>
      </Crash>
    </StrictMode>,
  )
}
