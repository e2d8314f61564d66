import type { UseQueryResult } from '@tanstack/react-query'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

/** The state of a query in a card: loading, or failed with a retry. */
export function QueryStatus({ query }: { query: UseQueryResult }) {
  const { t } = useTranslation('protection')
  const online = useOnline()
  const { t: common } = useTranslation('common')
  if (query.isLoadingError) {
    return (
      <p className="k-note">
        {t('failed')}{' '}
        <Button kind="quiet" onClick={() => void query.refetch()}>
          {common('retry')}
        </Button>
      </p>
    )
  }
  return query.isPending && online ? <Skeleton lines={2} /> : null
}
