import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryContent } from '../../src/app/ui/feedback/QueryContent.tsx'
import { Button } from '../../src/app/ui/Button.tsx'
import { useOnline, useReason, useTexts } from './portal-context.ts'

/** The value of a query, or why there is none: loading, offline, or failed in the server's words. A value that could not be renewed stays, with a notice. */
export function Loaded<T>({
  query,
  lines = 8,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'isRefetchError' | 'isPlaceholderData' | 'refetch'>
  lines?: number
  children: (value: T) => ReactNode
}) {
  const t = useTexts()
  const online = useOnline()
  const reasonOf = useReason()
  const texts = {
    offline: t('offline.title'),
    offlineHint: t('offline.hint'),
    failed: t('failed.title'),
    failedHint: reasonOf(query.error),
  }
  return (
    <div className="ad-loaded" aria-busy={query.isPlaceholderData} data-pale={query.isPlaceholderData || undefined}>
      {query.isRefetchError && online && query.data !== undefined && (
        <div className="app-notice" role="status">
          <span>{t('stale', { reason: reasonOf(query.error) })}</span>
          <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      <QueryContent query={query} lines={lines} text={(key) => texts[key]}>
        {children}
      </QueryContent>
    </div>
  )
}
