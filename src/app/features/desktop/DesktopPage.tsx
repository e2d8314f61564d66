import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'
import { checkSession } from '../../core/session/check-session.ts'
import { session } from '../../core/session/session.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { loadDesktop, useDesktop } from './desktop-store.ts'
import { Groups } from './Groups.tsx'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'

const PullToRefresh = lazy(() => import('./PullToRefresh.tsx'))

/** Loads icons and counts again. Never rejects. */
async function reload(): Promise<void> {
  await checkSession()
  if (session.current.status === 'in') await loadDesktop(session.current.user)
}

export function DesktopPage(props: {
  user: SessionUser | null
  mobile: boolean
  theme: Theme | null
  beside?: ReactNode
  today?: ReactNode
}) {
  const state = useDesktop()
  const { t } = useTranslation('shell')
  const pulls = useWhenIdle(props.mobile && (state.status === 'live' || state.status === 'stored'))

  if (state.status === 'loading') return <Skeleton lines={8} />
  if (state.status === 'failed') {
    return <EmptyState title={t('iconsFailed')} hint={t('iconsFailedHint')} action={<RetryButton onRetry={reload} />} />
  }
  return (
    <>
      {pulls && (
        <Suspense fallback={null}>
          <PullToRefresh onRefresh={reload} />
        </Suspense>
      )}
      <Groups data={state.data} {...props} />
    </>
  )
}
