import { useState, type ComponentType } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useCounts } from '../../core/live/unread-counts.ts'
import { todoPopupKey } from '../../core/storage/signed-in-keys.ts'
import { latePart } from '../../ui/late-part.tsx'

const TodoPopup = latePart(() => import('./TodoPopup.tsx'))

/** The pop-up of to-dos, loaded with the first one that waits; in a column beside the desktop, or else at the foot of the page. */
export function TodoCorner({
  user,
  inColumn,
  Panel,
}: {
  user: SessionUser
  inColumn: boolean
  /** The component of the list, if not the default one. */
  Panel?: ComponentType<{ user: SessionUser; onClose: () => void }> | undefined
}) {
  const [wanted, setWanted] = useState(false)
  const [allowed] = useState(() => todoPopupKey.get() !== false)
  const count = useCounts()?.todo ?? 0
  if (allowed && count > 0 && !wanted) setWanted(true)
  if (!wanted) return null
  return <TodoPopup user={user} count={count} inColumn={inColumn} Panel={Panel} />
}
