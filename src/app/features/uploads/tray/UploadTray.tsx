import './tray.css'
import './upload-row.css'
import caretDown from '@phosphor-icons/core/regular/caret-down.svg?raw'
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { POPUP_AUTO_CLOSE } from '../../../../../contract/limits.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { shortenName } from '../../../ui/files/split-name.ts'
import { useAutoClose } from '../../../ui/feedback/use-auto-close.ts'
import { useObservable } from '../../../core/state/use-observable.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { dismissUploads } from '../upload-service.ts'
import { additions, uploads } from '../upload-store.ts'
import { standingOf } from './pill-words.ts'
import { newsBetween } from './upload-news.ts'
import { UploadPanel } from './UploadPanel.tsx'
import { UploadPill } from './UploadPill.tsx'
import { sumUploads } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'
import { useCoveredFocus } from './use-covered-focus.ts'
import { useEscape } from './use-escape.ts'
import { useNarrow } from './use-narrow.ts'
import { useUploadMarks } from './use-upload-marks.ts'

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
  const [said, setSaid] = useState('')
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
  const sayNews = useEffectEvent((now: typeof items): void => {
    const news = newsBetween(before.current, now)
    before.current = now
    if (news?.kind === 'done' && news.count > 1) setSaid(t('allDone', { count: news.count }))
    else if (news) setSaid(t(`said.${news.kind}`, { name: shortenName(news.name) }))
  })
  useEffect(() => sayNews(items), [items])

  const close = (): void => {
    setOpen('no')
    pill.current?.focus()
  }
  useEscape(tray, open !== 'no' && !narrow, close)
  useCoveredFocus(panel, open !== 'no' && !narrow, () => setOpen('no'))
  const leave = (): void => {
    setOpen('no')
    if (items.length > 0) dismissUploads(items.map(({ id }) => id))
  }
  const isOver = standingOf(sum) === 'done'
  const content = <UploadPanel items={listed} sum={sum} onSay={setSaid} onFocusLost={() => panel.current?.focus()} />
  return (
    <section ref={tray} className="up-tray" aria-label={t('title')}>
      <p className="visually-hidden" role="status">
        {said}
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
        <Leaving tray={tray} onLeave={leave} />
      )}
    </section>
  )
}

/** Takes the tray away once everything is done and nobody has looked at it for a while. */
function Leaving({ tray, onLeave }: { tray: RefObject<HTMLElement | null>; onLeave: () => void }) {
  useAutoClose(tray, POPUP_AUTO_CLOSE, onLeave)
  return null
}
