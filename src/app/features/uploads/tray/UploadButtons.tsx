import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw'
import arrowDown from '@phosphor-icons/core/regular/arrow-down.svg?raw'
import arrowUp from '@phosphor-icons/core/regular/arrow-up.svg?raw'
import pause from '@phosphor-icons/core/regular/pause.svg?raw'
import play from '@phosphor-icons/core/regular/play.svg?raw'
import x from '@phosphor-icons/core/regular/x.svg?raw'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { allowFile, pauseUploads, provideFile, resumeUploads, retryUploads } from '../upload-service.ts'
import { cancelUpload } from './cancel-upload.ts'
import { useUploadTexts } from './upload-texts.ts'
import { mainAction } from './upload-view.ts'

/** Where an upload stands among those that wait for their turn. */
export type WaitingPlace = 'first' | 'between' | 'last'

const MAIN = {
  pause: { svg: pause, act: pauseUploads },
  resume: { svg: play, act: resumeUploads },
  retry: { svg: arrowClockwise, act: retryUploads },
} as const

const WAYS = [
  ['earlier', arrowUp, 'first'],
  ['later', arrowDown, 'last'],
] as const

/** What can be done about an upload. `nameId` is the element of its name, which every button is described by. */
export function UploadButtons({
  item,
  nameId,
  place,
  onMove,
  onFocusLost,
}: {
  item: UploadItem
  nameId: string
  place: WaitingPlace | null
  onMove: (item: UploadItem, way: 'earlier' | 'later') => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const buttons = useRef<HTMLDivElement>(null)
  const { id, state } = item

  const loseFocus = useEffectEvent(onFocusLost)
  useLayoutEffect(() => {
    const element = buttons.current
    return () => {
      if (element?.contains(document.activeElement)) loseFocus()
    }
  }, [])

  const main = mainAction(state)
  return (
    <div ref={buttons} className="up-row__buttons">
      {state.phase === 'needs-file' && <GiveFile id={id} why={state.why} nameId={nameId} />}
      {place &&
        WAYS.map(([way, svg, end]) => (
          <IconButton
            key={way}
            label={t(`action.${way}`)}
            svg={svg}
            data-part={way}
            aria-describedby={nameId}
            // Not disabled: whoever has just pressed it keeps the focus.
            aria-disabled={place === end || undefined}
            onClick={() => {
              if (place !== end) onMove(item, way)
            }}
          />
        ))}
      {/* One button that changes, so that whoever has just pressed it can press it again. */}
      {main && (
        <IconButton
          label={t(`action.${main}`)}
          svg={MAIN[main].svg}
          aria-describedby={nameId}
          onClick={() => MAIN[main].act([id])}
        />
      )}
      <IconButton
        label={t('action.cancel')}
        svg={x}
        data-part="cancel-upload"
        aria-describedby={nameId}
        onClick={() => cancelUpload(item, t)}
      />
    </div>
  )
}

function GiveFile({ id, why, nameId }: { id: string; why: 'permission' | 'gone' | 'changed'; nameId: string }) {
  const t = useUploadTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        aria-describedby={nameId}
        data-part="give-file"
        onClick={() => {
          if (why === 'permission') void allowFile(id)
          else chooser.current?.click()
        }}
      >
        {t(why === 'permission' ? 'action.allow' : 'action.give')}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) provideFile(id, file)
          event.currentTarget.value = '' // So that choosing the same file again is a change too.
        }}
      />
    </>
  )
}
