import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDuration, formatSpeed } from '../../../ui/format/format.ts'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { shortenName } from '../../../ui/files/split-name.ts'
import { dismissUploads, moveUpload, pauseUploads, resumeUploads, uploads } from '../upload-service.ts'
import { useUploadTexts } from './upload-texts.ts'
import type { UploadSum } from './upload-sum.ts'
import { mainAction, moveTarget, orderRows, waitingIds } from './upload-view.ts'
import { UploadRow, type QueuePosition } from './UploadRow.tsx'
import { notificationPermission, waitsForLong } from './upload-marks.ts'

/** All uploads: their sum, buttons for all of them, and a row for each. */
export function UploadPanel({
  items,
  sum,
  onAnnounce,
  onFocusLost,
}: {
  items: readonly UploadItem[]
  sum: UploadSum
  onAnnounce: (text: string) => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const sumId = useId()
  const { total, done, active, paused, fraction, speed, secondsLeft } = sum
  if (total === 0) return <p className="up-empty">{t('empty')}</p>

  const idsOf = (wanted: (item: UploadItem) => boolean): string[] => items.filter(wanted).map(({ id }) => id)
  const details = [
    t('doneOf', { done, total }),
    speed === null ? null : formatSpeed(speed, language),
    secondsLeft === null ? null : t('left', { time: formatDuration(secondsLeft, language) }),
  ]
  return (
    <>
      <div className="up-sum">
        <p id={sumId} className="up-row__details">
          {details.map((detail) => detail !== null && <span key={detail}>{detail}</span>)}
        </p>
        <Progress value={fraction} label={t('progressAll')} />
        <div className="up-sum__buttons">
          {/* One row has its own button. */}
          {active > 0 && total > 1 && (
            <Button
              kind="quiet"
              onClick={() => pauseUploads(idsOf(({ state }) => mainAction(state) === 'pause'))}
              aria-describedby={sumId}
            >
              {t('action.pauseAll')}
            </Button>
          )}
          {paused > 0 && total > 1 && (
            <Button kind="quiet" onClick={() => resumeUploads(idsOf(({ state }) => state.phase === 'paused'))}>
              {t('action.resumeAll')}
            </Button>
          )}
          {done > 0 && (
            <Button kind="quiet" onClick={() => dismissUploads(idsOf(({ state }) => state.phase === 'done'))}>
              {t('action.clear')}
            </Button>
          )}
        </div>
      </div>
      <UploadList items={items} onAnnounce={onAnnounce} onFocusLost={onFocusLost} />
      <NotifyWhenDone sum={sum} onAnnounce={onAnnounce} />
    </>
  )
}

/** Rows drawn at first, and added with each press: a thousand at once would block the page. */
const STEP = 20

/** `onAnnounce` gets texts for screen readers; `onFocusLost` is called when no row is left to take the focus. */
function UploadList({
  items,
  onAnnounce,
  onFocusLost,
}: {
  items: readonly UploadItem[]
  onAnnounce: (text: string) => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(STEP)
  const rows = useMemo(() => orderRows(items), [items])
  const waiting = useMemo(() => waitingIds(items), [items])
  const isFocusLost = useRef(false)

  useEffect(() => {
    if (!isFocusLost.current) return
    isFocusLost.current = false
    const next = list.current?.querySelector<HTMLElement>('[data-part="cancel-upload"]')
    if (next) next.focus()
    else onFocusLost()
  })

  const loseFocus = useCallback(() => (isFocusLost.current = true), [])
  const move = useCallback(
    ({ id, name }: UploadItem, direction: 'earlier' | 'later') => {
      const ids = waitingIds(uploads.current)
      const before = moveTarget(ids, id, direction)
      if (before === undefined) return
      moveUpload(id, before)
      const position = ids.indexOf(id) + (direction === 'earlier' ? 0 : 2)
      onAnnounce(t('said.moved', { name: shortenName(name), place: position, total: ids.length }))
    },
    [t, onAnnounce],
  )
  const positionOf = (id: string): QueuePosition | null => {
    if (waiting.length < 2) return null
    return id === waiting[0] ? 'first' : id === waiting.at(-1) ? 'last' : 'between'
  }

  const more = Math.min(STEP, rows.length - shown)
  return (
    <>
      <ul ref={list} className="up-list" aria-label={t('label')}>
        {rows.slice(0, shown).map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            position={item.state.phase === 'waiting' ? positionOf(item.id) : null}
            onMove={move}
            onFocusLost={loseFocus}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button kind="quiet" className="up-more" onClick={() => setShown(shown + STEP)}>
          {t('action.more', { count: more })}
        </Button>
      )}
    </>
  )
}

/** Offers a notification when uploads take long; the browser asks for permission only after a press. */
function NotifyWhenDone({ sum, onAnnounce }: { sum: UploadSum; onAnnounce: (text: string) => void }) {
  const t = useUploadTexts()
  // Once offered it stays, or the button could move away from the finger that is about to press it.
  const [permission, setPermission] = useState<NotificationPermission | 'impossible' | null>(null)
  const [answer, setAnswer] = useState<'said.willTell' | 'said.mayNotTell' | null>(null)

  const ask = async (): Promise<void> => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === 'default') return
    const said = given === 'granted' ? 'said.willTell' : 'said.mayNotTell'
    setAnswer(said)
    onAnnounce(t(said))
  }

  const isWanted = waitsForLong(sum)
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    void notificationPermission().then((said) => {
      if (!isGone) setPermission(said)
    })
    return () => {
      isGone = true
    }
  }, [isWanted])

  if (answer !== null) return <p className="up-notify">{t(answer)}</p>
  // A user who has answered is never asked again.
  if (permission !== 'default' || sum.active === 0) return null
  return (
    <p className="up-notify">
      <Button kind="quiet" icon={Bell} onClick={() => void ask()}>
        {t('action.tell')}
      </Button>
    </p>
  )
}
