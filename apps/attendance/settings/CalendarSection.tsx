import Briefcase from '@phosphor-icons/core/regular/briefcase.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Sun from '@phosphor-icons/core/regular/sun.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import { calendar, deleteDays, saveDays } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Loaded } from '../Loaded.tsx'
import { Stepper } from '../Stepper.tsx'
import type { AppRoute } from '../app-route.ts'
import { formatDay } from '../dates.ts'
import { nameIn } from '../name-in.ts'
import { useGroups, useLanguage, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { useEndpoint, useSend } from '../use-endpoint.ts'
import { DaysDialog } from './DaysDialog.tsx'
import { EntryRow } from './EntryRow.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { daysIn, spansOf, type DaySpan } from './day-spans.ts'

export function CalendarSection({ year }: { year: string }) {
  const t = useTexts()
  const { today } = useGroups()
  const query = useEndpoint(calendar, { year })
  const [adds, setAdds] = useState(false)
  const routeOf = (next: number): AppRoute => ({ page: 'settings', part: 'calendar', year: String(next) })
  const current = today.slice(0, 4)
  return (
    <SettingsSection
      title={t('settings.part.calendar')}
      hint={t('calendar.hint')}
      action={
        <Button kind="primary" icon={Plus} onClick={() => setAdds(true)}>
          {t('calendar.add')}
        </Button>
      }
    >
      <Stepper
        label={t('calendar.year', { year })}
        before={{ label: t('step.yearBefore'), to: routeOf(Number(year) - 1) }}
        after={{ label: t('step.yearAfter'), to: routeOf(Number(year) + 1) }}
        now={year === current ? null : { label: t('step.thisYear'), to: routeOf(Number(current)) }}
      />
      <Loaded query={query}>
        {(days) =>
          days.length === 0 ? (
            <NoData title={t('calendar.none', { year })} hint={t('calendar.noneHint')} />
          ) : (
            <SpanList spans={spansOf(days)} />
          )
        }
      </Loaded>
      {adds && <DaysDialog onClose={() => setAdds(false)} />}
    </SettingsSection>
  )
}

function SpanList({ spans }: { spans: readonly DaySpan[] }) {
  const t = useTexts()
  const send = useSend()
  const language = useLanguage()
  const { change } = useChange()

  const remove = (span: DaySpan) => {
    const name = nameIn(span, language)
    return change({
      work: async () => {
        const dates = daysIn(span).map(({ date }) => date)
        const before = await send(deleteDays, { dates })
        return before.length === 0 ? null : () => send(saveDays, { days: before })
      },
      done: t('calendar.deleted', { name }),
      failed: t('calendar.notDeleted', { name }),
    })
  }

  return (
    <ul>
      {spans.map((span) => {
        const { first, last, kind } = span
        const name = nameIn(span, language)
        const from = formatDay(first, language)
        const dates = first === last ? from : t('calendar.span', { from, to: formatDay(last, language) })
        const count = daysIn(span).length
        return (
          <li key={first}>
            <EntryRow
              glyph={kind === 'holiday' ? Sun : Briefcase}
              name={name}
              tags={[{ text: t(`calendar.kind.${kind}`), tone: kind === 'holiday' ? 'good' : 'warning' }]}
              details={[dates, ...(count > 1 ? [t('calendar.days', { count })] : [])]}
            >
              <IconButton
                svg={Trash}
                label={t('action.deleteNamed', { name: `${name} ${dates}` })}
                onClick={() => void remove(span)}
              />
            </EntryRow>
          </li>
        )
      })}
    </ul>
  )
}
