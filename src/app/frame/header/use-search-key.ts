import { useEffect } from 'react'
import { frameDialog } from '../frame-dialog.ts'

/** Ctrl+K (Cmd+K) opens the search anywhere in the portal, from the first frame on, while somebody is there to search. */
export function useSearchKey(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
      // It is the browser's own otherwise, and a dialog that is open has to be answered first.
      event.preventDefault()
      if (!document.querySelector('dialog:modal')) frameDialog.set('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}
