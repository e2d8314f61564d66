import { lazy, Suspense, use } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/session.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { RowsContext } from '../header/rows.ts'
import { online } from '../../core/connectivity/online.ts'
import { hasActiveUploads, leaveWithoutAsking } from '../../core/state/uploading.ts'

const ChildButton = lazy(() => import('../../features/family/ChildButton.tsx'))
const FamilyButton = lazy(() => import('../../features/family/FamilyButton.tsx'))
const Dialogs = lazy(() => import('../../features/family/FamilyDialogs.tsx'))

type Parent = Pick<SessionUser, 'userId' | 'userType'>

/** The header's button 'Choose child'; for parents (user type 3) only. */
export function ChildTool({ user }: { user: Parent }) {
  const isOnline = useObservable(online)
  const rows = use(RowsContext)
  return (
    <Suspense fallback={null}>
      <ChildButton user={user} online={isOnline} {...(rows && { onPress: rows.leave })} />
    </Suspense>
  )
}

/** The desktop's way to what waits for all children; for parents only. */
export function FamilyOpener({ user }: { user: Parent }) {
  const isOnline = useObservable(online)
  return (
    <Suspense fallback={null}>
      <FamilyButton user={user} online={isOnline} />
    </Suspense>
  )
}

/** What the two open, once in the frame; for parents only. */
export function FamilyDialogs({ user }: { user: Parent }) {
  const isOnline = useObservable(online)
  const uploading = useObservable(hasActiveUploads)
  return (
    <Suspense fallback={null}>
      <Dialogs
        user={user}
        online={isOnline}
        uploading={uploading}
        reload={() => {
          leaveWithoutAsking()
          location.reload()
        }}
      />
    </Suspense>
  )
}
