import './page.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import type { QueryState } from '../../core/state/use-query.ts'
import { Button } from '../Button.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'

/** Keys of a page's title and of its failure texts. */
type PageText = 'title' | 'hint' | 'offline' | 'offlineHint' | 'failed' | 'failedHint'

/** A titled page with the value of a query, or its state: loading, offline, failed. */
export function QueryPage<T>({
  text,
  query,
  lines,
  className = '',
  onRetry,
  children,
}: {
  text: (key: PageText) => string
  query: QueryState<T>
  lines: number
  className?: string
  onRetry: () => void
  children: (value: T) => ReactNode
}) {
  const { t: common } = useTranslation('common')
  const online = useOnline()
  return (
    <div className={`k-page ${className}`}>
      <PageHeader title={text('title')} hint={text('hint')} />
      {query.status === 'ready' ? (
        children(query.value)
      ) : !online ? (
        <EmptyState title={text('offline')} hint={text('offlineHint')} />
      ) : query.status === 'failed' ? (
        <EmptyState
          title={text('failed')}
          hint={text('failedHint')}
          action={
            <Button kind="primary" onClick={onRetry}>
              {common('retry')}
            </Button>
          }
        />
      ) : (
        <Skeleton label={common('loading')} lines={lines} />
      )}
    </div>
  )
}
