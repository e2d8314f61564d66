import calendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?raw'
import gear from '@phosphor-icons/core/regular/gear-six.svg?raw'
import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw'
import users from '@phosphor-icons/core/regular/users-three.svg?raw'
import { Link } from 'react-router-dom'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { HOME, routePath, type AppRoute } from './app-route.ts'
import { useGroups, PARENT, usePortal, useTexts } from './portal-context.ts'

interface Tab {
  readonly pages: readonly AppRoute['page'][]
  readonly label: string
  readonly glyph: string
  readonly to: AppRoute
  readonly count?: number
}

export function Tabs({ page }: { page: AppRoute['page'] }) {
  const t = useTexts()
  const { userType } = usePortal().user
  const { groups, waiting, mayAdminister, mayRegister } = useGroups()
  const tabs: Tab[] = [
    { pages: ['mine'], label: t(userType === PARENT ? 'page.children' : 'page.mine'), glyph: calendarCheck, to: HOME },
  ]
  if (groups.length > 0) {
    const to = { page: 'day', group: null, date: null } as const
    tabs.push({ pages: ['day', 'month', 'person'], label: t('page.day'), glyph: users, to })
  }
  const corrections = { page: 'corrections', view: null } as const
  tabs.push({
    pages: ['corrections'],
    label: t('page.corrections'),
    glyph: notePencil,
    to: corrections,
    count: waiting,
  })
  if (mayAdminister || mayRegister) {
    const to = { page: 'settings', part: null, year: null } as const
    tabs.push({ pages: ['settings'], label: t('page.settings'), glyph: gear, to })
  }
  return (
    <nav className="at-tabs" aria-label={t('tabs')}>
      {tabs.map(({ pages, label, glyph, to, count = 0 }) => (
        <Link
          key={label}
          className="at-tab"
          to={routePath(to)}
          aria-current={pages.includes(page) ? 'page' : undefined}
        >
          <Icon svg={glyph} />
          <span>{label}</span>
          {count > 0 && (
            <>
              <span className="at-tab__count" aria-hidden="true">
                {count}
              </span>
              <span className="visually-hidden">{t('waiting', { count })}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}
