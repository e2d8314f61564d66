import glass from '@phosphor-icons/core/regular/magnifying-glass.svg?raw'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { frameDialog, prepareDialog } from '../frame-dialog.ts'

/** Opens the search over applications, pages and people; so does `useSearchKey`. */
export function SearchButton() {
  const { t } = useTranslation('shell')

  const prepare = () => prepareDialog('search')
  return (
    <button
      type="button"
      className="h-search"
      aria-label={t('search')}
      title={`${t('search')} (Ctrl+K)`}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => frameDialog.set('search')}
    >
      <Icon svg={glass} />
      <span className="h-search__hint" aria-hidden="true">
        {t('searchHint')}
      </span>
      <kbd className="h-search__key" aria-hidden="true">
        Ctrl K
      </kbd>
    </button>
  )
}
