import './attendance-settings.css'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { rules } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../PageHead.tsx'
import { useTexts } from '../portal-context.ts'
import { SettingsCards } from '../SettingsCards.tsx'
import { CalendarSection } from './CalendarSection.tsx'
import { CardsSection } from './CardsSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { StationsSection } from './StationsSection.tsx'

const PARTS = ['rules', 'calendar', 'stations', 'cards', 'general'] as const
type Part = (typeof PARTS)[number]

/** What the unit sets of attendance, one part at a time. */
export default function AttendanceSettingsPage() {
  const t = useTexts()
  const { part: wanted, year } = useParams()
  const shown = PARTS.find((part) => part === wanted) ?? 'rules'
  const query = useEndpoint(rules, {})
  const sections: Readonly<Record<Part, () => ReactNode>> = {
    rules: () => <RulesSection query={query} />,
    // Today is the unit's, which the rules come with.
    calendar: () => (
      <Loaded query={query}>{({ today }) => <CalendarSection year={readYear(year)} today={today} />}</Loaded>
    ),
    stations: () => <StationsSection />,
    cards: () => <CardsSection />,
    general: () => <GeneralSection />,
  }
  return (
    <SettingsCards>
      <PageHead title={t('section.attendance')} />
      <nav className="ad-parts" aria-label={t('attendance.parts')}>
        {PARTS.map((part) => (
          <Link
            key={part}
            to={part === 'rules' ? '/attendance' : `/attendance/${part}`}
            aria-current={part === shown ? 'page' : undefined}
          >
            {t(`attendance.part.${part}`)}
          </Link>
        ))}
      </nav>
      {sections[shown]()}
    </SettingsCards>
  )
}

function readYear(year: string | undefined): string | undefined {
  return year !== undefined && /^20\d\d$/.test(year) ? year : undefined
}
