import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import { useTranslation } from 'react-i18next'
import { useDesktop } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { formatDateTime } from '../ui/format/format.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { useOnline } from '../core/connectivity/use-online.ts'

/** Says that the server cannot be reached, and how old the shown data may be. */
export function OfflineBar() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const isOnline = useOnline()
  const state = useDesktop()
  const text =
    state.status === 'stored'
      ? t('offlineBar', { time: formatDateTime(state.savedAt, language) })
      : t('offlineBarShort')
  return (
    <div role="status" aria-live="polite">
      {!isOnline && (
        <p className="s-offline">
          <Icon svg={CloudSlash} />
          {text}
        </p>
      )}
    </div>
  )
}
