import CalendarX from '@phosphor-icons/core/regular/calendar-x.svg?react'
import { useRef } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { absences, requestAbsence, withdrawAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Absence, AttendancePerson, PersonDay } from '../../../contract/endpoints/attendance/attendance.ts'
import { ABSENCE_LIMITS } from '../../../contract/rules/attendance/absence-rule.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { renewShown } from '../../../src/app/core/query/renew.ts'
import { queryClient } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { LoadMoreList } from '../../../src/app/ui/layout/LoadMore.tsx'
import { useKeptFocus } from '../../../src/app/ui/use-kept-focus.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { personName } from '../name-in.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { RequestNote } from '../requests/RequestCard.tsx'

function useExcuse(person: AttendancePerson, today: string) {
  const portal = usePortal()
  const language = useLanguage()
  return (notice: Absence | null, date: string) =>
    portal.excuse({
      studentId: person.id,
      name: personName(person, language),
      date,
      today,
      notice,
      onChanged: () => void renewShown(queryClient),
    })
}

/** Enters a notice of absence, by default for the day that is shown. */
export function ExcuseButton({
  data: { person, today },
  day,
}: {
  data: ResponseOf<typeof attendance.mine>
  day: PersonDay | null
}) {
  const t = useTexts()
  const language = useLanguage()
  const excuse = useExcuse(person, today)
  const isAllowed =
    day !== null && day.date >= addDays(today, -ABSENCE_LIMITS.back) && day.date <= addDays(today, ABSENCE_LIMITS.ahead)
  return (
    <Button
      kind="primary"
      icon={CalendarX}
      data-action="excuse-pupil"
      aria-haspopup="dialog"
      aria-label={t('absence.excuseNamed', { name: personName(person, language) })}
      onClick={() => excuse(null, isAllowed ? day.date : today)}
    >
      {t('absence.excuse')}
    </Button>
  )
}

const keyOf = ({ absenceId }: Absence) => absenceId

/** A pupil's notices of absence, newest first, which can be changed and withdrawn while they wait. */
export function AbsenceCard({ person, today }: { person: AttendancePerson; today: string }) {
  const t = useTexts()
  const pages = usePages(
    absences,
    { studentId: person.id },
    { read: ({ total, absences: items }) => ({ total, items }), keyOf },
  )
  const list = useRef<HTMLElement>(null)
  useKeptFocus(list)
  return (
    <Card title={t('absence.title')} ref={list}>
      <Loaded query={pages} lines={2}>
        {(found) =>
          found.length === 0 ? (
            <p className="k-soft">{t('absence.none')}</p>
          ) : (
            <LoadMoreList
              label={t('absence.title')}
              className="at-notices"
              items={found}
              keyOf={keyOf}
              status={pages.end}
              onMore={() => void pages.fetchNextPage()}
            >
              {(absence) => <NoticeRow absence={absence} today={today} />}
            </LoadMoreList>
          )
        }
      </Loaded>
    </Card>
  )
}

function NoticeRow({ absence, today }: { absence: Absence; today: string }) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const { absenceId, person, kind, note, state, decidedBy, decisionNote, mayChange, mayWithdraw } = absence
  const { firstDate, lastDate, from, until } = absence
  const excuse = useExcuse(person, today)
  const what = absenceSpan(absence, language)
  const withdraw = useChange(withdrawAbsence, {
    done: t('absence.withdrawn'),
    failed: t('absence.notWithdrawn'),
    // It is entered anew.
    undo: () => () => call(requestAbsence, { studentId: person.id, firstDate, lastDate, from, until, kind, note }),
  })
  return (
    <RequestNote
      state={state}
      what={what}
      lines={[[t(`absence.kinds.${kind}`), note].filter(Boolean).join(t('dot'))]}
      decidedBy={decidedBy}
      note={decisionNote}
    >
      <div className="k-buttons">
        {mayChange && (
          <Button
            aria-haspopup="dialog"
            aria-label={t('absence.changeNamed', { what })}
            onClick={() => excuse(absence, firstDate)}
          >
            {t('absence.change')}
          </Button>
        )}
        {mayWithdraw && (
          <Button
            kind="quiet"
            aria-label={t('absence.withdrawNamed', { what })}
            onClick={() => withdraw.mutate({ absenceId })}
          >
            {t('absence.withdraw')}
          </Button>
        )}
      </div>
    </RequestNote>
  )
}
