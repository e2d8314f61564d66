import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { Notices } from '../../ui/feedback/Notices.tsx'
import englishCommon from '../../locales/en/common.json'
import type { outsideDeps } from '../Shell.tsx'

type Texts = Readonly<Record<string, Record<string, unknown>>>

/** What a page outside the portal's frame gives to be started. Its texts are bundled in both languages: no pack is loaded for it. */
export interface OutsidePage {
  readonly chinese: Texts
  readonly english: Texts
  readonly draw: (deps: typeof outsideDeps) => ReactNode
}

/** Renders a page outside the portal's frame; `name` is what the document's styles know it by. */
export function startOutside(
  place: Element,
  name: string,
  { chinese, english, draw }: OutsidePage,
  deps: typeof outsideDeps,
): void {
  for (const [namespace, own] of Object.entries(chinese)) addTexts('zh-CN', namespace, own)
  for (const [namespace, own] of Object.entries({ common: englishCommon, ...english })) addTexts('en', namespace, own)
  void i18n.changeLanguage(language.current)
  document.querySelector('#last-view')?.remove()
  place.replaceChildren()
  document.documentElement.dataset['page'] = name
  createRoot(place).render(
    <StrictMode>
      <deps.Crash>
        <I18nextProvider i18n={i18n}>
          {draw(deps)}
          <Notices />
        </I18nextProvider>
      </deps.Crash>
    </StrictMode>,
  )
}
