import './tray.css'
import './upload-row.css'
import CaretDown from '@phosphor-icons/core/regular/caret-down.svg?react'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { shortenName } from '../../../ui/files/split-name.ts'
import { useAutoClose } from '../../../ui/feedback/use-auto-close.ts'
import { useObservable } from '../../../core/state/use-observable.ts'
import { additions, dismissUploads, uploads } from '../upload-service.ts'
import { newsBetween, statusOf, sumUploads, pillText, type TrayStatus, type UploadSum } from './upload-sum.ts'
import { UploadPanel } from './UploadPanel.tsx'
import { useUploadTexts } from './upload-texts.ts'
import { useUploadMarks } from './upload-marks.ts'
import CaretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?react'
import Check from '@phosphor-icons/core/bold/check-bold.svg?react'
import Pause from '@phosphor-icons/core/fill/pause-fill.svg?react'
import Warning from '@phosphor-icons/core/fill/warning-fill.svg?react'
import { Icon, type SvgComponent } from '../../../ui/icons/Icon.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'

const NONE: readonly never[] = []

/** Milliseconds after the last upload until a panel that opened by itself folds, and until the pill goes. */
const FOLD_AFTER = 1500
const CLEAR_AFTER = 6000

/** How the panel was opened: only 'by-itself' closes without the user. */
type Open = 'no' | 'by-itself' | 'by-person'

/** The user's uploads on every page: a pill that opens a panel. */
export default function UploadTray() {
  const t = useUploadTexts()
  const narrow = useSyncExternalStore(subscribe, () => narrowWindow.matches)
  const items = useObservable(uploads)
  // Rows of hundreds of short files change faster than they can be read; user input has priority over drawing them.
  const listed = useDeferredValue(items, NONE)
  const added = useObservable(additions)
  const sum = useMemo(() => sumUploads(items), [items])
  const [open, setOpen] = useState<Open>('no')
  const [seen, setSeen] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const tray = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const pill = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  if (added !== seen) {
    setSeen(added)
    // On a phone it would cover the page.
    if (open === 'no' && !narrow) setOpen('by-itself')
  }
  useUploadMarks(sum)

  // Empty at first: a file may be done before this is loaded, and an upload of an earlier visit may need the user.
  const before = useRef<typeof items>([])
  const announceNews = useEffectEvent((now: typeof items): void => {
    const news = newsBetween(before.current, now)
    before.current = now
    if (news?.kind === 'done' && news.count > 1) setAnnouncement(t('allDone', { count: news.count }))
    else if (news) setAnnouncement(t(`said.${news.kind}`, { name: shortenName(news.name) }))
  })
  useEffect(() => announceNews(items), [items])

  const close = (): void => {
    setOpen('no')
    pill.current?.focus()
  }
  /** Unless something in the panel handles the key. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || open === 'no' || narrow) return
    event.preventDefault()
    close()
  }
  useCoveredFocus(panel, open !== 'no' && !narrow, () => setOpen('no'))
  const clearTray = (): void => dismissUploads(items.map(({ id }) => id))
  const isOver = statusOf(sum) === 'done'
  const content = (
    <UploadPanel items={listed} sum={sum} onAnnounce={setAnnouncement} onFocusLost={() => panel.current?.focus()} />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is pressed on a control in it
    <section ref={tray} className="up-tray" aria-label={t('title')} onKeyDown={onKeyDown}>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {narrow ? (
        <Dialog open={open !== 'no'} title={t('title')} backdrop onClose={() => setOpen('no')}>
          <div ref={panel} className="up-sheet k-focus-target" id={panelId} tabIndex={-1}>
            {content}
          </div>
        </Dialog>
      ) : (
        open !== 'no' && (
          <div ref={panel} className="k-raised up-panel k-focus-target" id={panelId} tabIndex={-1}>
            <div className="up-panel__head">
              <h2>{t('title')}</h2>
              <IconButton label={t('action.close')} svg={CaretDown} onClick={close} />
            </div>
            <div className="up-panel__body">{content}</div>
          </div>
        )
      )}
      {items.length > 0 && (
        <UploadPill
          ref={pill}
          sum={sum}
          open={open !== 'no'}
          panelId={panelId}
          onPress={() => setOpen(open === 'no' ? 'by-person' : 'no')}
        />
      )}
      {open === 'by-itself' && <WhenLeft tray={tray} after={FOLD_AFTER} isOver={isOver} run={() => setOpen('no')} />}
      {open === 'no' && items.length > 0 && (
        <WhenLeft tray={tray} after={CLEAR_AFTER} isOver={isOver} run={clearTray} />
      )}
    </section>
  )
}

/**
 * Runs something some time after everything is done, unless the user looks at the tray: it must not cover the list's actions for long. Drawn as long as the
 * tray stands as it does, because a pointer counts that has moved over it at any time since.
 */
function WhenLeft({
  tray,
  after,
  isOver,
  run,
}: {
  tray: RefObject<HTMLElement | null>
  after: number
  isOver: boolean
  run: () => void
}) {
  useAutoClose(tray, after, run, isOver)
  return null
}

/** Calls `onCovered` when the focus moves to something on the page that the element covers wholly (WCAG 2.2, 2.4.11). */
function useCoveredFocus(element: RefObject<HTMLElement | null>, active: boolean, onCovered: () => void): void {
  const cover = useEffectEvent(onCovered)
  useEffect(() => {
    if (!active) return undefined
    let frame = 0
    const look = (): void => {
      const [covering, focused] = [element.current, document.activeElement]
      if (!covering || !focused || covering.contains(focused)) return
      const [over, under] = [covering.getBoundingClientRect(), focused.getBoundingClientRect()]
      const isHidden =
        under.left >= over.left && under.right <= over.right && under.top >= over.top && under.bottom <= over.bottom
      if (isHidden) cover()
    }
    // The browser first scrolls to the focused element.
    const onFocusIn = (): void => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    document.addEventListener('focusin', onFocusIn)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [element, active])
}

/** As in tray.css. */
const narrowWindow = matchMedia('(max-width: 640px)')

function subscribe(listener: () => void): () => void {
  narrowWindow.addEventListener('change', listener)
  return () => narrowWindow.removeEventListener('change', listener)
}

const GLYPHS: Readonly<Record<Exclude<TrayStatus, 'moving'>, SvgComponent>> = {
  needed: Warning,
  paused: Pause,
  done: Check,
}

/** The button that shows the status of all uploads and opens the panel. */
function UploadPill({
  ref,
  sum,
  open,
  panelId,
  onPress,
}: {
  ref: RefObject<HTMLButtonElement | null>
  sum: UploadSum
  open: boolean
  panelId: string
  onPress: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const status = statusOf(sum)
  const text = pillText(sum, t, language)
  return (
    <button
      ref={ref}
      type="button"
      className="k-raised up-pill"
      data-status={status}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-label={t('pill', { words: text })}
      onClick={onPress}
    >
      <span className="up-ring" aria-hidden="true">
        <svg viewBox="0 0 32 32">
          <circle cx="16" cy="16" r="13" />
          {/* The circumference counts as 1, of which the finished fraction is drawn. */}
          <circle cx="16" cy="16" r="13" pathLength={1} style={{ strokeDashoffset: 1 - sum.fraction }} />
        </svg>
        {status !== 'moving' && <Icon svg={GLYPHS[status]} size={14} />}
      </span>
      <span className="up-pill__text">{text}</span>
      <Icon svg={CaretUp} size={14} />
    </button>
  )
}
