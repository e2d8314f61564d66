import { useRef, useState } from 'react'
import { POPUP_AUTO_CLOSE } from '../../../../contract/limits.ts'
import { TodoPanel } from './TodoPanel.tsx'
import { useAutoClose } from '../../ui/feedback/use-auto-close.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'

/**
 * Shows the to-dos at the side for a while: at the start if there are any (`count`), and again when more come, unless it was closed in this session.
 */
export default function TodoPopup({ userId, count }: { userId: string; count: number }) {
  const [known, setKnown] = useState(0)
  const [open, setOpen] = useState(false)

  if (count !== known) {
    setKnown(count)
    if (count > known && !tip.isClosed(userId)) setOpen(true)
  }
  if (!open) return null
  return (
    <OpenPopup
      onAutoClose={() => setOpen(false)}
      onClose={() => {
        tip.close(userId)
        setOpen(false)
      }}
    />
  )
}

function OpenPopup({ onAutoClose, onClose }: { onAutoClose: () => void; onClose: () => void }) {
  const element = useRef<HTMLElement>(null)
  useAutoClose(element, POPUP_AUTO_CLOSE, onAutoClose)
  return <TodoPanel ref={element} onClose={onClose} />
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
