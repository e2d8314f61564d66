import { lazy, Suspense, useState } from 'react'
import { menuLockKey } from '../../core/storage/local-keys.ts'
import type { MenuContent } from './menu-content.ts'

const SideMenu = lazy(() => import('./SideMenu.tsx'))

/** The column of the menu at the left, reserved from the first frame on; the menu itself is lazy. */
export function SideMenuArea({ content }: { content: MenuContent | null }) {
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
