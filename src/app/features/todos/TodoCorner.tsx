import { useState } from 'react'
import { ownCounts } from '../../core/live/counts.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { todoPopupKey } from '../../core/storage/signed-in-keys.ts'
import { latePart } from '../../ui/late-part.tsx'
import type { PopupProps } from './TodoPopup.tsx'

const TodoPopup = latePart(() => import('./TodoPopup.tsx'))

/** The pop-up of to-dos, loaded with the first one that waits; in a column beside the desktop, or else at the foot of the page. */
export function TodoCorner(props: PopupProps) {
  const [wanted, setWanted] = useState(false)
  const [allowed] = useState(() => todoPopupKey.get() !== false)
  const count = useObservable(ownCounts)?.todo ?? 0
  if (allowed && count > 0 && !wanted) setWanted(true)
  if (!wanted) return null
  return <TodoPopup count={count} {...props} />
}
