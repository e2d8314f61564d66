import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Reading } from '../../core/state/use-reading.ts'

/** What stands in a part of the page until it was read, and where that failed. */
export function ReadingState({
  reading,
  online,
  onRetry,
}: {
  reading: Reading<unknown>
  online: boolean
  onRetry: () => void
}) {
  const { t } = useTranslation('protection')
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
