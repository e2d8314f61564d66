import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw'
import pause from '@phosphor-icons/core/regular/pause.svg?raw'
import play from '@phosphor-icons/core/regular/play.svg?raw'
import x from '@phosphor-icons/core/regular/x.svg?raw'
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { UploadItem } from '../../src/app/features/upload/upload-item.ts'
import { IconButton } from '../../src/app/kit/Button.tsx'
import { formatBytes, formatDuration, formatSpeed } from '../../src/app/kit/format.ts'
import { Progress } from '../../src/app/kit/Progress.tsx'
import { EntryIcon } from './EntryIcon.tsx'
import { EntryName } from './EntryName.tsx'
import { failureReason } from './failure.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { viewUpload, type UploadPhase } from './upload-view.ts'
import { useTexts, type TextKey } from './use-texts.ts'

/**
 * One upload: how far it is, in words and as a bar, and what can be done about it. `elsewhere`: it goes to another folder than this one.
 * `onFocusLost` is called when the row goes while a button of it has the focus.
 */
export function UploadRow({
  item,
  elsewhere,
  onFocusLost,
}: {
  item: UploadItem
  elsewhere: boolean
  onFocusLost: () => void
}) {
  const t = useTexts()
  const { upload, language: languageSource } = usePortal()
  const language = useObservable(languageSource)
  const nameId = useId()
  const row = useRef<HTMLLIElement>(null)
  const { id, name, size } = item
  const { phase, fraction, speed, secondsLeft, code } = viewUpload(item)

  const facts = [
    t(`upload.${phase}`),
    phase !== 'waiting' && phase !== 'failed' && fraction !== null
      ? t('upload.amount', { sent: formatBytes(fraction * size, language), size: formatBytes(size, language) })
      : formatBytes(size, language),
    speed === null ? null : formatSpeed(speed, language),
    secondsLeft === null ? null : t('upload.left', { time: formatDuration(secondsLeft, language) }),
    elsewhere ? t('upload.elsewhere') : null,
  ]
  const loseFocus = useEffectEvent(onFocusLost)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) loseFocus()
    }
  }, [])

  // One button that changes, so that whoever has just pressed it can press it again.
  const [label, glyph, act] = mainAction(phase)
  return (
    <li ref={row} className="f-upload" data-phase={phase}>
      <EntryIcon kind="file" name={name} />
      <div className="f-upload__text">
        <div className="f-upload__name" id={nameId}>
          <EntryName name={name} />
        </div>
        {phase !== 'failed' && (
          <Progress value={phase === 'done' ? 1 : (fraction ?? undefined)} label={t('upload.progress', { name })} />
        )}
        <p className="f-upload__facts">
          {facts
            .filter((fact) => fact !== null)
            .map((fact, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a fact is what stands at its place
              <span key={index}>{fact}</span>
            ))}
        </p>
        {code !== null && <p className="f-upload__problem">{failureReason(code, language, t)}</p>}
      </div>
      <div className="f-upload__buttons">
        {act && <IconButton label={t(label)} svg={glyph} aria-describedby={nameId} onClick={() => upload[act](id)} />}
        {phase !== 'done' && (
          <IconButton
            label={t('action.cancel')}
            svg={x}
            data-part="cancel-upload"
            aria-describedby={nameId}
            onClick={() => upload.abort(id)}
          />
        )}
      </div>
    </li>
  )
}

function mainAction(
  phase: UploadPhase,
): readonly [label: TextKey, glyph: string, act: 'pause' | 'resume' | 'retry' | null] {
  switch (phase) {
    case 'paused':
      return ['action.resume', play, 'resume']
    case 'failed':
      return ['action.retry', arrowClockwise, 'retry']
    case 'merging':
    case 'done':
      return ['action.pause', pause, null]
    default:
      return ['action.pause', pause, 'pause']
  }
}
