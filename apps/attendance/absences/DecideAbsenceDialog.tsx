import * as z from 'zod/mini'
import { decideAbsence, reopenAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { filled } from '../../../contract/fields.ts'
import { ABSENCE_LIMITS } from '../../../contract/rules/attendance/absence-rule.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

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
  const call = useCall()
  const { absenceId, person, kind } = absence
  const decide = useChange(decideAbsence, {
    done: t(accept ? 'absence.accepted' : 'absence.declined'),
    undo: () => () => call(reopenAbsence, { absenceId }),
  })
  const form = useForm({
    schema: z.object({ note: accept ? decideAbsence.request.shape.note : filled(ABSENCE_LIMITS.note) }),
    values: { note: '' },
    texts: { note: t('absence.noNote') },
    async submit({ note }) {
      await decide.mutateAsync({ absenceId, accept, note })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(accept ? 'absence.acceptTitle' : 'absence.declineTitle')}
      form={form}
      action={t(accept ? 'correction.approve' : 'correction.refuse')}
      kind={accept ? 'primary' : 'danger'}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b>
        <br />
        {[t(`absence.kinds.${kind}`), absenceSpan(absence, language)].join(t('dot'))}
      </p>
      <LinesField {...form.field('note')} label={t(accept ? 'absence.note' : 'correction.noteWhy')} />
    </FormDialog>
  )
}
