import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Info from '@phosphor-icons/core/fill/info-fill.svg?react'
import Warning from '@phosphor-icons/core/fill/warning-fill.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio/react'
import { schedule } from '../../core/timing/bounded-wait.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../icons/Icon.tsx'
import { dismissNotice, notices, type Notice } from '../../core/notices/notices.ts'
import { openDialogs } from '../dialog/show-dialog.ts'

const glyphs = { success: CheckCircle, info: Info, warning: Warning, error: XCircle } as const
/** Focuses the newest notice with an action. */
const KEY = 'F8'

function NoticeCard({ notice, held, onLeave }: { notice: Notice; held: boolean; onLeave: () => void }) {
  const { t } = useTranslation('common')
  const { id, duration, action } = notice

  useEffect(() => (held ? undefined : schedule(() => dismissNotice(id), duration)), [held, id, duration])

  const leave = () => {
    onLeave()
    dismissNotice(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Closes this and not the dialog below.
    event.preventDefault()
    event.stopPropagation()
    leave()
  }

  return (
    <div
      className={`k-raised k-notice k-notice--${notice.kind}${notice.isInert ? ' k-notice--inert' : ''}`}
      role="group"
      aria-label={t(`noticeKinds.${notice.kind}`)}
    >
      <Icon svg={glyphs[notice.kind]} />
      <div className="k-notice__words">
        {notice.title && <div className="k-notice__title">{notice.title}</div>}
        <div>{notice.text}</div>
      </div>
      {action && (
        <>
          <span className="visually-hidden">{t('noticeKey')}</span>
          <Button
            data-notice-action=""
            aria-keyshortcuts={KEY}
            onKeyDown={onKeyDown}
            onClick={() => {
              leave()
              action.run()
            }}
          >
            {action.label}
          </Button>
        </>
      )}
    </div>
  )
}

function List({ list }: { list: readonly Notice[] }) {
  // Removing one would move the others under the pointer: all stay.
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const cameFrom = useRef<Element>(null)

  /** The focus returns to where it was, not to the page's top. */
  const giveFocusBack = () => {
    if (focused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    setFocused(false)
  }

  return (
    <div
      className="k-notices__list"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true)
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
      }}
      onBlur={() => setFocused(false)}
    >
      {list.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} held={hovered || focused} onLeave={giveFocusBack} />
      ))}
    </div>
  )
}

function Place() {
  const { list } = useSnapshot(notices)
  const place = useRef<HTMLDivElement>(null)
  // Screen readers announce additions to a known region, not the content of a new one.
  const [known, setKnown] = useState(false)
  const shown = known && list.length > 0

  useEffect(() => schedule(() => setKnown(true), 0), [])

  useEffect(() => {
    const element = place.current
    // A dialog that closes as the notice comes has removed this region; the notice is drawn in the next one.
    if (!element?.isConnected || !('showPopover' in element)) return
    if (shown) element.showPopover()
    else if (element.matches(':popover-open')) element.hidePopover()
  }, [shown])

  useEffect(() => {
    const go = (event: globalThis.KeyboardEvent) => {
      if (event.key !== KEY) return
      const actions = place.current?.querySelectorAll<HTMLElement>('[data-notice-action]')
      actions?.item(actions.length - 1)?.focus()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [])

  return (
    <div ref={place} className="k-notices" popover="manual" role="status" aria-live="polite">
      {shown && <List list={list} />}
    </div>
  )
}

/**
 * The region of all notices: over dialogs too (top layer), and announced. While a dialog is open it is within the dialog, because everything else is
 * inert.
 */
export function Notices() {
  const dialog = useObservable(openDialogs).at(-1)
  return dialog ? createPortal(<Place />, dialog) : <Place />
}
