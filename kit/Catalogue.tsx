import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { KIT_VERSION } from '../contract/limits.ts'
import { showAppearance } from '../src/app/core/appearance.ts'
import { Notices } from '../src/app/ui/feedback/Notices.tsx'
import { Skeleton } from '../src/app/ui/feedback/Skeleton.tsx'
import { pageOf, pages } from './pages.ts'
import { readSettings } from './settings.ts'
import { showLanguage } from './texts.ts'
import { Toolbar } from './Toolbar.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function Catalogue() {
  const [search, setSearch] = useState(location.search)
  const page = pageOf(useSyncExternalStore(subscribe, () => location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const settings = readSettings(search)
  const { language, mode, contrast } = settings
  const say = (chinese: string, english: string) => (language === 'en' ? english : chinese)
  const title = say(...page.title)
  const name = say('界面组件', 'Interface kit')

  useLayoutEffect(() => showLanguage(language), [language])
  useLayoutEffect(() => showAppearance({ mode, contrast }, true), [mode, contrast])
  useEffect(() => {
    document.title = `${title} · ${name} ${KIT_VERSION}`
  }, [title, name])

  const set = (setting: string, value: string) => {
    const next = `?${new URLSearchParams({ ...settings, [setting]: value }).toString()}`
    history.replaceState(null, '', next + location.hash)
    setSearch(next)
  }

  return (
    <>
      <div className="c-frame">
        <header className="c-head">
          <p className="c-name">
            {name} <span className="c-version">{KIT_VERSION}</span>
          </p>
          <Toolbar settings={settings} onChange={set} say={say} />
        </header>
        <nav className="c-nav" aria-label={say('组件列表', 'Widgets')}>
          <ul>
            {pages.map(({ id, title: names }) => (
              <li key={id}>
                <a
                  href={`#/${id}`}
                  aria-current={id === page.id ? 'page' : undefined}
                  onClick={() => heading.current?.focus()}
                >
                  {say(...names)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="c-main">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="c-about">{say(...page.about)}</p>
          <Suspense fallback={<Skeleton label={title} />}>
            <page.Page key={page.id} language={language} say={say} />
          </Suspense>
        </main>
      </div>
      <Notices />
    </>
  )
}
