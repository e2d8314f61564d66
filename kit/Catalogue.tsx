import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { KIT_VERSION } from '../contract/limits.ts'
import { showAppearance } from '../src/app/core/appearance.ts'
import { Notices } from '../src/app/ui/feedback/Notices.tsx'
import { Skeleton } from '../src/app/ui/feedback/Skeleton.tsx'
import { pageOf, pages } from './pages.ts'
import { readSettings, writeSettings, type Settings } from './settings.ts'
import { LanguageContext, showLanguage } from './texts.ts'
import { Toolbar } from './Toolbar.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function Catalogue() {
  const [settings, setSettings] = useState<Settings>(() => readSettings(location.search))
  const page = pageOf(useSyncExternalStore(subscribe, () => location.hash))
  const heading = useRef<HTMLHeadingElement>(null)
  const { language, mode, contrast } = settings
  const title = page.title[language]
  const name = language === 'en' ? 'Interface kit' : '界面组件'

  useLayoutEffect(() => showLanguage(language), [language])
  useLayoutEffect(() => showAppearance({ mode, contrast }, true), [mode, contrast])
  useEffect(() => {
    document.title = `${title} · ${name} ${KIT_VERSION}`
  }, [title, name])

  const set = (changed: Partial<Settings>) => {
    const next = { ...settings, ...changed }
    history.replaceState(null, '', `${writeSettings(next)}${location.hash}`)
    setSettings(next)
  }

  return (
    <LanguageContext value={language}>
      <div className="c-frame">
        <header className="c-head">
          <p className="c-name">
            {name} <span className="c-version">{KIT_VERSION}</span>
          </p>
          <Toolbar settings={settings} onChange={set} />
        </header>
        <nav className="c-nav" aria-label={language === 'en' ? 'Widgets' : '组件列表'}>
          <ul>
            {pages.map(({ id, title: names }) => (
              <li key={id}>
                <a
                  href={`#/${id}`}
                  aria-current={id === page.id ? 'page' : undefined}
                  onClick={() => heading.current?.focus()}
                >
                  {names[language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main className="c-main">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p className="c-about">{page.about[language]}</p>
          <Suspense fallback={<Skeleton label={title} />}>
            <page.Page key={page.id} />
          </Suspense>
        </main>
      </div>
      <Notices />
    </LanguageContext>
  )
}
