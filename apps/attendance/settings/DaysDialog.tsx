import { deleteDays, saveDays } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { RadioField } from '../form/fields.tsx'
import { useForm } from '../form/use-form.ts'
import { useGroups, usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { daysIn, type DaySpan } from './day-spans.ts'

/** Longer spans are mistakes; the contract takes a year at once. */
const SPAN_MAX = 92
const NAME_LENGTH = 64

export function DaysDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const { today } = useGroups()
  const { tell } = useChange()
  const form = useForm<DaySpan>({
    initial: { kind: 'holiday', name: '', englishName: '', first: today, last: '' },
    check: ({ name, first, last }) => ({
      ...(name.trim() === '' && { name: t('calendar.noName') }),
      ...(first === '' && { first: t('calendar.noDate') }),
      ...(last !== '' && last < first && { last: t('calendar.wrongOrder') }),
      ...(last !== '' && last > addDays(first || today, SPAN_MAX) && { last: t('calendar.tooLong') }),
    }),
    async send(values) {
      const name = values.name.trim()
      const days = daysIn({ ...values, name, last: values.last || values.first })
      const before = await portal.call(saveDays, { days }, { quiet: true })
      onClose()
      onSaved()
      tell(t('calendar.saved', { name }), async () => {
        await portal.call(deleteDays, { dates: days.map(({ date }) => date) }, { quiet: true })
        if (before.length > 0) await portal.call(saveDays, { days: before }, { quiet: true })
        onSaved()
      })
    },
  })
  const text = (field: 'name' | 'englishName' | 'first' | 'last', type = 'text') => (
    <TextField
      {...form.textField(field)}
      type={type}
      label={t(`calendar.${field}`)}
      maxLength={NAME_LENGTH}
      autoComplete="off"
      {...(field === 'last' && { min: form.values.first })}
    />
  )
  return (
    <FormDialog title={t('calendar.add')} form={form} action={t('action.save')} onClose={onClose}>
      <RadioField
        name="kind"
        label={t('calendar.kindOf')}
        value={form.values.kind}
        options={[
          ['holiday', t('calendar.kind.holiday')],
          ['workday', t('calendar.kind.workday')],
        ]}
        onChange={(chosen) => form.set('kind', chosen)}
      />
      {text('name')}
      {text('englishName')}
      <div className="at-pair">
        {text('first', 'date')}
        {text('last', 'date')}
      </div>
    </FormDialog>
  )
}
