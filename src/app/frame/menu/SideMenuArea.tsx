import { useState } from 'react'
import { menuLockKey } from '../../core/storage/signed-in-keys.ts'
import { latePart } from '../../ui/late-part.tsx'
import type { MenuContent } from './menu-content.ts'

const SideMenu = latePart(() => import('./SideMenu.tsx'))

/** The column of the menu at the left, reserved from the first frame on; the menu itself is lazy. */
export function SideMenuArea({ content }: { content: MenuContent | null }) {
  const [isLocked, setLocked] = useState(() => menuLockKey.get() === true)
  const lock = (locked: boolean) => {
    menuLockKey.set(locked)
    setLocked(locked)
  }
  return (
    <div className="n-side" data-locked={isLocked || undefined}>
      {content && <SideMenu content={content} isLocked={isLocked} onLock={lock} />}
    </div>
  )
}
