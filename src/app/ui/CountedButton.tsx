import './counted-button.css'
import { IconButton } from './Button.tsx'
import type { SvgComponent } from './icons/Icon.tsx'

/** A button with an icon and a count in its corner, '' for none, that opens a dialog. `dot`: a dot in place of the count. `onPrepare`: it will soon be pressed. */
export function CountedButton({
  label,
  svg,
  count,
  dot = false,
  open,
  onPrepare,
  onClick,
}: {
  label: string
  svg: SvgComponent
  count: string
  dot?: boolean
  open: boolean
  onPrepare: () => void
  onClick: () => void
}) {
  return (
    <span className="k-counted">
      <IconButton
        label={label}
        svg={svg}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={onPrepare}
        onFocus={onPrepare}
        onClick={onClick}
      />
      {count && (
        <span className={dot ? 'k-counted__dot' : 'k-count k-counted__count'} aria-hidden="true">
          {!dot && count}
        </span>
      )}
    </span>
  )
}
