import type { ComponentProps, KeyboardEvent } from 'react'
import { useOfflineProps } from '../use-offline-props.ts'

/** The browser's own input without a label, for what is sent at once. With `needsNetwork` it says why it changes nothing offline. */
export function Input({ needsNetwork = false, ...input }: ComponentProps<'input'> & { needsNetwork?: boolean }) {
  const needs = needsNetwork && input.disabled !== true
  const isChoice = input.type === 'checkbox' || input.type === 'radio'
  // A controlled choice goes back to its state; all others neither open nor take what is typed or dropped.
  const refused = useOfflineProps(needs, ...(isChoice ? (['onChange'] as const) : (['onClick', 'onDrop'] as const)))
  const refuseTyping = (event: KeyboardEvent) => {
    const changes =
      event.key === 'Backspace' ||
      event.key === 'Delete' ||
      (event.key.length === 1 && !event.ctrlKey && !event.metaKey)
    if (changes) refused?.onClick?.(event)
  }

  return (
    <input
      {...input}
      {...refused}
      // The reason is the description in place of a hint.
      {...(refused && { 'aria-describedby': undefined, ...(!isChoice && { readOnly: true, onKeyDown: refuseTyping }) })}
    />
  )
}
