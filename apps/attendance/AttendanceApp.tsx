import { useEffect, useRef, useState } from 'react'
import { useLocation, Link } from 'react-router-dom'
import { groups } from '../../contract/endpoints/attendance/attendance.ts'
import { Loaded } from './Loaded.tsx'
import { HOME, routePath, readRoute, type AppRoute } from './app-route.ts'
import { CorrectionsPage } from './corrections/CorrectionsPage.tsx'
import { DayPage } from './groups/DayPage.tsx'
import { MonthPage } from './groups/MonthPage.tsx'
import { PersonPage } from './groups/PersonPage.tsx'
import { MinePage } from './mine/MinePage.tsx'
import { GroupsContext, PARENT, usePortal, useTexts, useGroups } from './portal-context.ts'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { useQuery } from './use-query.ts'
import calendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?raw'
import gear from '@phosphor-icons/core/regular/gear-six.svg?raw'
import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw'
import users from '@phosphor-icons/core/regular/users-three.svg?raw'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'

/** The page of the address, and links to the pages that this user may see. */
export function AttendanceApp() {
  const t = useTexts()
  const portal = usePortal()
  const { pathname, search } = useLocation()
  const found = readRoute(pathname, search)
  const [route, setRoute] = useState<AppRoute>(found ?? HOME)
  const query = useQuery(groups, {})

  // The fragment may also be a link within the page or of another application; such changes are ignored.
  if (found !== undefined && routePath(found) !== routePath(route)) setRoute(found)

  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(route.page)
  useEffect(() => {
    // The followed link stays; screen readers continue at the new heading.
    if (before.current !== route.page) heading.current?.focus()
    before.current = route.page
  }, [route.page])

  const title = t(route.page === 'mine' && portal.user.userType === PARENT ? 'page.children' : `page.${route.page}`)
  useEffect(() => {
    portal.setTitle(title)
  }, [portal, title])

  return (
    <div className="at-page">
      <h1 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      <Loaded query={query} lines={9}>
        {(known) => (
          <GroupsContext value={{ ...known, reload: query.reload }}>
            <Tabs page={route.page} />
            <Page route={route} />
          </GroupsContext>
        )}
      </Loaded>
    </div>
  )
}

export function Page({ route }: { route: AppRoute }) {
  switch (route.page) {
    case 'mine':
      return <MinePage route={route} />
    case 'day':
      return <DayPage route={route} />
    case 'month':
      return <MonthPage route={route} />
    case 'person':
      return <PersonPage route={route} />
    case 'corrections':
      return <CorrectionsPage route={route} />
    case 'settings':
      return <SettingsPage route={route} />
  }
}

interface Tab {
  readonly pages: readonly AppRoute['page'][]
  readonly label: string
  readonly glyph: string
  readonly to: AppRoute
  readonly count?: number
}

function Tabs({ page }: { page: AppRoute['page'] }) {
  const t = useTexts()
  const { userType } = usePortal().user
  const { groups: seen, waiting, mayAdminister, mayRegister } = useGroups()
  const tabs: Tab[] = [
    { pages: ['mine'], label: t(userType === PARENT ? 'page.children' : 'page.mine'), glyph: calendarCheck, to: HOME },
  ]
  if (seen.length > 0) {
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
