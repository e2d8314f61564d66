import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationDirection } from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { EXIT_PIN, isPinForm } from './exit-pin.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'

/** What an administrator says of a new station. */
export interface StationForm {
  readonly name: string
  readonly place: string
  readonly direction: StationDirection
  readonly pin: string
}

const LONGEST = { name: 64, place: 128 }

export function RegisterStation({
  register,
}: {
  /** Rejects as the call does; the form keeps its values. */
  register: (form: StationForm) => Promise<void>
}) {
  const { t } = useTranslation('station')
  const [form, setForm] = useState<StationForm>({ name: '', place: '', direction: 'both', pin: '' })
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const change = (part: Partial<StationForm>) => setForm((now) => ({ ...now, ...part }))

  const errors = {
    name: form.name.trim() === '' ? t('register.nameMissing') : '',
    pin: isPinForm(form.pin) ? '' : t('register.pinForm', EXIT_PIN),
    again: again === form.pin ? '' : t('register.pinAgainWrong'),
  }
  const field = (name: keyof typeof errors) => ({ name, error: tried ? errors[name] : '' })
  const secret = { type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: EXIT_PIN.most } as const
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    setProblem('')
    const first = Object.entries(errors).find(([, error]) => error !== '')
    if (first) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${first[0]}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await register({ ...form, name: form.name.trim(), place: form.place.trim() })
    } catch (error) {
      setProblem(describeFailure(error))
      setBusy(false)
    }
  }

  return (
    <form className="station-register" onSubmit={(event) => void send(event)} noValidate>
      <h1>{t('register.title')}</h1>
      <p>{t('register.hint')}</p>
      <TextField
        {...field('name')}
        label={t('register.name')}
        hint={t('register.nameHint')}
        maxLength={LONGEST.name}
        value={form.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextField
        name="place"
        label={t('register.place')}
        error=""
        maxLength={LONGEST.place}
        value={form.place}
        onChange={({ currentTarget }) => change({ place: currentTarget.value })}
      />
      <Segments
        label={t('register.direction')}
        value={form.direction}
        options={(['both', 'in', 'out'] as const).map((value) => ({ value, label: t(`register.directions.${value}`) }))}
        onChange={(direction) => change({ direction })}
      />
      <TextField
        {...field('pin')}
        {...secret}
        label={t('register.pin')}
        hint={t('register.pinHint', EXIT_PIN)}
        value={form.pin}
        onChange={({ currentTarget }) => change({ pin: currentTarget.value })}
      />
      <TextField
        {...field('again')}
        {...secret}
        label={t('register.pinAgain')}
        value={again}
        onChange={({ currentTarget }) => setAgain(currentTarget.value)}
      />
      {problem !== '' && (
        <p className="k-field__error" role="alert">
          {problem}
        </p>
      )}
      <Button kind="primary" type="submit" busy={busy}>
        {t('register.send')}
      </Button>
    </form>
  )
}
