import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { groups } from '../../contract/endpoints/attendance.ts'
import { Loaded } from './Loaded.tsx'
import { Tabs } from './Tabs.tsx'
import { HOME, placePath, readPlace, type Place } from './app-route.ts'
import { CorrectionsPage } from './corrections/CorrectionsPage.tsx'
import { DayPage } from './groups/DayPage.tsx'
import { MonthPage } from './groups/MonthPage.tsx'
import { PersonPage } from './groups/PersonPage.tsx'
import { MinePage } from './mine/MinePage.tsx'
import { GroupsContext, PARENT, usePortal, useTexts } from './portal-context.ts'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { useAnswer } from './use-query.ts'

/** The application: the page that the address names, and the ways to the others that this person may see. */
export function AttendanceApp() {
  const t = useTexts()
  const portal = usePortal()
  const { pathname, search } = useLocation()
  const named = readPlace(pathname, search)
  const [place, setPlace] = useState<Place>(named ?? HOME)
  const answer = useAnswer(groups, {})

  // The part after the hash is also the page's (a link to its content) and that of applications beside this one: those move nothing here.
  if (named !== undefined && placePath(named) !== placePath(place)) setPlace(named)

  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(place.page)
  useEffect(() => {
    // The link that was followed stays; reading goes on at the heading of the page that it led to.
    if (before.current !== place.page) heading.current?.focus()
    before.current = place.page
  }, [place.page])

  const title = t(place.page === 'mine' && portal.user.userType === PARENT ? 'page.children' : `page.${place.page}`)
  useEffect(() => {
    portal.setTitle(title)
  }, [portal, title])

  return (
    <div className="at-page">
      <h1 ref={heading} className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      <Loaded answer={answer} lines={9}>
        {(known) => (
          <GroupsContext value={{ ...known, reload: answer.reload }}>
            <Tabs page={place.page} />
            <Page place={place} />
          </GroupsContext>
        )}
      </Loaded>
    </div>
  )
}

/** The page of a place. */
export function Page({ place }: { place: Place }) {
  switch (place.page) {
    case 'mine':
      return <MinePage place={place} />
    case 'day':
      return <DayPage place={place} />
    case 'month':
      return <MonthPage place={place} />
    case 'person':
      return <PersonPage place={place} />
    case 'corrections':
      return <CorrectionsPage place={place} />
    case 'settings':
      return <SettingsPage place={place} />
  }
}
