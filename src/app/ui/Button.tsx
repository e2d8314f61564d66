import type { ComponentProps } from 'react'
import { Icon, type SvgComponent } from './icons/Icon.tsx'
import { useOfflineProps } from './use-offline-props.ts'

type NativeButton = ComponentProps<'button'> & {
  /** Without network it stays focusable, says why, and does nothing. */
  needsNetwork?: boolean | undefined
}

/** Named by a verb. While `busy` it cannot be pressed and shows progress. */
export function Button({
  kind = 'plain',
  icon,
  busy = false,
  className = '',
  children,
  disabled,
  needsNetwork,
  ...rest
}: NativeButton & { kind?: 'primary' | 'plain' | 'quiet' | 'danger'; icon?: SvgComponent; busy?: boolean }) {
  const isDisabled = disabled === true || busy
  const offline = useOfflineProps(needsNetwork === true && !isDisabled, 'onClick')
  return (
    <button
      type="button"
      className={`k-button k-button--${kind} ${className}`}
      disabled={isDisabled}
      aria-busy={busy || undefined}
      {...rest}
      {...offline}
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
  needsNetwork,
  ...rest
}: NativeButton & { label: string; svg: SvgComponent; size?: number }) {
  const offline = useOfflineProps(needsNetwork === true && rest.disabled !== true, 'onClick')
  return (
    <button
      type="button"
      className={`k-button k-button--icon ${className}`}
      aria-label={label}
      title={label}
      {...rest}
      {...offline}
    >
      <Icon svg={svg} size={size} />
    </button>
  )
}
