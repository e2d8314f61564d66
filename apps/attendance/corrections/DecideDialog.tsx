import * as z from 'zod/mini'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { decideCorrection, type Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { filled } from '../../../contract/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatDay } from '../../../src/app/ui/format/calendar.ts'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

const NOTE_LENGTH = 500

/** Approves or refuses a request, with a note for its author. */
export function DecideDialog({
  correction,
  approve,
  onClose,
  onDecided,
}: {
  correction: Correction
  approve: boolean
  onClose: () => void
  onDecided: (correction: Correction) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const { correctionId, person, date, direction, time } = correction
  const decide = useChange(decideCorrection, {
    done: t(approve ? 'correction.approved' : 'correction.refused'),
    // The decided one stays in its list, which the server would answer without it.
    renews: [attendance.groups],
  })
  const form = useForm({
    schema: z.object({ note: approve ? decideCorrection.request.shape.note : filled(NOTE_LENGTH) }),
    values: { note: '' },
    texts: { note: t('correction.noNote') },
    async submit({ note }) {
      const now = await decide.mutateAsync({ correctionId, approve, note })
      onClose()
      onDecided(now)
    },
  })
  const what = t('correction.what', { day: formatDay(date, language), way: t(`way.${direction}`), time })
  return (
    <FormDialog
      title={t(approve ? 'correction.approveTitle' : 'correction.refuseTitle')}
      form={form}
      action={t(approve ? 'correction.approve' : 'correction.refuse')}
      kind={approve ? 'primary' : 'danger'}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b>
        <br />
        {what}
      </p>
      <LinesField {...form.field('note')} label={t(approve ? 'correction.note' : 'correction.noteWhy')} />
    </FormDialog>
  )
}
