import '../src/app/ui/tokens.css'
import '../src/app/ui/controls.css'
import './catalogue.css'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { HashRouter } from 'react-router-dom'
import enCommon from '../src/app/locales/en/common.json'
import enFields from '../src/app/locales/en/fields.json'
import enKit from '../src/app/locales/en/kit.json'
import enList from '../src/app/locales/en/list.json'
import { guardComposition } from '../src/app/ui/composition-keys.ts'
import zhCommon from '../src/app/locales/zh-CN/common.json'
import { Catalogue } from './Catalogue.tsx'

guardComposition(window)
const root = document.getElementById('root')
if (!root) throw new Error('the document has no element for the catalogue')
void i18next.use(initReactI18next).init({
  lng: 'zh-CN',
  defaultNS: 'common',
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: {
    'zh-CN': { common: zhCommon },
    en: { common: enCommon, fields: enFields, kit: enKit, list: enList },
  },
})
createRoot(root).render(
  <StrictMode>
    <HashRouter>
      <Catalogue />
    </HashRouter>
  </StrictMode>,
)
