import './station.css'
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { DEFAULT_GUIDE, type GuideSettings } from '../../../../contract/rules/face-guide.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { usableTimeZone } from '../../../../contract/rules/zoned-time.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { CodePad } from './CodePad.tsx'
import { DirectionChoice } from './DirectionChoice.tsx'
import { ResultBanner, toneOf } from './ResultBanner.tsx'
import { resultOf, type Result } from './show-result.ts'
import { StationClock } from './StationClock.tsx'
import type { Captured, StationQueue } from './station-queue.ts'
import { useDirection } from './use-direction.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { WaitingLine } from './WaitingLine.tsx'

/** Milliseconds that somebody's name stays, and until the next one may come before the camera. */
const SHOWN = 4000
const NEXT_AFTER = 1500
/** The same for whoever was not recognised: they may have to step to the pad. */
const AGAIN_AFTER = 4000
/** Milliseconds after a key of the pad in which the camera takes nobody: whoever types stands before it, too. */
const TYPING = 5000
const STEP = 300

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What the camera is told: where the guide is, and whom to give a photo to. */
export interface StationCameraProps {
  readonly guide: GuideSettings
  readonly onPhoto: (faceImage: string) => Promise<'next' | 'again'>
}

/** A station at a door: a clock, a camera, a pad for cards and codes, and the name of whoever was just there. */
export function StationScreen({
  queue,
  language,
  unitId,
  Camera,
  describe,
  onCue,
  onLanguage,
  onExit,
}: {
  queue: Pick<StationQueue, 'state' | 'capture'>
  language: Language
  unitId: string
  /** The view of the camera; it belongs to another feature. */
  Camera: ComponentType<StationCameraProps>
  describe: (code: string) => string
  /** What is heard. */
  onCue: (cue: 'good' | 'bad') => void
  onLanguage: () => void
  onExit: () => void
}) {
  const { t } = useTranslation('station')
  const { facts, link, pending, skew } = useObservable(queue.state)
  const { isFull, fill } = useFullScreen()
  const schedule = useMemo(
    () => ({ ...facts.schedule, timeZone: usableTimeZone(facts.schedule.timeZone) }),
    [facts.schedule],
  )
  const [likely, choose] = useDirection(schedule, skew)
  const [result, setResult] = useState<Result | null>(null)
  const quietUntil = useRef(0)
  const latest = useRef(0)
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useWakeLock()
  useEffect(() => () => clearTimeout(clearing.current), [])
  const direction = facts.direction === 'both' ? likely : facts.direction
  const unitName = language === 'en' ? facts.unitEnglishName || facts.unitName : facts.unitName
  const { width, tolerance } = facts.guide
  const guide = {
    widthRatio: width === null ? DEFAULT_GUIDE.widthRatio : width / 100,
    tolerance: tolerance ?? DEFAULT_GUIDE.tolerance,
  }

  const take = async (captured: Captured): Promise<Result> => {
    const turn = ++latest.current
    clearTimeout(clearing.current)
    setResult(null)
    const show = (shown: Result) => {
      // A later capture has the banner.
      if (turn !== latest.current) return
      clearTimeout(clearing.current)
      setResult(shown)
      onCue(toneOf(shown) === 'bad' ? 'bad' : 'good')
      clearing.current = setTimeout(() => setResult(null), SHOWN)
    }
    const shown = await queue.capture(direction, captured).then(
      ({ outcome }) => resultOf(outcome, direction, show),
      (error: unknown): Result => ({
        kind: 'refused',
        code: error instanceof PortalError ? error.code : 'station.full',
      }),
    )
    show(shown)
    return shown
  }
  const photograph = async (faceImage: string) => {
    if (Date.now() < quietUntil.current) {
      await wait(STEP)
      return 'again'
    }
    const { kind } = await take({ kind: 'face', faceImage })
    await wait(kind === 'refused' ? AGAIN_AFTER : NEXT_AFTER)
    return kind === 'refused' ? 'again' : 'next'
  }

  return (
    <main className="station" data-tone={result ? toneOf(result) : undefined} data-face={facts.faceOn ? 'on' : 'off'}>
      <header className="station-head">
        <img src={`/api/storage/show/unit/${unitId}`} alt="" width="48" height="48" />
        <div>
          <h1>{unitName}</h1>
          <p>{[facts.name, facts.place].filter(Boolean).join(' · ')}</p>
        </div>
        <WaitingLine link={link} pending={pending} />
      </header>
      {facts.faceOn && (
        <section className="station-face" aria-label={t('face')}>
          <Camera guide={guide} onPhoto={photograph} />
        </section>
      )}
      <section className="station-side">
        <StationClock skew={skew} timeZone={schedule.timeZone} language={language} />
        <DirectionChoice station={facts.direction} value={direction} onChange={choose} />
        <CodePad
          onTyping={() => (quietUntil.current = Date.now() + TYPING)}
          onCode={(code) => {
            quietUntil.current = Date.now() + SHOWN
            void take({ kind: 'code', code })
          }}
        />
      </section>
      <ResultBanner result={result} timeZone={schedule.timeZone} language={language} describe={describe} />
      <footer className="station-foot">
        <button type="button" onClick={onLanguage}>
          {language === 'en' ? '中文' : 'English'}
        </button>
        {!isFull && (
          <button type="button" onClick={fill}>
            {t('fill')}
          </button>
        )}
        <button type="button" onClick={onExit}>
          {t('exit.open')}
        </button>
      </footer>
    </main>
  )
}
