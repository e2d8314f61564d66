import { useLayoutEffect, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation, useSearchParams } from 'react-router-dom'
import { KIT_VERSION } from '../contract/limits.ts'
import { showAppearance } from '../src/app/core/appearance.ts'
import { Notices } from '../src/app/ui/feedback/Notices.tsx'
import { ChartsPage } from './pages/ChartsPage.tsx'
import { DialogPage } from './pages/DialogPage.tsx'
import { ExportPage } from './pages/ExportPage.tsx'
import { FeedbackPage } from './pages/FeedbackPage.tsx'
import { FieldsPage } from './pages/FieldsPage.tsx'
import { LayoutPage } from './pages/LayoutPage.tsx'
import { ListsPage } from './pages/ListsPage.tsx'
import { useSay } from './Story.tsx'

type CataloguePage = readonly [path: string, Page: ComponentType, chinese: string, english: string]

const first: CataloguePage = ['/dialog', DialogPage, '对话框', 'Dialog']
const pages: readonly CataloguePage[] = [
  first,
  ['/feedback', FeedbackPage, '提示与等待', 'Feedback'],
  ['/fields', FieldsPage, '按钮与输入框', 'Buttons and fields'],
  ['/lists', ListsPage, '滚动与加载', 'Scrolling and loading'],
  ['/layout', LayoutPage, '卡片与图标', 'Cards and icons'],
  ['/charts', ChartsPage, '图表', 'Charts'],
  ['/export', ExportPage, '导出', 'Export'],
]

/** The values of the address's settings; the first one is the default. */
const SETTINGS = {
  language: ['zh-CN', 'en'],
  mode: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'more'],
}

/** All widgets; the settings are in the address, so that a link shows the same. */
export function Catalogue() {
  const say = useSay()
  const { i18n } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const [, Page, chinese, english] = pages.find(([path]) => path === pathname) ?? first
  const name = say('界面组件', 'Interface kit')
  const language = search.get('language') ?? 'zh-CN'
  const [mode, contrast] = [search.get('mode'), search.get('contrast')]

  useLayoutEffect(() => {
    document.documentElement.lang = language
    void i18n.changeLanguage(language)
  }, [i18n, language])
  useLayoutEffect(() => showAppearance({ mode, contrast }, true), [mode, contrast])

  return (
    <>
      <title>{`${say(chinese, english)} · ${name} ${KIT_VERSION}`}</title>
      <header className="c-head">
        {name} {KIT_VERSION}
        {Object.entries(SETTINGS).map(([setting, values]) => (
          <label key={setting}>
            {setting}{' '}
            <select
              value={search.get(setting) ?? values[0]}
              onChange={({ target }) => setSearch({ ...Object.fromEntries(search), [setting]: target.value })}
            >
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </label>
        ))}
      </header>
      <nav className="c-nav" aria-label={say('组件列表', 'Widgets')}>
        {pages.map(([path, , ...names]) => (
          <NavLink key={path} to={{ pathname: path, search: `${search}` }}>
            {say(...names)}
          </NavLink>
        ))}
      </nav>
      <main className="c-main">
        <h1>{say(chinese, english)}</h1>
        <Page />
      </main>
      <Notices />
    </>
  )
}
