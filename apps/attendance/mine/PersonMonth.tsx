import NotePencil from '@phosphor-icons/core/regular/note-pencil.svg?react'
import { useState, type ReactNode, useMemo } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { PersonDay } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { NobodyCard, useRecordTexts } from '../NobodyCard.tsx'
import { MonthStepper } from '../MonthStepper.tsx'
import { TotalsChart, TotalsLine } from '../TotalsLine.tsx'
import { useNavigate } from 'react-router-dom'
import { routePath, type AppRoute } from '../app-route.ts'
import { groupOf, personName, nameIn } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { AbsenceCard, ExcuseButton } from './AbsenceCard.tsx'
import { ClockInCard } from './ClockInCard.tsx'
import { CodeCard } from './CodeCard.tsx'
import { FaceInvite } from './FaceInvite.tsx'
import { CorrectionDialog, type Wanted } from './CorrectionDialog.tsx'
import { DayAside } from './DayAside.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { addMonths, describeWeekdays, formatMonth, formatShortDay } from '../../../src/app/ui/format/calendar.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { countWeeks } from './count-weeks.ts'
import { personSheet } from './person-sheet.ts'

interface Shown {
  readonly day: string | null
  readonly whose: { studentId?: string; userId?: string }
  /** The address of another month or day. */
  readonly routeOf: (next: { month?: string; day?: string | null }) => AppRoute
}

/** A person's month: days, totals and actions. */
export function PersonMonth({ month, chooser, ...shown }: Shown & { month: string; chooser?: ReactNode }) {
  const query = useEndpoint(attendance.mine, { month, ...shown.whose })
  const recordTexts = useRecordTexts()
  const isNobody = query.isLoadingError && failureCode(query.error) === 'attendance.no_person'
  return (
    <>
      <div className="at-bar">
        <MonthStepper month={month} routeOf={(next) => shown.routeOf({ month: next })} />
        {chooser}
        {/* The month before stays in sight while another is loaded. */}
        <PersonExport month={month} data={query.isPlaceholderData ? undefined : query.data} />
      </div>
      {isNobody ? (
        <NobodyCard />
      ) : (
        <Loaded query={query} lines={9} text={recordTexts}>
          {(data) => <MonthParts month={month} data={data} {...shown} />}
        </Loaded>
      )}
    </>
  )
}

/** Downloads the shown month. */
function PersonExport({ month, data }: { month: string; data: ResponseOf<typeof attendance.mine> | undefined }) {
  const t = useTexts()
  const language = useLanguage()
  const name = data ? personName(data.person, language) : ''
  return (
    <ExportButton
      file={t('exportFile', { name, when: formatMonth(month, language) })}
      source={() => (data ? [personSheet(data, { language, t })] : null)}
      disabled={data === undefined}
    />
  )
}

function MonthParts({
  month,
  data,
  day,
  whose: { studentId },
  routeOf,
}: Shown & { month: string; data: ResponseOf<typeof attendance.mine> }) {
  const t = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { person, days, rule, totals, today, timeZone, mayRequest, mayExcuse, mayCode } = data
  const pupil = studentId === undefined ? {} : { studentId }
  const shown = days.find(({ date }) => date === (day ?? today)) ?? null
  const ask = (about: PersonDay | null) => setWanted(about ? wantedFor(about) : { date: today, direction: 'in' })

  return (
    <>
      <section className="app-card" aria-label={t('mine.month')}>
        <div className="at-person">
          <div>
            <h2>{personName(person, language)}</h2>
            <p className="k-soft">{[groupOf(person, language), person.number].filter(Boolean).join(t('dot'))}</p>
          </div>
          <div className="k-buttons">
            {mayExcuse && <ExcuseButton data={data} day={shown} />}
            {mayRequest && (
              <Button
                data-action="request-correction"
                kind={mayExcuse ? 'plain' : 'primary'}
                icon={NotePencil}
                onClick={() => ask(shown)}
              >
                {t('correction.ask')}
              </Button>
            )}
          </div>
        </div>
        <TotalsLine totals={totals} of="person" />
      </section>
      <div className="at-columns">
        <MonthCalendar
          data={data}
          shown={shown?.date ?? null}
          routeOf={(date) => routeOf({ day: date, month: date.slice(0, 7) })}
          onStep={(by) => void navigate(routePath(routeOf({ month: addMonths(month, by) })))}
        />
        <div className="k-stack at-aside">
          <DayAside
            day={shown}
            opened={day !== null}
            timeZone={timeZone}
            closed={routeOf({ day: null })}
            onAsk={mayRequest ? ask : null}
          />
          {person.kind === 'pupil' && <AbsenceCard person={person} today={today} />}
          <RuleCard rule={rule} kind={person.kind} />
          {mayCode && studentId === undefined && <ClockInCard />}
          {mayCode && <CodeCard whose={pupil} />}
          {mayCode && <FaceInvite />}
        </div>
      </div>
      <MonthChart days={days} />
      {wanted && <CorrectionDialog wanted={wanted} today={today} whose={pupil} onClose={() => setWanted(null)} />}
    </>
  )
}

/** The clock event that a day most likely lacks. */
function wantedFor({ date, firstIn, lastOut }: PersonDay): Wanted {
  return { date, direction: firstIn !== null && lastOut === null ? 'out' : 'in' }
}

type Rule = NonNullable<ResponseOf<typeof attendance.mine>['rule']>

/** The rule for a person, as a sentence. */
function RuleCard({ rule, kind }: { rule: Rule | null; kind: 'pupil' | 'staff' }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <Card title={rule ? nameIn(rule, language) : t('rule.title')}>
      {rule ? (
        <p>
          {[
            t('rule.in', { days: describeWeekdays(rule.weekdays, language), time: rule.inBy }),
            rule.inTolerance > 0 && t('rule.inTolerance', { count: rule.inTolerance }),
            t('rule.out', { time: rule.outFrom }),
            rule.outTolerance > 0 && t('rule.outTolerance', { count: rule.outTolerance }),
          ]
            .filter((part) => part !== false)
            .join(t('gap'))}
          {t('stop')}
        </p>
      ) : (
        <p className="k-soft">{t(kind === 'pupil' ? 'rule.nonePupil' : 'rule.noneStaff')}</p>
      )}
    </Card>
  )
}

function MonthChart({ days }: { days: readonly PersonDay[] }) {
  const t = useTexts()
  const language = useLanguage()
  const weeks = useMemo(() => countWeeks(days), [days])
  const short = (date: string) => formatShortDay(date, language)
  const labelOf = ({ first, last }: { first: string; last: string }) =>
    first === last ? short(first) : `${short(first)}–${short(last)}`
  return <TotalsChart title={t('chart.weeks')} heading={t('chart.week')} counts={weeks} labelOf={labelOf} />
}
