import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button } from '../../../ui/Button.tsx'
import { shortenName } from '../../../ui/files/split-name.ts'
import { moveUpload } from '../upload-service.ts'
import { uploads } from '../upload-service.ts'
import { orderRows, waitingIds } from './upload-view.ts'

import { UploadRow } from './UploadRow.tsx'
import { moveTarget } from './upload-view.ts'
import { type QueuePosition } from './UploadRow.tsx'
import { useUploadTexts } from './upload-texts.ts'

/** So many rows are drawn at first, and so many more with each press: a thousand at once would hold up the page. */
const STEP = 20

/** The rows of all uploads. `onSay` gets what a screen reader is to say; `onFocusLost` is called when nothing is left to take the focus. */
export function UploadList({
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
  const announce = useRef(onAnnounce)
  useEffect(() => {
    announce.current = onAnnounce
  })
  const move = useCallback(
    ({ id, name }: UploadItem, direction: 'earlier' | 'later') => {
      const ids = waitingIds(uploads.current)
      const before = moveTarget(ids, id, direction)
      if (before === undefined) return
      moveUpload(id, before)
      const position = ids.indexOf(id) + (direction === 'earlier' ? 0 : 2)
      announce.current(t('said.moved', { name: shortenName(name), place: position, total: ids.length }))
    },
    [t],
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
