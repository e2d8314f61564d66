import './phone-bar.css'
import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import checks from '@phosphor-icons/core/regular/list-checks.svg?raw'
import squares from '@phosphor-icons/core/regular/squares-four.svg?raw'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { bellText, waiting } from '../../core/live/waiting.ts'
import type { Portrait } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import type { HeaderTool } from './tools.ts'

const loadSheet = () => import('./MeSheet.tsx')
const MeSheet = lazy(loadSheet)

/** The pages that a phone's bar leads to. */
export type PhonePlace = 'desktop' | 'messages' | 'todos'

/** The bar at the foot of a phone: the desktop, what waits, and a sheet with everything else. */
export function PhoneBar({
  place,
  name,
  portrait,
  tools,
  onGo,
}: {
  /** Which of them is shown; null for any other page. */
  place: PhonePlace | null
  /** Of the person. */
  name: string
  portrait: Portrait
  tools: readonly HeaderTool[]
  onGo: (place: PhonePlace) => void
}) {
  const { t } = useTranslation('shell')
  const { counts } = useSnapshot(waiting)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const prepare = () => void loadSheet().catch(() => {})
  const waits = { desktop: 0, messages: counts?.message ?? 0, todos: counts?.todo ?? 0 }

  return (
    <nav className="h-phone" aria-label={t('header.bottom')}>
      {(['desktop', 'messages', 'todos'] as const).map((to) => (
        <button
          key={to}
          type="button"
          className="h-tab"
          data-place={to}
          aria-label={waits[to] > 0 ? `${t(LABELS[to])}, ${t('unread', { count: waits[to] })}` : t(LABELS[to])}
          aria-current={place === to ? 'page' : undefined}
          onClick={() => onGo(to)}
        >
          <Icon svg={GLYPHS[to]} size={24} />
          <span>{t(LABELS[to])}</span>
          {waits[to] > 0 && (
            <span className="h-tab__count" aria-hidden="true">
              {bellText(waits[to])}
            </span>
          )}
        </button>
      ))}
      <button
        type="button"
        className="h-tab"
        data-place="me"
        aria-label={t('header.me')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        <OwnAvatar {...portrait} size={24} />
        <span>{t('header.me')}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <MeSheet name={name} portrait={portrait} tools={tools} onClose={close} />
        </Suspense>
      )}
    </nav>
  )
}

const GLYPHS = { desktop: squares, messages: bell, todos: checks } as const
const LABELS = { desktop: 'desktop', messages: 'messages', todos: 'header.todos' } as const
