import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { requestCorrection } from '../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { LinesField, RadioField } from '../form/fields.tsx'
import { useForm } from '../form/use-form.ts'
import { usePortal, useTexts } from '../portal-context.ts'

/** As on the server. */
const DAYS_BACK = 60
const REASON_LENGTH = 500

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
  onAsked,
}: {
  wanted: Wanted
  today: string
  whose: { studentId?: string }
  onClose: () => void
  onAsked: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const form = useForm({
    initial: { ...wanted, time: '', reason: '' },
    check: ({ date, time, reason }) => ({
      ...(date === '' && { date: t('correction.noDate') }),
      ...(date !== '' && (date > today || date < addDays(today, -DAYS_BACK)) && { date: t('correction.wrongDate') }),
      ...(time === '' && { time: t('correction.noTime') }),
      ...(reason.trim() === '' && { reason: t('correction.noReason') }),
    }),
    async send(values) {
      await portal.call(requestCorrection, { ...values, ...whose }, { quiet: true })
      onClose()
      onAsked()
      portal.notify('success', t('correction.asked'))
    },
  })
  return (
    <FormDialog title={t('correction.ask')} form={form} action={t('correction.send')} onClose={onClose}>
      <p className="at-soft">{t('correction.hint')}</p>
      <RadioField
        name="direction"
        label={t('correction.direction')}
        value={form.values.direction}
        options={[
          ['in', t('way.in')],
          ['out', t('way.out')],
        ]}
        onChange={(direction) => form.set('direction', direction)}
      />
      <div className="at-pair">
        <TextField
          {...form.textField('date')}
          type="date"
          label={t('correction.date')}
          min={addDays(today, -DAYS_BACK)}
          max={today}
        />
        <TextField {...form.textField('time')} type="time" label={t('correction.time')} />
      </div>
      <LinesField {...form.textField('reason')} label={t('correction.reason')} maxLength={REASON_LENGTH} />
    </FormDialog>
  )
}
