import CloudSlash from '@phosphor-icons/core/duotone/cloud-slash-duotone.svg?react'
import Warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?react'
import './loaded.css'
import type { ReactNode } from 'react'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { failureText } from '../../core/notices/failure-text.ts'
import { Icon } from '../icons/Icon.tsx'
import { useKitTexts } from '../use-kit-texts.ts'
import { EmptyState } from './EmptyState.tsx'
import { RetryButton } from './RetryButton.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Texts of a place; the portal's stand in for those that it leaves out. */
interface LoadedTexts {
  readonly offline?: string
  readonly offlineHint?: string
  readonly failed?: string
  /** Says after a failure that nothing was lost. */
  readonly safe?: string
}

/** The part of a query's result that is needed; some are put together by hand. */
interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly isError: boolean
  readonly refetch: () => unknown
  readonly isRefetchError?: boolean
  readonly isPlaceholderData?: boolean
}

/** Lines of the skeleton up to which a state is a line of text, without a picture. */
const SMALL = 3

/**
 * The value of a query, or why there is none: loading, offline, or failed with the reason and a retry. A value that could not be renewed stays, with a notice; that of
 * the request before stays while the next is loaded, a little paler. `lines`: about as many as the value takes.
 */
export function Loaded<T>({
  query,
  lines = 8,
  text = {},
  children = () => null,
}: {
  query: Query<T>
  lines?: number
  text?: LoadedTexts
  children?: (value: T) => ReactNode
}) {
  const { t, language } = useKitTexts()
  const online = useOnline()
  const { data, error, refetch, isPlaceholderData = false } = query
  if (data !== undefined)
    return (
      <div className="k-loaded" aria-busy={isPlaceholderData} data-pale={isPlaceholderData || undefined}>
        {query.isRefetchError && online && (
          <div className="app-notice" role="status">
            <span>{t('loaded.stale', { reason: failureText(error, language) })}</span>
            <RetryButton kind="plain" onRetry={refetch} />
          </div>
        )}
        {children(data)}
      </div>
    )
  if (online && !query.isError) return <Skeleton lines={lines} />
  const title = online ? (text.failed ?? t('loadFailed')) : (text.offline ?? t('loaded.offline'))
  const hint = online ? failureText(error, language) : (text.offlineHint ?? t('loaded.offlineHint'))
  if (lines <= SMALL)
    return (
      <p className="k-note">
        {t('loaded.line', { title, hint })} {online && <RetryButton kind="quiet" onRetry={refetch} />}
      </p>
    )
  return (
    <EmptyState
      picture={<Icon svg={online ? Warning : CloudSlash} size={96} />}
      title={title}
      hint={hint}
      {...(online && { more: text.safe, action: <RetryButton onRetry={refetch} /> })}
    />
  )
}
