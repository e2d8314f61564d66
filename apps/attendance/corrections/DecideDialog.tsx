import { decideCorrection, type Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { formatDay } from '../dates.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { LinesField } from '../form/fields.tsx'
import { useForm } from '../form/use-form.ts'
import { personName } from '../name-in.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'

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
  const portal = usePortal()
  const language = useLanguage()
  const { correctionId, person, date, direction, time } = correction
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => (!approve && note.trim() === '' ? { note: t('correction.noNote') } : {}),
    async send({ note }) {
      const now = await portal.call(decideCorrection, { correctionId, approve, note }, { quiet: true })
      onClose()
      onDecided(now)
      portal.notify('success', t(approve ? 'correction.approved' : 'correction.refused'))
    },
  })
  const what = t('correction.what', { day: formatDay(date, language), way: t(`way.${direction}`), time })
  return (
    <FormDialog
      title={t(approve ? 'correction.approveTitle' : 'correction.refuseTitle')}
      form={form}
      action={t(approve ? 'correction.approve' : 'correction.refuse')}
      kind={approve ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b>
        <br />
        {what}
      </p>
      <LinesField
        {...form.textField('note')}
        label={t(approve ? 'correction.note' : 'correction.noteWhy')}
        maxLength={NOTE_LENGTH}
      />
    </FormDialog>
  )
}
