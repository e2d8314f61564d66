import './page.css'
import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryContent } from '../feedback/QueryContent.tsx'
import { PageHeader } from './PageHeader.tsx'

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
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'refetch'> & { readonly error?: unknown }
  lines: number
  className?: string
  children: (value: T) => ReactNode
}) {
  return (
    <div className={`k-page ${className}`}>
      <PageHeader title={text('title')} hint={text('hint')} />
      <QueryContent query={query} lines={lines} text={text}>
        {children}
      </QueryContent>
    </div>
  )
}
