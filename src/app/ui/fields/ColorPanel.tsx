import './color-panel.css'
import { useState, useId, type CSSProperties } from 'react'
import {
  ColorArea,
  ColorField,
  ColorSlider,
  ColorSwatch,
  ColorSwatchPicker,
  ColorSwatchPickerItem,
  ColorThumb,
  ColorPicker as ColorState,
  I18nProvider,
  Input,
  Label,
  parseColor,
  SliderTrack,
  type Color,
} from 'react-aria-components'
import { completeStyle, wholeColor, type PickedStyle } from './picked-style.ts'
import { useKitTexts } from '../use-kit-texts.ts'
import { useFieldTexts } from './use-field-texts.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS } from '../../../../contract/limits.ts'

/** Black, a grey, and ten distinct hues; dark enough for white text. */
const COMMON = [
  '#000000',
  '#595f69',
  '#b3261e',
  '#a34700',
  '#7a5c00',
  '#17713f',
  '#0a6e6e',
  '#2b58a5',
  '#4a48b0',
  '#7a3aa0',
  '#a8326c',
  '#6b4a35',
]

/** The content of the colour picker: shade, hue, code, common colours, and the font if it may be chosen. */
export default function ColorPanel({
  value,
  onChange,
  font = false,
  swatches = COMMON,
}: {
  value: Partial<PickedStyle>
  onChange: (value: PickedStyle) => void
  font?: boolean
  swatches?: readonly string[]
}) {
  const t = useFieldTexts()
  const { language } = useKitTexts()
  const given = wholeColor(value.color)
  // Hex digits lose the hue of black: while the handles move, the exact colour is kept.
  const [set, setSet] = useState<Color>(() => parseColor(given).toFormat('hsb'))
  const color = set.toString('hex').toLowerCase() === given ? set : parseColor(given).toFormat('hsb')

  const choose = (chosen: Color) => {
    setSet(chosen.toFormat('hsb'))
    onChange(completeStyle({ ...value, color: chosen.toString('hex') }, font))
  }

  return (
    <I18nProvider locale={language === 'en' ? 'en-US' : 'zh-CN'}>
      <div
        className="k-color-panel"
        role="presentation"
        // While capturing: the library's field keeps the key for itself. It takes the typed code, and must not send the form around the picker.
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
      >
        <ColorState value={color} onChange={choose}>
          <ColorArea
            className="k-color-area"
            colorSpace="hsb"
            xChannel="saturation"
            yChannel="brightness"
            aria-label={t('colour.area')}
          >
            <ColorThumb className="k-color-thumb" />
          </ColorArea>
          <ColorSlider colorSpace="hsb" channel="hue" aria-label={t('colour.hue')}>
            <SliderTrack className="k-color-track">
              <ColorThumb className="k-color-thumb" />
            </SliderTrack>
          </ColorSlider>
          <ColorField className="k-color-code">
            <Label>{t('colour.hex')}</Label>
            <Input className="k-field__input" spellCheck={false} />
          </ColorField>
          <ColorSwatchPicker className="k-color-swatches" aria-label={t('colour.swatches')}>
            {swatches.map((swatch) => (
              <ColorSwatchPickerItem key={swatch} className="k-color-item" color={swatch}>
                <ColorSwatch className="k-color-swatch" />
              </ColorSwatchPickerItem>
            ))}
          </ColorSwatchPicker>
        </ColorState>
        {font && <FontFields value={value} onChange={onChange} />}
      </div>
    </I18nProvider>
  )
}

/** Font and size, with a sample. A font that the device lacks is shown as its own. */
function FontFields({ value, onChange }: { value: Partial<PickedStyle>; onChange: (value: PickedStyle) => void }) {
  const t = useFieldTexts()
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
