import { memo, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import ArrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?react'
import ArrowDown from '@phosphor-icons/core/regular/arrow-down.svg?react'
import ArrowUp from '@phosphor-icons/core/regular/arrow-up.svg?react'
import Pause from '@phosphor-icons/core/regular/pause.svg?react'
import Play from '@phosphor-icons/core/regular/play.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import type { UploadItem } from '../../../platform/upload.ts'
import { FileIcon } from '../../../ui/files/FileIcon.tsx'
import { FileName } from '../../../ui/files/FileName.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { useUploadTexts } from './upload-texts.ts'
import { mainAction, mayHaveSent, type UploadView, viewUpload } from './upload-view.ts'
import { uploadFailureText } from '../upload-failure-text.ts'
import { formatBytes, formatDuration, formatNumber, formatSpeed } from '../../../ui/format/format.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { allowFile, pauseUploads, provideFile, resumeUploads, retryUploads } from '../upload-service.ts'
import { cancelUpload } from './cancel-upload.ts'

interface UploadRowProps {
  item: UploadItem
  /** Among the waiting uploads; null when it cannot be moved. */
  position: QueuePosition | null
  onMove: (item: UploadItem, direction: 'earlier' | 'later') => void
  /** Called when a button with the focus is removed. */
  onFocusLost: () => void
}

/** One upload with its progress and buttons. */
export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { item, position } = props
  const t = useUploadTexts()
  const nameId = useId()
  const { name, kind, state } = item
  const view = viewUpload(item)
  return (
    <li className="up-row" data-phase={state.phase} data-movable={position !== null || undefined}>
      <FileIcon kind={kind} name={name} />
      <div className="up-row__text">
        <div className="up-row__name" id={nameId}>
          <FileName name={name} />
        </div>
        {view.fraction !== null && state.phase !== 'done' && (
          <Progress value={view.fraction} label={t('progress', { name })} />
        )}
        <UploadDetails item={item} view={view} />
      </div>
      {state.phase !== 'done' && <UploadButtons {...props} nameId={nameId} />}
    </li>
  )
})

/** The text under an upload's bar: phase, bytes, speed, time left; after a failure the reason and what to do. */
function UploadDetails({ item, view }: { item: UploadItem; view: UploadView }) {
  const t = useUploadTexts()
  const language = useLanguage()
  const { size, path, state } = item
  const { fraction, sent, speed, secondsLeft, stall } = view

  const inWords = stall === null ? t(`row.${state.phase}`) : t(`stall.${stall}`)
  const partly = fraction !== null && fraction > 0 && fraction < 1
  // Rounded down, so that 100 % means complete.
  const percent = formatNumber(Math.floor((fraction ?? 0) * 100) / 100, language, { style: 'percent' })
  const whole = formatBytes(size, language)
  const details = [
    ['phase', partly ? t('row.withPercent', { phase: inWords, percent }) : inWords],
    ['size', sent === null ? whole : t('amount', { sent: formatBytes(sent, language), size: whole })],
    ['speed', speed === null ? null : formatSpeed(speed, language)],
    ['left', secondsLeft === null ? null : t('left', { time: formatDuration(secondsLeft, language) })],
    ['place', path.length > 0 ? path.join(' / ') : null],
  ] as const

  return (
    <>
      <p className="up-row__details">
        {details.map(([name, detail]) => detail !== null && <span key={name}>{detail}</span>)}
      </p>
      {state.phase === 'needs-file' && <p className="up-row__problem up-row__problem--mild">{t(`why.${state.why}`)}</p>}
      {state.phase === 'failed' && (
        <p className="up-row__problem">
          {uploadFailureText(language, state.failure)}
          {mayHaveSent(state.failure.code) && <span>{t('notLost')}</span>}
        </p>
      )}
    </>
  )
}

/** An upload's position among the waiting ones. */
export type QueuePosition = 'first' | 'between' | 'last'

const MAIN = {
  pause: { svg: Pause, act: pauseUploads },
  resume: { svg: Play, act: resumeUploads },
  retry: { svg: ArrowClockwise, act: retryUploads },
} as const

const MOVES = [
  ['earlier', ArrowUp, 'first'],
  ['later', ArrowDown, 'last'],
] as const

/** `nameId` is the element with the file's name, which describes every button. */
function UploadButtons({ item, nameId, position, onMove, onFocusLost }: UploadRowProps & { nameId: string }) {
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
      {position &&
        MOVES.map(([direction, svg, end]) => (
          <IconButton
            key={direction}
            label={t(`action.${direction}`)}
            svg={svg}
            data-part={direction}
            aria-describedby={nameId}
            // Not disabled: a button that was just pressed keeps the focus.
            aria-disabled={position === end || undefined}
            onClick={() => {
              if (position !== end) onMove(item, direction)
            }}
          />
        ))}
      {/* One button that changes, so that it keeps the focus and can be pressed again. */}
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
        svg={X}
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
