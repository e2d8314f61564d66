import './tray.css'
import './upload-row.css'
import caretDown from '@phosphor-icons/core/regular/caret-down.svg?raw'
import {
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
import { POPUP_AUTO_CLOSE } from '../../../../../contract/limits.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { shortenName } from '../../../ui/files/split-name.ts'
import { useAutoClose } from '../../../ui/feedback/use-auto-close.ts'
import { useObservable } from '../../../core/state/use-observable.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { additions, dismissUploads, uploads } from '../upload-service.ts'
import { newsBetween, statusOf, sumUploads } from './upload-sum.ts'
import { UploadPanel } from './UploadPanel.tsx'
import { UploadPill } from './UploadPill.tsx'
import { useUploadTexts } from './upload-texts.ts'
import { useUploadMarks } from './upload-marks.ts'

const NONE: readonly never[] = []

/** Who opened the panel: what came by itself goes by itself. */
type Open = 'no' | 'by-itself' | 'by-person'

/** A person's uploads on every page: a pill that opens into rows. `onTitle` gets what the window's title is to begin with. */
export default function UploadTray({ onTitle }: { onTitle: (prefix: string) => void }) {
  const t = useUploadTexts()
  const language = useLanguage()
  const narrow = useNarrow()
  const items = useObservable(uploads)
  // Rows of hundreds of short files come and go faster than they can be read: what somebody does meanwhile comes first.
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
    // On a phone it would cover the page that somebody is on.
    if (open === 'no' && !narrow) setOpen('by-itself')
  }
  useUploadMarks(sum, { t, language, onTitle })

  // A file may be done before this is loaded, and what an earlier visit left may need somebody.
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
  useEscape(tray, open !== 'no' && !narrow, close)
  useCoveredFocus(panel, open !== 'no' && !narrow, () => setOpen('no'))
  const clearTray = (): void => {
    setOpen('no')
    if (items.length > 0) dismissUploads(items.map(({ id }) => id))
  }
  const isOver = statusOf(sum) === 'done'
  const content = (
    <UploadPanel items={listed} sum={sum} onAnnounce={setAnnouncement} onFocusLost={() => panel.current?.focus()} />
  )
  return (
    <section ref={tray} className="up-tray" aria-label={t('title')}>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {narrow ? (
        <Dialog open={open !== 'no'} title={t('title')} backdrop onClose={() => setOpen('no')}>
          <div ref={panel} className="up-sheet" id={panelId} tabIndex={-1}>
            {content}
          </div>
        </Dialog>
      ) : (
        open !== 'no' && (
          <div ref={panel} className="up-panel" id={panelId} tabIndex={-1}>
            <div className="up-panel__head">
              <h2>{t('title')}</h2>
              <IconButton label={t('action.close')} svg={caretDown} onClick={close} />
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
      {isOver && open !== 'by-person' && (items.length > 0 || open === 'by-itself') && (
        <AutoClear tray={tray} onClear={clearTray} />
      )}
    </section>
  )
}

/** Takes the tray away once everything is done and nobody has looked at it for a while. */
function AutoClear({ tray, onClear }: { tray: RefObject<HTMLElement | null>; onClear: () => void }) {
  useAutoClose(tray, POPUP_AUTO_CLOSE, onClear)
  return null
}

/** Calls `onCovered` when the focus has gone to something on the page that the element hides wholly (WCAG 2.2, 2.4.11). */
export function useCoveredFocus(element: RefObject<HTMLElement | null>, active: boolean, onCovered: () => void): void {
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
    // The browser scrolls to what has the focus first.
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

/** Calls `onEscape` when somebody presses Escape within the element, unless something in it takes the key for itself. */
export function useEscape(element: RefObject<HTMLElement | null>, active: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const watched = element.current
    if (!active || !watched) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      escape()
    }
    watched.addEventListener('keydown', onKeyDown)
    return () => watched.removeEventListener('keydown', onKeyDown)
  }, [element, active])
}

/** As in tray.css. */
const narrow = matchMedia('(max-width: 640px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone; follows the window. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
