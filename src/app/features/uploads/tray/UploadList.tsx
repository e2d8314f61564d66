import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button } from '../../../ui/Button.tsx'
import { shortenName } from '../../../ui/files/split-name.ts'
import { moveUpload } from '../upload-service.ts'
import { uploads } from '../upload-store.ts'
import { orderRows, placeBefore, waitingIds } from './row-order.ts'
import type { WaitingPlace } from './UploadButtons.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploadTexts } from './upload-texts.ts'

/** So many rows are drawn at first, and so many more with each press: a thousand at once would hold up the page. */
const STEP = 20

/** The rows of all uploads. `onSay` gets what a screen reader is to say; `onFocusLost` is called when nothing is left to take the focus. */
export function UploadList({
  items,
  onSay,
  onFocusLost,
}: {
  items: readonly UploadItem[]
  onSay: (text: string) => void
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
  const say = useRef(onSay)
  useEffect(() => {
    say.current = onSay
  })
  const move = useCallback(
    ({ id, name }: UploadItem, way: 'earlier' | 'later') => {
      const ids = waitingIds(uploads.current)
      const before = placeBefore(ids, id, way)
      if (before === undefined) return
      moveUpload(id, before)
      const place = ids.indexOf(id) + (way === 'earlier' ? 0 : 2)
      say.current(t('said.moved', { name: shortenName(name), place, total: ids.length }))
    },
    [t],
  )
  const placeOf = (id: string): WaitingPlace | null => {
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
            place={item.state.phase === 'waiting' ? placeOf(item.id) : null}
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
