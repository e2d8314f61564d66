import * as z from 'zod/mini'
import {
  deleteDays,
  markedDay,
  saveDays,
  type MarkedDay,
} from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { daysIn } from './day-spans.ts'
import { useTexts } from '../portal-context.ts'

/** Longer spans are mistakes; the contract takes a year at once. */
const SPAN_MAX = 92

export function DaysDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const t = useTexts()
  const call = useCall()
  const save = useChange((days: MarkedDay[]) => call(saveDays, { days }), {
    done: (_, [day]) => t('attendance.rules.saved', { name: day?.name ?? '' }),
    undo: (before, days) => async () => {
      await call(deleteDays, { dates: days.map(({ date }) => date) })
      if (before.length > 0) await call(saveDays, { days: before })
    },
  })
  const { date: day, ...fields } = markedDay.shape
  const form = useForm({
    schema: z.object({ ...fields, first: day, last: z.string() }).check(
      z.refine(({ first, last }) => last === '' || last >= first, {
        path: ['last'],
        error: t('attendance.calendar.wrongOrder'),
      }),
      z.refine(({ first, last }) => last <= addDays(first || today, SPAN_MAX), {
        path: ['last'],
        error: t('attendance.calendar.tooLong'),
      }),
    ),
    values: { kind: 'holiday', name: '', englishName: '', first: today, last: '' },
    texts: { name: t('attendance.rules.problem.name'), first: t('attendance.calendar.noDate') },
    async submit(values) {
      await save.mutateAsync(daysIn({ ...values, last: values.last || values.first }))
      onClose()
    },
  })
  return (
    <FormDialog title={t('attendance.calendar.add')} form={form} onClose={onClose}>
      <ChoicesField
        type="radio"
        name="kind"
        label={t('column.type')}
        chosen={[form.watch('kind')]}
        options={[
          ['holiday', t('attendance.calendar.kind.holiday')],
          ['workday', t('attendance.calendar.kind.workday')],
        ]}
        onChange={([chosen]) => chosen && form.change('kind', chosen)}
      />
      <TextField {...form.field('name')} label={t('attendance.rules.name')} />
      <TextField {...form.field('englishName')} label={t('attendance.rules.englishName')} />
      <div className="k-form__pair">
        <TextField {...form.field('first')} type="date" label={t('attendance.calendar.first')} />
        <TextField
          {...form.field('last')}
          type="date"
          label={t('attendance.calendar.last')}
          min={form.watch('first')}
        />
      </div>
    </FormDialog>
  )
}
