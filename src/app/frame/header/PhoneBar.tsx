import './phone-bar.css'
import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Checks from '@phosphor-icons/core/regular/list-checks.svg?react'
import Squares from '@phosphor-icons/core/regular/squares-four.svg?react'
import { memo, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bellText, useShownCounts } from '../../core/live/counts.ts'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { isOperatorsUnit } from '../../../../contract/fields.ts'
import { homePath } from '../../core/session/home-path.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { phonePath, type PhoneSection } from './phone-section.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lateDialog } from '../../ui/late-part.tsx'
import { OwnAvatar } from './OwnAvatar.tsx'
import type { HeaderTool } from './tools.tsx'

const MeSheet = lateDialog(() => import('./MeSheet.tsx'))

/** The bar at the bottom of a phone: desktop, messages, to-dos, and a sheet with all other tools. */
export const PhoneBar = memo(function PhoneBar({
  user,
  section,
  tools: allTools,
}: {
  user: Pick<SessionUser, 'realName' | 'englishName' | 'userImgPath' | 'sex' | 'unitType'>
  /** The section that is shown; null on any other page. */
  section: PhoneSection | null
  tools: readonly HeaderTool[]
}) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()
  const portrait = { picture: user.userImgPath, sex: user.sex }
  // The bar itself leads to the desktop.
  const tools = allTools.filter(({ key }) => key !== 'desktop')
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const shown = useShownCounts()
  const counts = shown?.counts
  const time = shown?.at ? formatDateTime(shown.at, language) : null
  const waits = { desktop: 0, messages: counts?.message ?? 0, todos: counts?.todo ?? 0 }

  return (
    <nav className="h-phone" aria-label={t('header.bottom')}>
      {(isOperatorsUnit(user.unitType) ? OF_OPERATORS : SECTIONS).map((to) => (
        <button
          key={to}
          type="button"
          className="h-tab"
          data-section={to}
          aria-label={
            waits[to] > 0
              ? `${t(LABELS[to])}, ${t(time === null ? 'unread' : 'unreadAsOf', { count: waits[to], time: time ?? '' })}`
              : t(LABELS[to])
          }
          aria-current={section === to ? 'page' : undefined}
          onClick={() => void navigate(phonePath(homePath(user), to))}
        >
          <Icon svg={GLYPHS[to]} size={24} />
          <span>{t(LABELS[to])}</span>
          {waits[to] > 0 && (
            <span className="k-count h-tab__count" data-length={bellText(waits[to]).length} aria-hidden="true">
              {bellText(waits[to])}
            </span>
          )}
        </button>
      ))}
      <button
        type="button"
        className="h-tab"
        data-section="me"
        data-action="own-menu"
        aria-label={t('header.me')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={MeSheet.prepare}
        onFocus={MeSheet.prepare}
        onClick={() => setOpen(true)}
      >
        <OwnAvatar {...portrait} size={24} />
        <span>{t('header.me')}</span>
      </button>
      {open && <MeSheet name={personName(user, language)} portrait={portrait} tools={tools} onClose={close} />}
    </nav>
  )
})

const SECTIONS: readonly PhoneSection[] = ['desktop', 'messages', 'todos']
const OF_OPERATORS: readonly PhoneSection[] = ['desktop']
const GLYPHS = { desktop: Squares, messages: Bell, todos: Checks } as const
const LABELS = { desktop: 'desktop', messages: 'messages', todos: 'header.todos' } as const
