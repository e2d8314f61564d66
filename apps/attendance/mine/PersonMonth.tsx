import notePencil from '@phosphor-icons/core/regular/note-pencil.svg?raw'
import { useState, type ReactNode } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { mine, type PersonDay } from '../../../contract/endpoints/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Loaded } from '../Loaded.tsx'
import { MonthStepper } from '../Stepper.tsx'
import { TotalsLine } from '../TotalsLine.tsx'
import type { AppRoute } from '../app-route.ts'
import { groupOf, personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { useQuery, type Query } from '../use-query.ts'
import { CodeCard } from './CodeCard.tsx'
import { CorrectionDialog, type Wanted } from './CorrectionDialog.tsx'
import { DayAside } from './DayAside.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { MonthChart } from './MonthChart.tsx'
import { RuleCard } from './RuleCard.tsx'

type Whose = { studentId?: string; userId?: string }

/** A person's month: days, totals and actions. `routeOf` gives the address of another month or day. */
export function PersonMonth({
  month,
  day,
  whose,
  routeOf,
  chooser,
}: {
  month: string
  day: string | null
  whose: Whose
  routeOf: (next: { month?: string; day?: string | null }) => AppRoute
  chooser?: ReactNode
}) {
  const query = useQuery(mine, { month, ...whose })
  return (
    <>
      <div className="at-bar">
        <MonthStepper month={month} routeOf={(next) => routeOf({ month: next })} />
        {chooser}
      </div>
      <Loaded query={query} lines={9}>
        {(data) => <MonthParts query={query} data={data} day={day} whose={whose} routeOf={routeOf} />}
      </Loaded>
    </>
  )
}

function MonthParts({
  query,
  data,
  day,
  whose,
  routeOf,
}: {
  query: Query<ResponseOf<typeof mine>>
  data: ResponseOf<typeof mine>
  day: string | null
  whose: Whose
  routeOf: (next: { month?: string; day?: string | null }) => AppRoute
}) {
  const t = useTexts()
  const language = useLanguage()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { person, days, rule, totals, today, timeZone, mayRequest, mayCode } = data
  const shown = days.find(({ date }) => date === (day ?? today)) ?? null
  const ask = (about: PersonDay | null) => setWanted(about ? wantedFor(about) : { date: today, direction: 'in' })

  return (
    <>
      <section className="at-card" aria-label={t('mine.month')}>
        <div className="at-person">
          <div className="at-person__words">
            <h2>{personName(person, language)}</h2>
            <p>{[groupOf(person, language), person.number].filter(Boolean).join(t('dot'))}</p>
          </div>
          {mayRequest && (
            <Button kind="primary" icon={notePencil} onClick={() => ask(shown)}>
              {t('correction.ask')}
            </Button>
          )}
        </div>
        <TotalsLine totals={totals} of="person" />
      </section>
      <div className="at-columns">
        <MonthCalendar
          days={days}
          today={today}
          timeZone={timeZone}
          shown={shown?.date ?? null}
          routeOf={(date) => routeOf({ day: date, month: date.slice(0, 7) })}
        />
        <div className="at-aside">
          <DayAside
            day={shown}
            opened={day !== null}
            timeZone={timeZone}
            closed={routeOf({ day: null })}
            onAsk={mayRequest ? ask : null}
            onChanged={query.reload}
          />
          <RuleCard rule={rule} kind={person.kind} />
          {mayCode && <CodeCard {...(whose.studentId !== undefined && { studentId: whose.studentId })} />}
        </div>
      </div>
      <MonthChart days={days} />
      <CorrectionDialog
        wanted={wanted}
        today={today}
        {...(whose.studentId !== undefined && { studentId: whose.studentId })}
        onClose={() => setWanted(null)}
        onAsked={query.reload}
      />
    </>
  )
}

/** The clock event that a day most likely lacks. */
function wantedFor({ date, firstIn, lastOut }: PersonDay): Wanted {
  return { date, direction: firstIn !== null && lastOut === null ? 'out' : 'in' }
}
