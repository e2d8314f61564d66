import * as z from 'zod/mini'
import { decideAbsence, reopenAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { filled } from '../../../contract/fields.ts'
import { ABSENCE_LIMITS } from '../../../contract/rules/attendance/absence-rule.ts'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { useAttendanceForm } from '../use-attendance-form.ts'
import { useChange } from '../use-change.ts'
import { useSend } from '../use-endpoint.ts'

/** Accepts or declines a notice, with a note for the guardians. */
export function DecideAbsenceDialog({
  absence,
  accept,
  onClose,
}: {
  absence: Absence
  accept: boolean
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const send = useSend()
  const { tell } = useChange()
  const { absenceId, person, kind } = absence
  const form = useAttendanceForm({
    schema: z.object({ note: accept ? decideAbsence.request.shape.note : filled(ABSENCE_LIMITS.note) }),
    values: { note: '' },
    texts: { note: t('absence.noNote') },
    async submit({ note }) {
      await send(decideAbsence, { absenceId, accept, note })
      onClose()
      tell(t(accept ? 'absence.accepted' : 'absence.declined'), () => send(reopenAbsence, { absenceId }))
    },
  })
  return (
    <FormDialog
      title={t(accept ? 'absence.acceptTitle' : 'absence.declineTitle')}
      form={form}
      action={t(accept ? 'absence.accept' : 'absence.decline')}
      kind={accept ? 'primary' : 'danger'}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b>
        <br />
        {[t(`absence.kinds.${kind}`), absenceSpan(absence, language)].join(t('dot'))}
      </p>
      <LinesField {...form.field('note')} label={t(accept ? 'absence.note' : 'absence.noteWhy')} />
    </FormDialog>
  )
}
