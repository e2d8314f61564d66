import { CorrectionsPage } from './corrections/CorrectionsPage.tsx'
import { DayPage } from './groups/DayPage.tsx'
import { MonthPage } from './groups/MonthPage.tsx'
import { PersonPage } from './groups/PersonPage.tsx'
import { MinePage } from './mine/MinePage.tsx'
import type { Place } from './place.ts'
import { SettingsPage } from './settings/SettingsPage.tsx'

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
