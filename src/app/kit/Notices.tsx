import checkCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?raw'
import info from '@phosphor-icons/core/fill/info-fill.svg?raw'
import warning from '@phosphor-icons/core/fill/warning-fill.svg?raw'
import xCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?raw'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio/react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { dismissNotice, notices, type Notice } from './notices.ts'

const glyphs = { success: checkCircle, info, warning, error: xCircle } as const

function NoticeCard({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => dismissNotice(notice.id), notice.duration)
    return () => clearTimeout(timer)
  }, [held, notice.id, notice.duration])

  return (
    <div
      className={`k-notice k-notice--${notice.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon svg={glyphs[notice.kind]} />
      <div>
        {notice.title && <div className="k-notice__title">{notice.title}</div>}
        <div>{notice.text}</div>
      </div>
      {notice.action && (
        <Button
          onClick={() => {
            notice.action?.run()
            dismissNotice(notice.id)
          }}
        >
          {notice.action.label}
        </Button>
      )}
    </div>
  )
}

/** The place of all notices: over dialogs too (top layer), and read out as they come. */
export function Notices() {
  const { list } = useSnapshot(notices)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = place.current
    if (!element || !('showPopover' in element)) return
    // Shown anew each time, so that it lies above a dialog that was opened in the meantime.
    if (element.matches(':popover-open')) element.hidePopover()
    if (list.length > 0) element.showPopover()
  }, [list])

  return (
    <div ref={place} className="k-notices" popover="manual" role="status" aria-live="polite">
      {list.map((notice) => (
        <NoticeCard key={notice.id} notice={notice as Notice} />
      ))}
    </div>
  )
}
