import './color-picker.css'
import caretDown from '@phosphor-icons/core/regular/caret-down.svg?raw'
import { lazy, Suspense, useId, useRef, useState, type CSSProperties } from 'react'
import { PICKER_COLOR } from '../../../../contract/limits.ts'
import type { PickedStyle } from './picked-style.ts'
import { Icon } from '../icons/Icon.tsx'
import { Panel } from '../dialog/Panel.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { useKitTexts } from '../use-kit-texts.ts'

const loadPanel = () => import('./ColorPanel.tsx')
const ColorPanel = lazy(loadPanel)

/**
 * A button that shows a colour and opens a panel to choose another one; with `font`, also the font and its size. The panel closes on any click in
 * the document beside it, and what was chosen until then stays.
 */
export function ColorPicker({
  label,
  value,
  onChange,
  font = false,
  swatches,
}: {
  label: string
  /** A colour of CSS in hexadecimal digits; `fontSize` and `fontFamily` matter with `font` only. */
  value: Partial<PickedStyle>
  onChange: (value: PickedStyle) => void
  font?: boolean
  /** Colours that are offered at once. */
  swatches?: readonly string[]
}) {
  const { t } = useKitTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const labelId = useId()
  const { color = PICKER_COLOR } = value
  const shown: CSSProperties & { '--k-color': string } = { '--k-color': color }

  return (
    <div className="k-field k-color-picker">
      <span className="k-field__label" id={labelId}>
        {label}
      </span>
      <button
        ref={button}
        type="button"
        className="k-button k-color-picker__button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('colour.open', { label, colour: color })}
        style={shown}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onFocus={() => void loadPanel().catch(() => undefined)}
        onClick={() => setOpen(!open)}
      >
        <span className="k-color-picker__swatch" />
        <span className="k-color-picker__code">{color}</span>
        <Icon svg={caretDown} size={16} />
      </button>
      {open && (
        <Panel label={label} opener={button} onClose={() => setOpen(false)}>
          <Suspense fallback={<PanelToBe label={t('colour.area')} />}>
            <ColorPanel value={value} onChange={onChange} font={font} {...(swatches && { swatches })} />
          </Suspense>
        </Panel>
      )}
    </div>
  )
}

/** As large as what is on its way. */
function PanelToBe({ label }: { label: string }) {
  return (
    <div className="k-color-picker__to-be">
      <Skeleton label={label} lines={10} />
    </div>
  )
}
