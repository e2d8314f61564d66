import { lazy, Suspense, use } from 'react'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { RowsContext } from './header/tools.tsx'

const ChildButton = lazy(() => import('../features/family/ChildButton.tsx'))
const FamilyButton = lazy(() => import('../features/family/FamilyButton.tsx'))
const Dialogs = lazy(() => import('../features/family/FamilyDialogs.tsx'))

type Parent = Pick<SessionUser, 'userId' | 'userType'>

export function ChildTool({ user }: { user: Parent }) {
  const rows = use(RowsContext)
  return (
    <Suspense fallback={null}>
      <ChildButton user={user} {...(rows && { onPress: rows.leave })} />
    </Suspense>
  )
}

export function FamilyOpener({ user }: { user: Parent }) {
  return (
    <Suspense fallback={null}>
      <FamilyButton user={user} />
    </Suspense>
  )
}

export function FamilyDialogs({ user }: { user: Parent }) {
  return (
    <Suspense fallback={null}>
      <Dialogs user={user} />
    </Suspense>
  )
}
