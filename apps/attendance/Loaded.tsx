import type { ReactNode } from 'react'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { Problem } from './Problem.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import type { Answer } from './use-answer.ts'
import { useTexts } from './use-texts.ts'

/** What an answer shows, or why there is none. While another one is on its way the one before it stays in sight, a little paler. */
export function Loaded<T>({
  answer,
  lines = 6,
  children,
}: {
  answer: Answer<T>
  lines?: number
  children: (data: T) => ReactNode
}) {
  const t = useTexts()
  const { data, fits, load, reload } = answer
  if (load.phase === 'failed' && !fits) return <Problem code={load.code} onRetry={reload} />
  if (data === null) {
    return (
      <div className="at-card at-card--padded">
        <Skeleton lines={lines} label={t('loading')} />
      </div>
    )
  }
  return (
    <div className="at-loaded" aria-busy={!fits} data-pale={!fits || undefined}>
      <StaleNotice load={load} onRetry={reload} />
      {children(data)}
    </div>
  )
}
