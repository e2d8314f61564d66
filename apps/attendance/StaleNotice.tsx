import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw'
import { Button } from '../../src/app/ui/Button.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { failureReason } from './failure.ts'
import { useLanguage, useObservable, usePortal } from './portal-context.ts'
import type { Load } from './use-answer.ts'
import { useTexts } from './use-texts.ts'

/** A line above what could not be refreshed while the network is there; without it the portal says so itself. */
export function StaleNotice({ load, onRetry }: { load: Load; onRetry: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useObservable(usePortal().online)
  if (load.phase !== 'failed' || !online) return null
  return (
    <div className="at-notice" role="status">
      <Icon svg={warning} />
      <span>{t('stale', { reason: failureReason(load.code, language, t) })}</span>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
    </div>
  )
}
