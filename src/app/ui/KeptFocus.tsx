import { useRef, type ComponentProps } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

/** Around a list: when an entry that had the focus is removed, the one in its place gets it, or the whole where none is left. It stays mounted when the list does not. */
export function KeptFocus({
  as: Element = 'div',
  className = '',
  ...rest
}: Omit<ComponentProps<'div'>, 'ref' | 'tabIndex'> & { as?: 'div' | 'section' }) {
  const around = useRef<HTMLDivElement>(null)
  useKeptFocus(around)
  return <Element ref={around} className={`k-focus-target ${className}`} tabIndex={-1} {...rest} />
}
