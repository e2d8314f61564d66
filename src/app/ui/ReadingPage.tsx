import './reading-page.css'
import type { ReactNode } from 'react'
import type { Reading } from '../core/state/use-reading.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Skeleton } from './Skeleton.tsx'

/** What a page says of itself, and in place of what it could not read. */
type PageText = 'title' | 'hint' | 'offline' | 'offlineHint' | 'failed' | 'failedHint'

/** A titled page of cards with what was read, or what stands there until then, without a connection, and where that failed. */
export function ReadingPage<T>({
  text,
  common,
  reading,
  online,
  lines,
  className = '',
  onRetry,
  children,
}: {
  text: (key: PageText) => string
  /** What every page says. */
  common: (key: 'retry' | 'loading') => string
  reading: Reading<T>
  online: boolean
  /** How long the page is about to be. */
  lines: number
  className?: string
  onRetry: () => void
  children: (value: T) => ReactNode
}) {
  return (
    <div className={`k-page ${className}`}>
      <PageHeader title={text('title')} hint={text('hint')} />
      {reading.status === 'ready' ? (
        children(reading.value)
      ) : !online ? (
        <EmptyState title={text('offline')} hint={text('offlineHint')} />
      ) : reading.status === 'failed' ? (
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
