import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import type { QueryState } from '../../core/state/use-query.ts'

/** The state of a query in a card: loading, or failed with a retry. */
export function QueryStatus({ query, onRetry }: { query: QueryState<unknown>; onRetry: () => void }) {
  const { t } = useTranslation('protection')
  const online = useOnline()
  const { t: common } = useTranslation('common')
  if (query.status === 'failed') {
    return (
      <p className="a-note">
        {t('failed')}{' '}
        <Button kind="quiet" onClick={onRetry}>
          {common('retry')}
        </Button>
      </p>
    )
  }
  return query.status === 'loading' && online ? <Skeleton label={common('loading')} lines={2} /> : null
}
