import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../../core/api/call-error.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { EmptyState } from './EmptyState.tsx'
import { RetryButton } from './RetryButton.tsx'
import { Skeleton } from './Skeleton.tsx'

/** The value of a query, or its state: loading, offline, failed with a retry. */
export function QueryContent<T>({
  query,
  lines,
  text,
  retry = 'primary',
  empty: Empty = EmptyState,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'> & { readonly error?: unknown }
  lines: number
  text: (key: 'offline' | 'offlineHint' | 'failed' | 'failedHint') => string
  /** The kind of the button. */
  retry?: 'primary' | 'plain'
  empty?: (props: { title: string; hint: string; action?: ReactNode }) => ReactNode
  children: (value: T) => ReactNode
}) {
  const online = useOnline()
  if (query.data !== undefined) return children(query.data)
  if (!online) return <Empty title={text('offline')} hint={text('offlineHint')} />
  if (!query.isError) return <Skeleton lines={lines} />
  return (
    <Empty
      title={text('failed')}
      hint={isForbiddenHere(query.error) ? describeFailure(query.error) : text('failedHint')}
      action={<RetryButton kind={retry} onRetry={query.refetch} />}
    />
  )
}

/** Whether the unit's administration refuses the session or its address, which no retry helps. */
function isForbiddenHere(error: unknown): boolean {
  return error instanceof CallError && error.code.startsWith('admin.')
}
