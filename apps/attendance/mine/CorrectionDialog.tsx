import type { Direction } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { requestCorrection } from '../../../contract/endpoints/attendance/attendance.ts'
import { addDays } from '../../../contract/rules/zoned-time.ts'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { DialogFooter } from '../form/DialogFooter.tsx'
import { Labelled, RadioField } from '../form/fields.tsx'
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
  studentId,
  onClose,
  onAsked,
}: {
  wanted: Wanted
  today: string
  studentId?: string
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
      const whose = studentId === undefined ? {} : { studentId }
      await portal.call(requestCorrection, { ...values, ...whose }, { quiet: true })
      onClose()
      onAsked()
      portal.notify('success', t('correction.asked'))
    },
  })
  const { values, problems } = form
  return (
    <Dialog open title={t('correction.ask')} width={NARROW_DIALOG} onClose={onClose}>
      <form {...form.props} className="at-form">
        <p className="at-soft">{t('correction.hint')}</p>
        <RadioField
          name="direction"
          label={t('correction.direction')}
          value={values.direction}
          options={[
            ['in', t('way.in')],
            ['out', t('way.out')],
          ]}
          onChange={(direction) => form.set('direction', direction)}
        />
        <div className="at-pair">
          <TextField
            name="date"
            type="date"
            label={t('correction.date')}
            error={problems.date ?? ''}
            min={addDays(today, -DAYS_BACK)}
            max={today}
            value={values.date}
            onChange={(event) => form.set('date', event.currentTarget.value)}
          />
          <TextField
            name="time"
            type="time"
            label={t('correction.time')}
            error={problems.time ?? ''}
            value={values.time}
            onChange={(event) => form.set('time', event.currentTarget.value)}
          />
        </div>
        <Labelled label={t('correction.reason')} error={problems.reason}>
          {(described) => (
            <textarea
              className="k-field__input at-lines"
              name="reason"
              rows={3}
              maxLength={REASON_LENGTH}
              value={values.reason}
              onChange={(event) => form.set('reason', event.currentTarget.value)}
              {...described}
            />
          )}
        </Labelled>
        <DialogFooter form={form} action={t('correction.send')} onClose={onClose} />
      </form>
    </Dialog>
  )
}
