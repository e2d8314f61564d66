import { useEffect, useRef } from 'react'

/**
 * For a button that is disabled while `busy`: it then loses the focus, and the keyboard would restart at the top of the page or dialog. Returns its
 * ref.
 */
export function useRegainedFocus(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus()
    wasBusy.current = busy
  }, [busy])
  return button
}
