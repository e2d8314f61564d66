import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { POPUP_AUTO_CLOSE } from '../../../../contract/limits.ts'
import { TodoBar } from './TodoBar.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { useAutoClose } from '../../ui/feedback/use-auto-close.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'

/**
 * Shows the to-dos for a while: at the start if there are any (`count`), and again when more come, unless it was closed in this session. Without a column of
 * its own (`inColumn`) it is a bar at the foot, which covers no icon, until it is opened.
 */
export default function TodoPopup({
  user,
  count,
  inColumn,
  Panel,
}: {
  user: SessionUser
  count: number
  inColumn: boolean
  Panel: ComponentType<{ user: SessionUser; onClose: () => void }> | undefined
}) {
  const [known, setKnown] = useState(0)
  const [open, setOpen] = useState(false)

  if (count !== known) {
    setKnown(count)
    if (count > known && !tip.isClosed(user.userId)) setOpen(true)
  }
  if (!open) return null
  return (
    <OpenPopup
      inColumn={inColumn}
      user={user}
      Panel={Panel}
      onAutoClose={() => setOpen(false)}
      onClose={() => {
        tip.close(user.userId)
        setOpen(false)
      }}
    />
  )
}

interface OpenPopupProps {
  user: SessionUser
  inColumn: boolean
  Panel: ComponentType<{ user: SessionUser; onClose: () => void }> | undefined
  onAutoClose: () => void
  onClose: () => void
}

function OpenPopup({ user, inColumn, Panel, onAutoClose, onClose }: OpenPopupProps) {
  const element = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const isBar = !inColumn && !unfolded
  useAutoClose(element, POPUP_AUTO_CLOSE, onAutoClose)
  useEffect(() => {
    // The button that unfolded it is gone.
    if (unfolded) element.current?.querySelector('aside')?.focus()
  }, [unfolded])
  const list = Panel ? <Panel user={user} onClose={onClose} /> : <TodoPanel userId={user.userId} onClose={onClose} />
  return (
    <div ref={element} className={isBar ? 't-popup t-popup--bar' : 't-popup'}>
      {isBar ? <TodoBar onOpen={() => setUnfolded(true)} onClose={onClose} /> : list}
    </div>
  )
}

const KEY = 'tip'
let here: string | null = null

/** Whether the pop-up was closed in this session. The key's name is the specification's. */
const tip = {
  isClosed(userId: string): boolean {
    if (here === userId) return true
    try {
      return sessionStorage.getItem(KEY) === userId
    } catch {
      return false
    }
  },
  close(userId: string): void {
    here = userId
    try {
      if (mayKeep()) sessionStorage.setItem(KEY, userId)
    } catch {
      // Storage refused: it stays closed until the page is loaded again.
    }
  },
}
