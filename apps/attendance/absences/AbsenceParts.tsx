import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?react'
import UTurn from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import { reopenAbsence, requestAbsence, withdrawAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

const LOOKS = {
  open: ['warning', Hourglass],
  accepted: ['good', CheckCircle],
  declined: ['danger', XCircle],
  withdrawn: ['quiet', UTurn],
} as const

export function AbsenceState({ state }: { state: Absence['state'] }) {
  const t = useTexts()
  const [tone, glyph] = LOOKS[state]
  return (
    <span className="at-badge" data-tone={tone}>
      <Icon svg={glyph} size={16} />
      <span>{t(`absence.state.${state}`)}</span>
    </span>
  )
}

/** Withdraws a notice, with an undo that enters it anew. */
export function WithdrawAbsence({ absence }: { absence: Absence }) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const { absenceId, person, firstDate, lastDate, from, until, kind, note } = absence
  const withdraw = useChange(withdrawAbsence, {
    done: t('absence.withdrawn'),
    failed: t('absence.notWithdrawn'),
    undo: () => () => call(requestAbsence, { studentId: person.id, firstDate, lastDate, from, until, kind, note }),
  })

  return (
    <Button
      kind="quiet"
      aria-label={t('absence.withdrawNamed', { what: absenceSpan(absence, language) })}
      onClick={() => withdraw.mutate({ absenceId })}
    >
      {t('absence.withdraw')}
    </Button>
  )
}

/** Takes a decision back. */
export function ReopenAbsence({ absence }: { absence: Absence }) {
  const t = useTexts()
  const language = useLanguage()
  const { absenceId, person } = absence
  const reopen = useChange(reopenAbsence, { done: t('absence.reopened'), failed: t('absence.notReopened') })

  return (
    <Button
      kind="quiet"
      aria-label={t('absence.takeBackNamed', {
        name: personName(person, language),
        what: absenceSpan(absence, language),
      })}
      onClick={() => reopen.mutate({ absenceId })}
    >
      {t('absence.takeBack')}
    </Button>
  )
}
