import './color-picker.css'
import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import { useId, type CSSProperties } from 'react'
import { PICKER_COLOR } from '../../../../contract/limits.ts'
import type { PickedStyle } from './picked-style.ts'
import { Icon } from '../icons/Icon.tsx'
import { Popup } from '../dialog/Popup.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { latePart } from '../late-part.tsx'
import { useFieldTexts } from './use-field-texts.ts'

const ColorPanel = latePart(() => import('./ColorPanel.tsx'), <PanelSkeleton />)

/**
 * A button that shows a colour and opens a panel for another one; with `font`, also the font and its size. A click beside the panel closes it and
 * keeps the choice.
 */
export function ColorPicker({
  label,
  value,
  onChange,
  font = false,
  swatches,
}: {
  label: string
  /** A CSS colour in hex digits; `fontSize` and `fontFamily` matter with `font` only. */
  value: Partial<PickedStyle>
  onChange: (value: PickedStyle) => void
  font?: boolean
  swatches?: readonly string[]
}) {
  const t = useFieldTexts()
  const labelId = useId()
  const { color = PICKER_COLOR } = value
  const shown: CSSProperties & { '--k-color': string } = { '--k-color': color }

  return (
    <div className="k-field k-color-picker">
      <span className="k-field__label" id={labelId}>
        {label}
      </span>
      <Popup
        className="k-button k-color-picker__button"
        aria-haspopup="dialog"
        aria-label={t('colour.open', { label, colour: color })}
        style={shown}
        onPointerEnter={ColorPanel.prepare}
        onFocus={ColorPanel.prepare}
        panelLabel={label}
        renderPanel={() => <ColorPanel value={value} onChange={onChange} font={font} {...(swatches && { swatches })} />}
      >
        <span className="k-color-picker__swatch" />
        <span className="k-color-picker__code">{color}</span>
        <Icon svg={CaretDown} size={16} />
      </Popup>
    </div>
  )
}

/** As large as the panel. */
function PanelSkeleton() {
  const t = useFieldTexts()
  return (
    <div className="k-color-picker__skeleton">
      <Skeleton label={t('colour.area')} lines={10} />
    </div>
  )
}
