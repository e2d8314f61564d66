import { useState } from 'react'
import { useLocation, Link } from 'react-router-dom'
import * as attendance from '../../contract/endpoints/attendance/attendance.ts'
import { Loaded } from '../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../src/app/micro-apps/use-endpoint.ts'
import { usePageHeading } from '../../src/app/ui/record/use-page-heading.ts'
import { HOME, routePath, readRoute, type AppRoute } from './app-route.ts'
import { CorrectionsPage } from './corrections/CorrectionsPage.tsx'
import { DayPage } from './groups/DayPage.tsx'
import { MonthPage } from './groups/MonthPage.tsx'
import { PersonPage } from './groups/PersonPage.tsx'
import { MinePage } from './mine/MinePage.tsx'
import { useRecordTexts } from './NobodyCard.tsx'
import { GroupsContext, PARENT, usePortal, useTexts, useGroups } from './portal-context.ts'
import { AbsencesPage } from './absences/AbsencesPage.tsx'
import CalendarX from '@phosphor-icons/core/regular/calendar-x.svg?react'
import CalendarCheck from '@phosphor-icons/core/regular/calendar-check.svg?react'
import NotePencil from '@phosphor-icons/core/regular/note-pencil.svg?react'
import Users from '@phosphor-icons/core/regular/users-three.svg?react'
import { Icon, type SvgComponent } from '../../src/app/ui/icons/Icon.tsx'
import { LinkRow } from '../../src/app/ui/layout/LinkRow.tsx'

/** The page of the address, and links to the pages that this user may see. */
export function AttendanceApp() {
  const { pathname, search } = useLocation()
  const found = readRoute(pathname, search)
  const [route, setRoute] = useState<AppRoute>(found ?? HOME)
  const query = useEndpoint(attendance.groups, {})

  // The fragment may also be a link within the page or of another application; such changes are ignored.
  if (found !== undefined && routePath(found) !== routePath(route)) setRoute(found)

  const title = usePageTitle()(route.page)
  const heading = usePageHeading(route.page, title)

  return (
    <div className="app-page">
      <h1 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      <Loaded query={query} lines={9} text={useRecordTexts()}>
        {(known) => (
          <GroupsContext value={known}>
            <Tabs page={route.page} />
            <Page route={route} />
          </GroupsContext>
        )}
      </Loaded>
    </div>
  )
}

/** Parents see the records of their children in place of their own. */
function usePageTitle(): (page: AppRoute['page']) => string {
  const t = useTexts()
  const { userType } = usePortal().user
  return (page) => {
    if (page === 'day' || page === 'month' || page === 'person') return t('page.group')
    return t(page === 'mine' && userType === PARENT ? 'page.children' : `page.${page}`)
  }
}

/** Whether the user decides about notices of absence. */
function useDecidesAbsences(): boolean {
  const { groups: seen, absences } = useGroups()
  return absences > 0 || seen.some(({ mayApprove }) => mayApprove)
}

function Page({ route }: { route: AppRoute }) {
  const decides = useDecidesAbsences()
  switch (route.page) {
    case 'mine':
      return <MinePage route={route} />
    case 'day':
      return <DayPage route={route} />
    case 'month':
      return <MonthPage route={route} />
    case 'person':
      return <PersonPage route={route} />
    case 'absences':
      // Others have their own notices, or those of their children, beside the month.
      return decides ? <AbsencesPage route={route} /> : <MinePage route={HOME} />
    case 'corrections':
      return <CorrectionsPage route={route} />
  }
}

const TABS: readonly { pages: readonly AppRoute['page'][]; glyph: SvgComponent; to: AppRoute }[] = [
  { pages: ['mine'], glyph: CalendarCheck, to: HOME },
  { pages: ['day', 'month', 'person'], glyph: Users, to: { page: 'day', group: null, date: null } },
  { pages: ['absences'], glyph: CalendarX, to: { page: 'absences', view: null } },
  { pages: ['corrections'], glyph: NotePencil, to: { page: 'corrections', view: null } },
]

function Tabs({ page }: { page: AppRoute['page'] }) {
  const t = useTexts()
  const titleOf = usePageTitle()
  const { groups: seen, waiting, uncertain, absences } = useGroups()
  const decides = useDecidesAbsences()
  const counts: Readonly<Partial<Record<AppRoute['page'], number>>> = { absences, corrections: waiting + uncertain }
  const isShown = (to: AppRoute) => {
    if (to.page === 'absences') return decides
    return to.page !== 'day' || seen.length > 0
  }
  return (
    <LinkRow className="k-parts k-parts--bar at-tabs" label={t('tabs')}>
      {TABS.filter(({ to }) => isShown(to)).map(({ pages, glyph, to }) => (
        <Link key={to.page} to={routePath(to)} aria-current={pages.includes(page) ? 'page' : undefined}>
          <Icon svg={glyph} />
          <span>{titleOf(to.page)}</span>
          <WaitingCount count={counts[to.page] ?? 0} />
        </Link>
      ))}
    </LinkRow>
  )
}

/** How many wait for the user's decision. */
function WaitingCount({ count }: { count: number }) {
  const t = useTexts()
  if (count === 0) return null
  return (
    <>
      <span className="at-tab__count" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{t('waiting', { count })}</span>
    </>
  )
}
