import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { addTexts, i18n } from '../../core/language/i18n.ts'
import { language } from '../../core/language/language.ts'
import { Notices } from '../../ui/feedback/Notices.tsx'
import englishCommon from '../../locales/en/common.json'
import englishFace from '../../locales/en/face.json'
import englishStation from '../../locales/en/station.json'
import face from '../../locales/zh-CN/face.json'
import station from '../../locales/zh-CN/station.json'
import type { stationDeps } from '../Shell.tsx'
import { StationEntry } from './StationEntry.tsx'

/** Renders the page of a station. Its texts are bundled, because it needs both languages offline. */
export function startStation(place: Element, { Crash, signOut, startServiceWorker }: typeof stationDeps): void {
  addTexts('zh-CN', 'face', face)
  addTexts('zh-CN', 'station', station)
  addTexts('en', 'face', englishFace)
  addTexts('en', 'station', englishStation)
  addTexts('en', 'common', englishCommon)
  void i18n.changeLanguage(language.current)
  // Needed for opening the page offline.
  const updates = startServiceWorker()
  // A station has no user to ask. Waiting captures are stored, and the page is back in a second.
  const agree = () => {
    if (updates.state.current === 'ready') updates.accept()
  }
  updates.state.subscribe(agree)
  agree()
  place.replaceChildren()
  document.documentElement.dataset['page'] = 'station'
  createRoot(place).render(
    <StrictMode>
      <Crash>
        <I18nextProvider i18n={i18n}>
          <StationEntry signOut={signOut} />
          <Notices />
        </I18nextProvider>
      </Crash>
    </StrictMode>,
  )
}
