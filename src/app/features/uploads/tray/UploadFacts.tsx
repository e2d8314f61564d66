import { textFor, type Language } from '../../../../../contract/envelope.ts'
import type { UploadItem } from '../../../platform/upload.ts'
import { formatBytes, formatDuration, formatSpeed } from '../../../ui/format/format.ts'
import { useUploadTexts } from './upload-texts.ts'
import { mayHaveSent, type UploadView } from './upload-view.ts'

/** The words under an upload's bar: what is going on, how much, how fast, how long; after a failure why, and what to do. */
export function UploadFacts({ item, view, language }: { item: UploadItem; view: UploadView; language: Language }) {
  const t = useUploadTexts()
  const { size, path, state } = item
  const { fraction, sent, speed, secondsLeft, stall } = view

  const inWords = stall === null ? t(`row.${state.phase}`) : t(`stall.${stall}`)
  const partly = fraction !== null && fraction > 0 && fraction < 1
  // Rounded down: only what is through is 100 %.
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor((fraction ?? 0) * 100) / 100)
  const whole = formatBytes(size, language)
  const facts = [
    ['phase', partly ? t('row.withPercent', { phase: inWords, percent }) : inWords],
    ['size', sent === null ? whole : t('amount', { sent: formatBytes(sent, language), size: whole })],
    ['speed', speed === null ? null : formatSpeed(speed, language)],
    ['left', secondsLeft === null ? null : t('left', { time: formatDuration(secondsLeft, language) })],
    ['place', path.length > 0 ? path.join(' / ') : null],
  ] as const

  return (
    <>
      <p className="up-row__facts">{facts.map(([name, fact]) => fact !== null && <span key={name}>{fact}</span>)}</p>
      {state.phase === 'needs-file' && <p className="up-row__problem up-row__problem--mild">{t(`why.${state.why}`)}</p>}
      {state.phase === 'failed' && (
        <p className="up-row__problem">
          {textFor(language, state.failure.message)}
          {mayHaveSent(state.failure.code) && <span>{t('notLost')}</span>}
        </p>
      )}
    </>
  )
}
