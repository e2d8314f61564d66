import Glass from '@phosphor-icons/core/regular/magnifying-glass.svg?react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/Icon.tsx'
import { frameDialog } from '../frame-dialog.ts'
import { opens } from '../late-dialogs.ts'
import { useEffect } from 'react'
import { OPEN_SEARCH } from '../../../../contract/pages.ts'

/** Opens the search over applications, pages and people; so does `useSearchKey`. `isField`: with its name and key, as wide as a field. */
export function SearchButton({ isField }: { isField: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={isField ? 'h-search h-search--field' : 'h-search'}
      aria-label={t('search')}
      title={`${t('search')} (Ctrl+K)`}
      aria-keyshortcuts="Control+K Meta+K"
      {...opens('search')}
    >
      <Icon svg={Glass} />
      {isField && (
        <>
          <span className="h-search__hint" aria-hidden="true">
            {t('search')}
          </span>
          <kbd className="h-search__key" aria-hidden="true">
            Ctrl K
          </kbd>
        </>
      )}
    </button>
  )
}

/** Whether the address with which the document came asks for the search, as the server's page for unknown addresses does. */
let isAsked = location.search === `?${OPEN_SEARCH}`

/** Closes the search; what had the focus before has it again, or the button where nothing had it. */
export function closeSearch(): void {
  frameDialog.set(null)
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('.h-search')?.focus()
  })
}

/** Ctrl+K (Cmd+K) opens the search anywhere in the portal while `active`. */
export function useSearchKey(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    if (isAsked) frameDialog.set('search')
    isAsked = false
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
      // Otherwise the browser's own key, and an open dialog has priority.
      event.preventDefault()
      if (!document.querySelector('dialog:modal')) frameDialog.set('search')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
}
