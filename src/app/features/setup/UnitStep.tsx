import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitForm, type UnitFields } from '../../ui/form/unit-fields.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { StepForm, StepPanel } from '../../ui/form/StepForm.tsx'
import { UnitInputs } from '../../ui/form/UnitInputs.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Draft } from './setup-draft.ts'
import { makeSmallLogo } from './small-logo.ts'
import { type Refused, useRefused } from './refused.ts'

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

  return (
    <StepPanel title={t('unit.title')} hint={t('unit.hint')}>
      <StepForm form={form} action={t('next')} isSent={false} back={t('back')} onBack={onBack} onType={keep}>
        <UnitInputs
          values={form.watch()}
          fieldOf={(name) => form.field(name)}
          onChange={(changed) => {
            form.changeAll(changed)
            keep()
          }}
        >
          <Logo
            value={draft.logo}
            error={refused?.fields.find(({ field }) => field === 'logo')?.message}
            onChange={(logo) => onType({ logo })}
          />
        </UnitInputs>
      </StepForm>
    </StepPanel>
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
  const choose = async (file: File) => {
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
        <FileButton accept="image/png,image/jpeg,image/webp,image/svg+xml" onFile={(file) => void choose(file)}>
          {t('unit.choose')}
        </FileButton>
        {value !== '' && <Button onClick={() => onChange('')}>{t('unit.remove')}</Button>}
      </div>
      <p className="k-field__hint">{t('unit.logoHint')}</p>
      <p className="k-field__error" role="alert">
        {error ?? ''}
      </p>
    </div>
  )
}
