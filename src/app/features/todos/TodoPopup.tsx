import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { POPUP_AUTO_CLOSE } from '../../../../contract/limits.ts'
import { TodoBar } from './TodoBar.tsx'
import { TodoPanel } from './TodoPanel.tsx'
import { useAutoClose } from '../../ui/feedback/use-auto-close.ts'
import { mayKeep, tryStorage } from '../../core/storage/local-keys.ts'

export interface PopupProps {
  readonly user: SessionUser
  readonly inColumn: boolean
  /** The component of the list, if not the default one. */
  readonly Panel?: ComponentType<{ user: SessionUser; onClose: () => void }> | undefined
}

/**
 * Shows the to-dos for a while: at the start if there are any (`count`), and again when more come, unless it was closed in this session. Without a column of
 * its own (`inColumn`) it is a bar at the foot, which covers no icon, until it is opened.
 */
export default function TodoPopup({ count, ...props }: PopupProps & { count: number }) {
  const { userId } = props.user
  const [known, setKnown] = useState(0)
  const [open, setOpen] = useState(false)

  if (count !== known) {
    setKnown(count)
    if (count > known && !tip.isClosed(userId)) setOpen(true)
  }
  if (!open) return null
  return (
    <OpenPopup
      {...props}
      onAutoClose={() => setOpen(false)}
      onClose={() => {
        tip.close(userId)
        setOpen(false)
      }}
    />
  )
}

function OpenPopup({
  user,
  inColumn,
  Panel,
  onAutoClose,
  onClose,
}: PopupProps & { onAutoClose: () => void; onClose: () => void }) {
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

/** Whether the pop-up was closed in this session; where storage is refused, since the page was loaded. The key's name is the specification's. */
const tip = {
  isClosed: (userId: string): boolean => here === userId || tryStorage(() => sessionStorage.getItem(KEY)) === userId,
  close(userId: string): void {
    here = userId
    if (mayKeep()) tryStorage(() => sessionStorage.setItem(KEY, userId))
  },
}
