import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryContent } from '../../src/app/ui/feedback/QueryContent.tsx'
import { useReason, useTexts } from './portal-context.ts'

/** The value of a query, or why there is none: loading, offline, or failed in the server's words. */
export function Loaded<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'refetch'>
  children: (value: T) => ReactNode
}) {
  const t = useTexts()
  const reasonOf = useReason()
  const texts = {
    offline: t('offline.title'),
    offlineHint: t('offline.hint'),
    failed: t('failed.title'),
    failedHint: reasonOf(query.error),
  }
  return (
    <QueryContent query={query} lines={8} text={(key) => texts[key]}>
      {children}
    </QueryContent>
  )
}
