import type { ComponentProps } from 'react'
import { Icon, type SvgComponent } from './icons/Icon.tsx'

type NativeButton = ComponentProps<'button'>

/** Named by a verb. While `busy` it cannot be pressed and shows progress. */
export function Button({
  kind = 'plain',
  icon,
  busy = false,
  className = '',
  children,
  disabled,
  ...rest
}: NativeButton & { kind?: 'primary' | 'plain' | 'quiet' | 'danger'; icon?: SvgComponent; busy?: boolean }) {
  return (
    <button
      type="button"
      className={`k-button k-button--${kind} ${className}`}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <span className="k-spinner" aria-hidden="true" /> : icon ? <Icon svg={icon} /> : null}
      {children}
    </button>
  )
}

/** A square button with an icon only; `label` is its name and its tooltip. */
export function IconButton({
  label,
  svg,
  size = 20,
  className = '',
  ...rest
}: NativeButton & { label: string; svg: SvgComponent; size?: number }) {
  return (
    <button type="button" className={`k-button k-button--icon ${className}`} aria-label={label} title={label} {...rest}>
      <Icon svg={svg} size={size} />
    </button>
  )
}
