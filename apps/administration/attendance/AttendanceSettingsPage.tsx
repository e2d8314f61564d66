import './attendance-settings.css'
import { useParams } from 'react-router-dom'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { useTexts } from '../portal-context.ts'
import { CalendarSection } from './CalendarSection.tsx'
import { ATTENDANCE_PARTS } from './attendance-parts.ts'
import { CardsSection } from './CardsSection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { RulesSection } from './RulesSection.tsx'
import { StationsSection } from './StationsSection.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

/** What the unit sets of attendance, one part at a time. */
export default function AttendanceSettingsPage() {
  const t = useTexts()
  const { part: wanted, year } = useParams()
  const shown = ATTENDANCE_PARTS.find((part) => part === wanted) ?? 'rules'
  const query = useEndpoint(attendanceAdmin.rules, {})
  const section = () => {
    switch (shown) {
      case 'rules':
        return <RulesSection query={query} />
      case 'calendar':
        // Today is the unit's, which the rules come with.
        return <Loaded query={query}>{({ today }) => <CalendarSection year={readYear(year)} today={today} />}</Loaded>
      case 'stations':
        return <StationsSection />
      case 'cards':
        return <CardsSection />
      case 'general':
        return <GeneralSection />
    }
  }
  return (
    <div className="ad-settings">
      <PageHead title={t('section.attendance')} />
      <PartLinks
        label={t('attendance.parts')}
        base="/attendance"
        parts={ATTENDANCE_PARTS}
        current={shown}
        text={(part) => t(`attendance.part.${part}`)}
      />
      {section()}
    </div>
  )
}

function readYear(year: string | undefined): string | undefined {
  return year !== undefined && /^20\d\d$/.test(year) ? year : undefined
}
