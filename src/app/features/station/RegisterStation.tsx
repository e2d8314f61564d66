import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { EXIT_PIN, isPinForm } from './exit-pin.ts'

/** What an administrator says of a new station. */
export type StationForm = z.output<typeof attendanceStation.register.request> & { readonly pin: string }

export function RegisterStation({
  register,
}: {
  /** Rejects as the call does; the form keeps its values. */
  register: (form: StationForm) => Promise<void>
}) {
  const { t } = useTranslation('station')
  const form = useForm({
    schema: z
      .extend(attendanceStation.register.request, {
        pin: z.string().check(z.refine(isPinForm, t('register.pinForm', EXIT_PIN))),
        again: z.string(),
      })
      .check(z.refine(({ pin, again }) => again === pin, { path: ['again'], error: t('register.pinAgainWrong') })),
    values: { name: '', place: '', direction: 'both', pin: '', again: '' },
    texts: { name: t('register.nameMissing') },
    submit: register,
  })
  const secret = { type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: EXIT_PIN.most } as const
  return (
    <form {...form.props} className="k-stack">
      <h1>{t('register.title')}</h1>
      <p>{t('register.hint')}</p>
      <TextField {...form.field('name')} label={t('register.name')} hint={t('register.nameHint')} />
      <TextField {...form.field('place')} label={t('register.place')} />
      <Segments
        label={t('register.direction')}
        value={form.watch('direction')}
        options={(['both', 'in', 'out'] as const).map((value) => ({ value, label: t(`register.directions.${value}`) }))}
        onChange={(direction) => form.change('direction', direction)}
      />
      <TextField {...form.field('pin')} {...secret} label={t('exit.pin')} hint={t('register.pinHint', EXIT_PIN)} />
      <TextField {...form.field('again')} {...secret} label={t('register.pinAgain')} />
      <FormFailure failure={form.failure} />
      <Button kind="primary" type="submit" busy={form.busy}>
        {t('register.send')}
      </Button>
    </form>
  )
}
