import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { Button } from '../../src/app/kit/Button.tsx'
import { formatDuration } from '../../src/app/kit/format.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { UploadRow } from './UploadRow.tsx'
import { needsPerson, sumUploads } from './upload-view.ts'
import { useFocusLater } from './use-focus-later.ts'
import { useTexts } from './use-texts.ts'

/** So many rows are shown at once; the list of files must not be pushed out of sight. */
const SHOWN = 4

/** The uploads that are not finished, newest last. A finished one has its row in the list of files, so it is taken off here. */
export function UploadRows({ folderId, page }: { folderId: string | null; page: RefObject<HTMLElement | null> }) {
  const t = useTexts()
  const { upload, language: languageSource } = usePortal()
  const language = useObservable(languageSource)
  const items = useObservable(upload.items)
  const [all, setAll] = useState(false)
  const listId = useId()
  const focusLater = useFocusLater(page)

  /** Told once each: the list says again what is done until it is off. */
  const dismissed = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state } of items) {
      if (state.phase !== 'done' || dismissed.current.has(id)) continue
      dismissed.current.add(id)
      upload.dismiss(id)
    }
  }, [items, upload])

  const open = items.filter((item) => item.state.phase !== 'done')
  if (open.length === 0) return null

  const { active, paused, failed, needing, secondsLeft } = sumUploads(open)
  const count = active > 0 ? t('upload.heading', { count: active }) : null
  const time = secondsLeft === null ? null : formatDuration(secondsLeft, language)
  const heading =
    count === null
      ? needing > 0
        ? t('upload.headingNeeds', { count: needing })
        : failed > 0
          ? t('upload.headingFailed', { count: failed })
          : t('upload.headingPaused', { count: paused })
      : time === null
        ? count
        : t('upload.headingLeft', { heading: count, time })
  // What needs a person comes first.
  const ordered = open.toSorted((a, b) => Number(needsPerson(b)) - Number(needsPerson(a)))
  return (
    <section className="f-card f-uploads">
      <h2 className="f-uploads__heading">{heading}</h2>
      <ul id={listId} aria-label={t('upload.label')}>
        {(all ? ordered : ordered.slice(0, SHOWN)).map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            elsewhere={item.folderId !== folderId}
            onFocusLost={() => focusLater('[data-part="cancel-upload"]', '[data-part="upload"]')}
          />
        ))}
      </ul>
      {open.length > SHOWN && (
        <Button kind="quiet" aria-expanded={all} aria-controls={listId} onClick={() => setAll(!all)}>
          {all ? t('action.showLess') : t('action.showAll', { count: open.length })}
        </Button>
      )}
    </section>
  )
}
