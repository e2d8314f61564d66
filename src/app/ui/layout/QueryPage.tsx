import './page.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../core/connectivity/use-online.ts'
import type { UseQueryResult } from '@tanstack/react-query'
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
  children,
}: {
  text: (key: PageText) => string
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'>
  lines: number
  className?: string
  children: (value: T) => ReactNode
}) {
  const { t: common } = useTranslation('common')
  const online = useOnline()
  return (
    <div className={`k-page ${className}`}>
      <PageHeader title={text('title')} hint={text('hint')} />
      {query.data !== undefined ? (
        children(query.data)
      ) : !online ? (
        <EmptyState title={text('offline')} hint={text('offlineHint')} />
      ) : query.isError ? (
        <EmptyState
          title={text('failed')}
          hint={text('failedHint')}
          action={
            <Button kind="primary" onClick={() => void query.refetch()}>
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
