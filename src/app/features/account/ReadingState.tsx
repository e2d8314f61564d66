import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Reading } from '../../core/state/use-reading.ts'

/** What stands in a part of the page until it was read, and where that failed. */
export function ReadingState({ reading, onRetry }: { reading: Reading<unknown>; onRetry: () => void }) {
  const { t } = useTranslation('protection')
  const online = useOnline()
  const { t: common } = useTranslation('common')
  if (reading.status === 'failed') {
    return (
      <p className="a-note">
        {t('failed')}{' '}
        <Button kind="quiet" onClick={onRetry}>
          {common('retry')}
        </Button>
      </p>
    )
  }
  return reading.status === 'loading' && online ? <Skeleton label={common('loading')} lines={2} /> : null
}
