import { lazy, Suspense, useState } from 'react'
import { menuLockKey } from '../../core/storage/local-keys.ts'
import type { MenuContent } from './menu-choice.ts'

const SideMenu = lazy(() => import('./SideMenu.tsx'))

/** The place of the menu at the left, which it takes from the first frame on; the menu itself comes with the first person who has it there. */
export function SidePlace({ content }: { content: MenuContent | null }) {
  const [isLocked, setLocked] = useState(() => menuLockKey.get() === true)
  const lock = (locked: boolean) => {
    menuLockKey.set(locked)
    setLocked(locked)
  }
  return (
    <div className="n-side" data-locked={isLocked || undefined}>
      <Suspense fallback={null}>{content && <SideMenu content={content} isLocked={isLocked} onLock={lock} />}</Suspense>
    </div>
  )
}
