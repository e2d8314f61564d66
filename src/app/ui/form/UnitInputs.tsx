import './unit-inputs.css'
import type { ReactNode } from 'react'
import { HOST_LENGTH } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { UNIT_NAME_LENGTH } from '../../../../contract/endpoints/units/setup.ts'
import { ColorPicker } from '../fields/ColorPicker.tsx'
import { LinesField } from '../fields/LinesField.tsx'
import { Segments } from '../fields/Segments.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useFieldTexts } from '../fields/use-field-texts.ts'
import type { UnitFields } from './unit-fields.ts'
import type { FieldInput } from './use-form.ts'

const TYPES = ['school', 'area'] as const
/** Of the lines with the campuses, in characters. */
const CAMPUSES_LENGTH = 3000
const YEAR_NAME_LENGTH = 32

type Day = 'yearFrom' | 'yearTo' | 'term0From' | 'term0To' | 'term1From' | 'term1To'

/** The fields of a new unit, at the first run and by the operator: kind, names, address, campuses, year and colour. `children` are beside the colour. */
export function UnitInputs({
  values: { type, themeColor },
  fieldOf,
  onChange,
  children,
}: {
  values: Pick<UnitFields, 'type' | 'themeColor'>
  fieldOf: (name: keyof UnitFields) => FieldInput
  onChange: (changed: Partial<Pick<UnitFields, 'type' | 'themeColor'>>) => void
  children?: ReactNode
}) {
  const t = useFieldTexts()
  const day = (name: Day, label: string) => (
    <TextField {...fieldOf(name)} type="date" label={label} min="2000-01-01" max="2099-12-31" />
  )
  return (
    <>
      <Segments
        label={t('unit.type')}
        options={TYPES.map((value) => ({ value, label: t(`unit.types.${value}`) }))}
        value={type}
        onChange={(value) => onChange({ type: value })}
      />
      <div className="k-form__pair">
        <TextField {...fieldOf('name')} label={t('unit.name')} maxLength={UNIT_NAME_LENGTH} />
        <TextField {...fieldOf('englishName')} label={t('unit.englishName')} maxLength={UNIT_NAME_LENGTH} />
      </div>
      <TextField
        {...fieldOf('host')}
        label={t('unit.host')}
        hint={t('unit.hostHint')}
        maxLength={HOST_LENGTH}
        inputMode="url"
        autoCapitalize="none"
      />
      <LinesField
        {...fieldOf('campuses')}
        label={t('unit.campuses')}
        hint={t('unit.campusesHint')}
        maxLength={CAMPUSES_LENGTH}
        rows={2}
      />
      <fieldset className="k-unit-year">
        <legend>{t('unit.year')}</legend>
        <TextField {...fieldOf('yearName')} label={t('unit.yearName')} maxLength={YEAR_NAME_LENGTH} />
        <div className="k-form__pair">
          {day('yearFrom', t('unit.from'))}
          {day('yearTo', t('unit.to'))}
        </div>
        {([0, 1] as const).map((at) => (
          <fieldset key={at} className="k-unit-year">
            <legend>{t('unit.term', { number: at + 1 })}</legend>
            <div className="k-form__pair">
              {day(`term${at}From`, t('unit.from'))}
              {day(`term${at}To`, t('unit.to'))}
            </div>
          </fieldset>
        ))}
      </fieldset>
      <div className="k-unit-looks">
        <ColorPicker
          label={t('unit.color')}
          value={{ color: themeColor }}
          onChange={({ color }) => onChange({ themeColor: color })}
        />
        {children}
      </div>
    </>
  )
}
