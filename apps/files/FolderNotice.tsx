import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw'
import { Button } from '../../src/app/ui/Button.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { failureReason } from './failure.ts'
import type { Load } from './folder-store.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { useTexts } from './use-texts.ts'

/** A line above a list that is not of this moment: offline, or after a refresh that failed. */
export function FolderNotice({ load, onRetry }: { load: Load; onRetry: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useObservable(portal.language)
  const online = useObservable(portal.online)
  if (!online) {
    return (
      <p className="f-notice" role="status">
        <Icon svg={cloudSlash} />
        <span>{t('offline.banner')}</span>
      </p>
    )
  }
  if (load.phase !== 'failed') return null
  return (
    <div className="f-notice" role="status">
      <Icon svg={warning} />
      <span>{t('stale', { reason: failureReason(load.code, language, t) })}</span>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}
