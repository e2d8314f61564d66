import { useId, type CSSProperties } from 'react'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../../../contract/limits.ts'
import { completeStyle, type PickedStyle } from './picked-style.ts'
import { useKitTexts } from '../use-kit-texts.ts'

/** Font and size, with a sample. A font that the device lacks is shown as its own. */
export function FontFields({
  value,
  onChange,
}: {
  value: Partial<PickedStyle>
  onChange: (value: PickedStyle) => void
}) {
  const { t } = useKitTexts()
  const id = useId()
  const chosen = completeStyle(value, true)
  const sample: CSSProperties = {
    color: chosen.color,
    fontFamily: `"${chosen.fontFamily}", var(--font)`,
    fontSize: chosen.fontSize,
  }
  return (
    <div className="k-font-fields">
      <div className="k-field">
        <label className="k-field__label" htmlFor={`${id}-family`}>
          {t('font.family')}
        </label>
        <select
          id={`${id}-family`}
          className="k-field__input"
          value={chosen.fontFamily}
          onChange={(event) => onChange(completeStyle({ ...chosen, fontFamily: event.target.value }, true))}
        >
          {PICKER_FONTS.map((family) => (
            <option key={family} value={family} style={{ fontFamily: `"${family}"` }}>
              {t(`font.families.${family}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="k-field">
        <label className="k-field__label" htmlFor={`${id}-size`}>
          {t('font.size')}
        </label>
        <select
          id={`${id}-size`}
          className="k-field__input"
          value={chosen.fontSize}
          onChange={(event) => onChange(completeStyle({ ...chosen, fontSize: event.target.value }, true))}
        >
          {PICKER_FONT_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      <p className="k-font-fields__sample" style={sample} aria-hidden="true">
        {t('font.sample')}
      </p>
    </div>
  )
}
