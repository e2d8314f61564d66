import './press.css'
import type { ComponentProps } from 'react'
import { beginPress, type Press } from './press.ts'

/** A button that is held by mouse, touch, Space or Enter. `onPress` gets each press as it begins, and null for a click without one, of an assistive technology. */
export function PressButton({
  onPress,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onKeyDown'> & {
  onPress: (press: Press | null) => void
}) {
  return (
    <button
      type="button"
      className={`voice-press ${className}`}
      onPointerDown={({ button, isPrimary }) => {
        if (button === 0 && isPrimary) onPress(beginPress())
      }}
      onKeyDown={(event) => {
        if ((event.key !== 'Enter' && event.key !== ' ') || event.repeat) return
        event.preventDefault()
        onPress(beginPress(event.key))
      }}
      onClick={({ detail }) => {
        // Of a pointer it follows a press.
        if (detail === 0) onPress(null)
      }}
      {...rest}
    />
  )
}
