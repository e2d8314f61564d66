import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useCounts } from '../../core/live/waiting.ts'
import { todoPopupKey } from '../../core/storage/local-keys.ts'

/** Draws the list with a button that closes it. */
export type TodoPopupPanel = (onClose: () => void) => ReactNode

const TodoPopup = lazy(() => import('./TodoPopup.tsx'))

/** The pop-up of to-dos, loaded with the first one that waits; in a column beside the desktop, or else at the foot of the page. */
export function TodoCorner({
  userId,
  inColumn,
  panel,
}: {
  userId: string
  inColumn: boolean
  /** The list, where it is not the plain one. */
  panel?: TodoPopupPanel | undefined
}) {
  const [wanted, setWanted] = useState(false)
  const [allowed] = useState(() => todoPopupKey.get() !== false)
  const count = useCounts()?.todo ?? 0
  if (allowed && count > 0 && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <TodoPopup userId={userId} count={count} inColumn={inColumn} panel={panel} />
    </Suspense>
  )
}
