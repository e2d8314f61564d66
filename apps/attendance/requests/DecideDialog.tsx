import * as z from 'zod/mini'
import type { AttendancePerson } from '../../../contract/endpoints/attendance/attendance.ts'
import { filled, text } from '../../../contract/fields.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

/** Approves or declines a request, with a note for the person who sent it. Declining requires a note. */
export function DecideDialog({
  title,
  person,
  what,
  approves,
  longest,
  noNote,
  onDecide,
  onClose,
}: {
  title: string
  person: AttendancePerson
  what: string
  approves: boolean
  /** Of the note, in characters. */
  longest: number
  /** Asks for the note. */
  noNote: string
  onDecide: (note: string) => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const form = useForm({
    schema: z.object({ note: approves ? text(longest) : filled(longest) }),
    values: { note: '' },
    texts: { note: noNote },
    submit: ({ note }) => onDecide(note),
  })
  return (
    <FormDialog
      title={title}
      form={form}
      action={t(approves ? 'correction.approve' : 'correction.refuse')}
      kind={approves ? 'primary' : 'danger'}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b>
        <br />
        {what}
      </p>
      <LinesField {...form.field('note')} label={t(approves ? 'correction.note' : 'correction.noteWhy')} />
    </FormDialog>
  )
}
