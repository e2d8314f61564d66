import { textFor } from '../../contract/envelope.ts'
import { formatBytes, formatDuration, formatSpeed } from '../../src/app/kit/format.ts'
import { useObservable, usePortal } from './portal-context.ts'
import { mayHaveSent, type UploadItem, type UploadView } from './upload-view.ts'
import { useTexts } from './use-texts.ts'

/** The words under an upload's bar: what is going on, how much, how fast, how long; after a failure why, and what to do. */
export function UploadFacts({ item, view, elsewhere }: { item: UploadItem; view: UploadView; elsewhere: boolean }) {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  const { size, state } = item
  const { fraction, sent, speed, secondsLeft, stall } = view

  const inWords = stall === null ? t(`upload.${state.phase}`) : t(`upload.stall.${stall}`)
  const partly = fraction !== null && fraction > 0 && fraction < 1
  // Rounded down: only what is through is 100 %.
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor((fraction ?? 0) * 100) / 100)
  const whole = formatBytes(size, language)
  const facts = [
    ['phase', partly ? t('upload.phase', { phase: inWords, percent }) : inWords],
    ['size', sent === null ? whole : t('upload.amount', { sent: formatBytes(sent, language), size: whole })],
    ['speed', speed === null ? null : formatSpeed(speed, language)],
    ['left', secondsLeft === null ? null : t('upload.left', { time: formatDuration(secondsLeft, language) })],
    ['place', elsewhere ? t('upload.elsewhere') : null],
  ] as const

  return (
    <>
      <p className="f-upload__facts">{facts.map(([name, fact]) => fact !== null && <span key={name}>{fact}</span>)}</p>
      {state.phase === 'needs-file' && (
        <p className="f-upload__problem f-upload__problem--mild">{t(`upload.why.${state.why}`)}</p>
      )}
      {state.phase === 'failed' && (
        <p className="f-upload__problem">
          {textFor(language, state.failure.message)}
          {mayHaveSent(state.failure.code) && <span>{t('upload.notLost')}</span>}
        </p>
      )}
    </>
  )
}
