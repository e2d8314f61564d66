import CloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?react'
import UserX from '@phosphor-icons/core/duotone/user-circle-minus-duotone.svg?react'
import Warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?react'
import WarningLine from '@phosphor-icons/core/regular/warning-circle.svg?react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureCode } from '../../src/app/micro-apps/app-context.ts'
import { Button } from '../../src/app/ui/Button.tsx'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { useOnline, useTexts } from './portal-context.ts'
import { useFailureReason } from './use-endpoint.ts'

type Failing = Pick<UseQueryResult, 'error' | 'isRefetchError' | 'refetch'>
type Shown<T> = Failing & Pick<UseQueryResult<T>, 'data' | 'isLoadingError' | 'isPaused' | 'isPlaceholderData'>

/** The value of a query, or why there is none. During a reload the previous value stays, a little paler. */
export function Loaded<T>({
  query,
  lines = 6,
  children,
}: {
  query: Shown<T>
  lines?: number
  children: (data: T) => ReactNode
}) {
  const t = useTexts()
  const { data, isPlaceholderData } = query
  // Paused: asked for without a network; it is asked by itself when that is back.
  if (query.isLoadingError || (data === undefined && query.isPaused)) return <Problem query={query} />
  if (data === undefined) {
    return (
      <div className="app-card at-card--padded">
        <Skeleton lines={lines} label={t('loading')} />
      </div>
    )
  }
  return (
    <div className="at-loaded" aria-busy={isPlaceholderData} data-pale={isPlaceholderData || undefined}>
      <StaleNotice query={query} />
      {children(data)}
    </div>
  )
}

/** Above data that could not be refreshed online; offline the portal says so itself. */
export function StaleNotice({ query }: { query: Failing }) {
  const t = useTexts()
  const reasonOf = useFailureReason()
  const online = useOnline()
  if (!query.isRefetchError || !online) return null
  return (
    <div className="app-notice" role="status">
      <Icon svg={WarningLine} />
      <span>{t('stale', { reason: reasonOf(query.error) })}</span>
      <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
    </div>
  )
}

/** In place of records that could not be loaded: why, that nothing is lost, and what to do. */
export function Problem({ query: { error, refetch } }: { query: Failing }) {
  const t = useTexts()
  const reasonOf = useFailureReason()
  const online = useOnline()
  return (
    <div className="app-card at-card--padded">
      {failureCode(error) === 'attendance.no_person' ? (
        <EmptyState picture={<Icon svg={UserX} size={96} />} title={t('nobody.title')} hint={t('nobody.hint')} />
      ) : (
        <EmptyState
          picture={<Icon svg={online ? Warning : CloudSlash} size={96} />}
          title={t(online ? 'failed.title' : 'offline.title')}
          hint={online ? `${reasonOf(error)}${t('gap')}${t('failed.safe')}` : t('offline.hint')}
          action={
            <Button kind="primary" onClick={() => void refetch()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
    </div>
  )
}
