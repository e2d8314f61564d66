import * as z from 'zod/mini'
import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { requestCorrection } from '../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { useTexts } from '../portal-context.ts'

/** As on the server. */
const DAYS_BACK = 60

export interface Wanted {
  readonly date: string
  readonly direction: Direction
}

/** Requests an added clock event. */
export function CorrectionDialog({
  wanted,
  today,
  whose,
  onClose,
}: {
  wanted: Wanted
  today: string
  whose: { studentId?: string }
  onClose: () => void
}) {
  const t = useTexts()
  const ask = useChange(requestCorrection, { done: t('correction.asked') })
  const first = addDays(today, -DAYS_BACK)
  const { date, direction, time, reason } = requestCorrection.request.shape
  const form = useForm({
    schema: z.object({
      date: date.check(z.refine((day) => day <= today && day >= first, t('correction.wrongDate'))),
      direction,
      time,
      reason,
    }),
    values: { ...wanted, time: '', reason: '' },
    texts: { date: t('correction.noDate'), time: t('correction.noTime'), reason: t('correction.noReason') },
    async submit(values) {
      await ask.mutateAsync({ ...values, ...whose })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('correction.ask')}
      form={form}
      action={t('correction.send')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p className="k-soft">{t('correction.hint')}</p>
      <ChoicesField
        type="radio"
        name="direction"
        label={t('correction.direction')}
        chosen={[form.watch('direction')]}
        options={[
          ['in', t('way.in')],
          ['out', t('way.out')],
        ]}
        onChange={([chosen]) => chosen && form.change('direction', chosen)}
      />
      <div className="k-form__pair">
        <TextField {...form.field('date')} type="date" label={t('correction.date')} min={first} max={today} />
        <TextField {...form.field('time')} type="time" label={t('correction.time')} />
      </div>
      <LinesField {...form.field('reason')} label={t('correction.reason')} />
    </FormDialog>
  )
}
