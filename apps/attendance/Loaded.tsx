import CloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?react'
import UserX from '@phosphor-icons/core/duotone/user-circle-minus-duotone.svg?react'
import Warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?react'
import WarningLine from '@phosphor-icons/core/regular/warning-circle.svg?react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../src/app/ui/Button.tsx'
import { EmptyState } from '../../src/app/ui/feedback/EmptyState.tsx'
import { NoData } from '../../src/app/ui/feedback/NoData.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { useLanguage, useObservable, usePortal, useTexts } from './portal-context.ts'
import { failureCode, failureReason } from './use-endpoint.ts'

type Failing = Pick<UseQueryResult, 'error' | 'isRefetchError' | 'refetch'>
type Shown<T> = Failing & Pick<UseQueryResult<T>, 'data' | 'isLoadingError' | 'isPlaceholderData'>

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
  if (query.isLoadingError) return <Problem query={query} />
  if (data === undefined) {
    return (
      <div className="at-card at-card--padded">
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
  const language = useLanguage()
  const online = useObservable(usePortal().online)
  if (!query.isRefetchError || !online) return null
  return (
    <div className="at-notice" role="status">
      <Icon svg={WarningLine} />
      <span>{t('stale', { reason: failureReason(failureCode(query.error), language, t) })}</span>
      <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
    </div>
  )
}

/** In place of records where there are none. */
export function NoneCard({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="at-card at-card--padded">
      <NoData title={title} hint={hint} />
    </div>
  )
}

/** In place of records that could not be loaded: why, that nothing is lost, and what to do. */
export function Problem({ query }: { query: Failing }) {
  return (
    <div className="at-card at-card--padded">
      <Reason code={failureCode(query.error)} onRetry={() => void query.refetch()} />
    </div>
  )
}

function Reason({ code, onRetry }: { code: string; onRetry: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useObservable(usePortal().online)
  if (code === 'attendance.no_person') {
    return <EmptyState picture={<Icon svg={UserX} size={96} />} title={t('nobody.title')} hint={t('nobody.hint')} />
  }
  return (
    <EmptyState
      picture={<Icon svg={online ? Warning : CloudSlash} size={96} />}
      title={t(online ? 'failed.title' : 'offline.title')}
      hint={online ? `${failureReason(code, language, t)}${t('gap')}${t('failed.safe')}` : t('offline.hint')}
      action={
        <Button kind="primary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}
