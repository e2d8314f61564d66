import * as z from 'zod/mini'
import { decideUncertain, type UncertainTime } from '../../../contract/endpoints/attendance/attendance.ts'
import { calendarDay, timeOfDay } from '../../../contract/fields.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName } from '../name-in.ts'
import { useGroups, useTexts } from '../portal-context.ts'
import { useMoment } from './use-moment.ts'

/** Sets the time of a clock-in. */
export function SetTimeDialog({ one, onClose }: { one: UncertainTime; onClose: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const moment = useMoment()
  const { timeZone } = useGroups()
  const { uncertainId, person, direction, earliest, latest } = one
  const dayOf = (at: string) => wallTime(Date.parse(at), timeZone).date
  const decide = useChange(decideUncertain, { done: t('uncertain.done') })
  const form = useForm({
    schema: z.object({ date: calendarDay, time: timeOfDay }),
    // The day is known where both ends are of the same.
    values: { date: dayOf(earliest) === dayOf(latest) ? dayOf(latest) : '', time: '' },
    texts: { date: t('correction.noDate'), time: t('correction.noTime') },
    async submit(when) {
      await decide.mutateAsync({ uncertainId, when })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('uncertain.setTitle')}
      form={form}
      action={t('uncertain.set')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <p>
        <b>{personName(person, language)}</b> {t(`way.${direction}`)}
      </p>
      <p className="k-soft">{t('uncertain.between', { earliest: moment(earliest), latest: moment(latest) })}</p>
      <div className="k-form__pair">
        <TextField
          {...form.field('date')}
          type="date"
          label={t('correction.date')}
          min={dayOf(earliest)}
          max={dayOf(latest)}
        />
        <TextField {...form.field('time')} type="time" label={t('correction.time')} />
      </div>
    </FormDialog>
  )
}
