import { useDeferredValue, type ReactNode } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { Theme } from '../../../../contract/rules/appearance/themes.ts'
import { useWhenIdle } from '../../core/timing/when-idle.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DesktopFailed, reloadDesktop } from './DesktopFailed.tsx'
import { useDesktop } from './desktop-store.ts'
import { Groups } from './Groups.tsx'
import { latePart } from '../../ui/late-part.tsx'

const PullToRefresh = latePart(() => import('./PullToRefresh.tsx'))

export function DesktopPage(props: {
  user: SessionUser | null
  mobile: boolean
  theme: Theme | null
  beside?: ReactNode
  today?: ReactNode
}) {
  // In parts of 5 ms: a store's change is drawn at once otherwise, a hundred icons in one task.
  const state = useDeferredValue(useDesktop())
  const pulls = useWhenIdle(props.mobile && 'data' in state)

  if (state.status === 'loading') return <Skeleton lines={8} />
  if (state.status === 'failed') return <DesktopFailed />
  return (
    <>
      {pulls && <PullToRefresh onRefresh={reloadDesktop} />}
      <Groups data={state.data} {...props} />
    </>
  )
}
