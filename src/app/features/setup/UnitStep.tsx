import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNIT_NAME_LENGTH } from '../../../../contract/endpoints/units/setup.ts'
import { HOST_LENGTH } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { unitForm, type UnitFields } from '../../ui/form/unit-fields.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ColorPicker } from '../../ui/fields/ColorPicker.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Draft } from './setup-draft.ts'
import { makeSmallLogo } from './small-logo.ts'
import { type Refused, StepForm, useRefused } from './StepForm.tsx'

/** The unit: names, address, campuses, year, looks. */
export function UnitStep({
  draft,
  refused,
  onType,
  onNext,
  onBack,
}: {
  draft: Draft
  refused: Refused | null
  onType: (part: Partial<Draft>) => void
  onNext: (unit: UnitFields) => void
  onBack: () => void
}) {
  const { t } = useTranslation('setup')
  const [start] = useState(draft.unit)
  const form = useForm({ schema: unitForm, values: start, submit: async (unit) => onNext(unit) })
  const keep = () => onType({ unit: form.getValues() })
  useRefused('unit', refused, form.setError)
  const [type, themeColor] = form.watch(['type', 'themeColor'])
  const day = (name: 'yearFrom' | 'yearTo' | 'term0From' | 'term0To' | 'term1From' | 'term1To', label: string) => (
    <TextField {...form.field(name)} type="date" label={label} min="2000-01-01" max="2099-12-31" />
  )

  return (
    <StepForm form={form} title={t('unit.title')} hint={t('unit.hint')} onBack={onBack} onType={keep}>
      <Segments
        label={t('unit.type')}
        options={(['school', 'area'] as const).map((value) => ({ value, label: t(`unit.types.${value}`) }))}
        value={type}
        onChange={(value) => form.change('type', value)}
      />
      <div className="k-form__pair">
        <TextField {...form.field('name')} label={t('unit.name')} maxLength={UNIT_NAME_LENGTH} autoComplete="off" />
        <TextField
          {...form.field('englishName')}
          label={t('unit.englishName')}
          maxLength={UNIT_NAME_LENGTH}
          autoComplete="off"
        />
      </div>
      <TextField
        {...form.field('host')}
        label={t('unit.host')}
        hint={t('unit.hostHint')}
        maxLength={HOST_LENGTH}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
      />
      <LinesField
        {...form.field('campuses')}
        label={t('unit.campuses')}
        hint={t('unit.campusesHint')}
        maxLength={3000}
        rows={2}
      />
      <fieldset className="w-year">
        <legend>{t('unit.year')}</legend>
        <TextField {...form.field('yearName')} label={t('unit.yearName')} maxLength={32} autoComplete="off" />
        <div className="k-form__pair">
          {day('yearFrom', t('unit.from'))}
          {day('yearTo', t('unit.to'))}
        </div>
        {([0, 1] as const).map((at) => (
          <fieldset key={at} className="w-year">
            <legend>{t('unit.term', { number: at + 1 })}</legend>
            <div className="k-form__pair">
              {day(`term${at}From`, t('unit.from'))}
              {day(`term${at}To`, t('unit.to'))}
            </div>
          </fieldset>
        ))}
      </fieldset>
      <div className="w-looks">
        <ColorPicker
          label={t('unit.color')}
          value={{ color: themeColor }}
          onChange={({ color }) => {
            form.change('themeColor', color)
            keep()
          }}
        />
        <Logo
          value={draft.logo}
          error={refused?.fields.find(({ field }) => field === 'logo')?.message}
          onChange={(logo) => onType({ logo })}
        />
      </div>
    </StepForm>
  )
}

function Logo({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (logo: string) => void
}) {
  const { t } = useTranslation('setup')
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      onChange(await makeSmallLogo(file))
    } catch (failure) {
      reportFailure(failure)
    }
  }
  return (
    <div className="k-field">
      <span className="k-field__label">{t('unit.logo')}</span>
      <div className="w-logo">
        {value !== '' && <img src={value} alt={t('unit.logoPreview')} width="56" height="56" />}
        <Button onClick={() => input.current?.click()}>{t('unit.choose')}</Button>
        {value !== '' && <Button onClick={() => onChange('')}>{t('unit.remove')}</Button>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        hidden
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <p className="k-field__hint">{t('unit.logoHint')}</p>
      <p className="k-field__error" role="alert">
        {error ?? ''}
      </p>
    </div>
  )
}
