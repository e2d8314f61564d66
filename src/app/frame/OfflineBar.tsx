import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import { useTranslation } from 'react-i18next'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { formatDateTime } from '../ui/format/format.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { useOnline } from '../core/connectivity/use-online.ts'

/** Says that the server cannot be reached, and how old the shown data may be. */
export function OfflineBar() {
  const isOnline = useOnline()
  return (
    <div className="s-offline-place" role="status" aria-live="polite">
      {!isOnline && <OfflineText />}
    </div>
  )
}

/** Mounted only offline: the first date that a page formats takes 30 ms. */
function OfflineText() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const state = useDesktop()
  return (
    <p className="s-offline">
      <Icon svg={CloudSlash} />
      {state.status === 'stored'
        ? t('offlineBar', { time: formatDateTime(state.savedAt, language) })
        : t('offlineBarShort')}
    </p>
  )
}
