import { lazy, Suspense, useState } from 'react'
import { useCounts } from '../../core/live/waiting.ts'
import { todoPopupKey } from '../../core/storage/local-keys.ts'

const TodoPopup = lazy(() => import('./TodoPopup.tsx'))

/** The pop-up of to-dos, loaded with the first one that waits; in a column beside the desktop, or else at the foot of the page. */
export function TodoCorner({ userId, inColumn }: { userId: string; inColumn: boolean }) {
  const [wanted, setWanted] = useState(false)
  const [allowed] = useState(() => todoPopupKey.get() !== false)
  const count = useCounts()?.todo ?? 0
  if (allowed && count > 0 && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <TodoPopup userId={userId} count={count} inColumn={inColumn} />
    </Suspense>
  )
}
