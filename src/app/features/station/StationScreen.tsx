import './station.css'
import CloudCheck from '@phosphor-icons/core/regular/cloud-check.svg?react'
import CloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?react'
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Direction, StationDirection } from '../../../../contract/endpoints/attendance/attendance-station.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { DEFAULT_GUIDE, type GuideSettings } from '../../../../contract/rules/faces/face-guide.ts'
import { readCardNumber } from '../../../../contract/rules/attendance/card-number.ts'
import { proposedDirection, type StationSchedule } from '../../../../contract/rules/attendance/proposed-direction.ts'
import { usableTimeZone } from '../../../../contract/rules/zoned-time.ts'
import { useObservable } from '../../core/state/use-observable.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format/calendar.ts'
import { formatDate } from '../../ui/format/format.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { nameIn } from '../../micro-apps/names.ts'
import { canFillScreen, toggleFullscreen, useFullscreen } from '../../platform/fullscreen.ts'
import { CodePad } from './CodePad.tsx'
import { ResultBanner, toneOf } from './ResultBanner.tsx'
import { resultOf, type Result } from './show-result.ts'
import type { Captured, StationQueue, StationState } from './station-queue.ts'
import { useLanguage } from '../../core/language/use-language.ts'

/** Milliseconds that a name is shown, and before the next person. */
const SHOWN = 4000
const NEXT_AFTER = 1500
/** Longer after a failed recognition: the person may step to the pad. */
const AGAIN_AFTER = 4000
/** Milliseconds after a key of the pad without photos: the typing person stands before the camera. */
const TYPING = 5000
const STEP = 300

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export interface StationCameraProps {
  readonly guide: GuideSettings
  readonly onPhoto: (faceImage: string) => Promise<'next' | 'again'>
}

/** A clock, a camera, a pad for cards and codes, and the name of the last person. */
export function StationScreen({
  queue,
  unitId,
  Camera,
  onCue,
  onLanguage,
  onExit,
}: {
  queue: Pick<StationQueue, 'state' | 'capture'>
  unitId: string
  Camera: ComponentType<StationCameraProps>
  onCue: (cue: 'good' | 'bad') => void
  onLanguage: () => void
  onExit: () => void
}) {
  const { t } = useTranslation('station')
  const language = useLanguage()
  const { settings, link, pending, skew } = useObservable(queue.state)
  const isFull = useFullscreen()
  const schedule = useMemo(
    () => ({ ...settings.schedule, timeZone: usableTimeZone(settings.schedule.timeZone) }),
    [settings.schedule],
  )
  const [likely, choose] = useDirection(schedule, skew)
  const [result, setResult] = useState<Result | null>(null)
  const quietUntil = useRef(0)
  const latest = useRef(0)
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useWakeLock()
  useEffect(() => () => clearTimeout(clearing.current), [])
  const direction = settings.direction === 'both' ? likely : settings.direction
  const unitName = nameIn({ name: settings.unitName, englishName: settings.unitEnglishName }, language)
  const { width, tolerance } = settings.guide
  const guide = {
    widthRatio: width === null ? DEFAULT_GUIDE.widthRatio : width / 100,
    tolerance: tolerance ?? DEFAULT_GUIDE.tolerance,
  }

  const take = async (captured: Captured | 'unreadable'): Promise<Result> => {
    const turn = ++latest.current
    clearTimeout(clearing.current)
    setResult(null)
    const show = (shown: Result) => {
      // The banner already shows a later capture.
      if (turn !== latest.current) return
      clearTimeout(clearing.current)
      setResult(shown)
      onCue(toneOf(shown) === 'bad' ? 'bad' : 'good')
      clearing.current = setTimeout(() => setResult(null), SHOWN)
    }
    const shown: Result =
      captured === 'unreadable'
        ? { kind: 'refused', code: 'attendance.card_unreadable' }
        : await queue.capture(direction, captured).then(
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

  const banner = <ResultBanner result={result} timeZone={schedule.timeZone} />
  return (
    <main
      className="station"
      data-tone={result ? toneOf(result) : undefined}
      data-face={settings.faceOn ? 'on' : 'off'}
    >
      <header className="station-head">
        <img src={`/api/storage/show/unit/${unitId}`} alt="" width="48" height="48" />
        <div>
          <h1>{unitName}</h1>
          <p>{[settings.name, settings.place].filter(Boolean).join(' · ')}</p>
        </div>
        <WaitingLine link={link} pending={pending} />
      </header>
      {settings.faceOn && (
        <section className="station-face" aria-label={t('face')}>
          <Camera guide={guide} onPhoto={photograph} />
          {banner}
        </section>
      )}
      <section className="station-side">
        <div className="station-time">
          <StationClock skew={skew} timeZone={schedule.timeZone} />
          {!settings.faceOn && banner}
        </div>
        <DirectionChoice station={settings.direction} value={direction} onChange={choose} />
        <CodePad
          onTyping={() => (quietUntil.current = Date.now() + TYPING)}
          onCode={(typed) => {
            quietUntil.current = Date.now() + SHOWN
            const code = readCardNumber(typed)
            void take(code === null ? 'unreadable' : { kind: 'code', code })
          }}
        />
      </section>
      <footer className="station-foot">
        <Button kind="quiet" onClick={onLanguage}>
          {language === 'en' ? '中文' : 'English'}
        </Button>
        {canFillScreen() && !isFull && (
          <Button kind="quiet" onClick={() => void toggleFullscreen()}>
            {t('fill')}
          </Button>
        )}
        <Button kind="quiet" onClick={onExit}>
          {t('exit.open')}
        </Button>
      </footer>
    </main>
  )
}

/** Whether the server can be reached, and the number of waiting captures. */
function WaitingLine({ link, pending }: Pick<StationState, 'link' | 'pending'>) {
  const { t } = useTranslation('station')
  const isAway = link === 'offline'
  return (
    <p className="station-line" data-away={isAway || undefined} role="status">
      <Icon svg={isAway ? CloudSlash : CloudCheck} size={22} />
      <span>{link === 'unknown' ? t('line.connecting') : t(isAway ? 'line.offline' : 'line.online')}</span>
      {pending > 0 && <strong>{t('line.pending', { count: pending })}</strong>}
    </p>
  )
}

function StationClock({ skew, timeZone }: { skew: number; timeZone: string }) {
  const language = useLanguage()
  const now = useClock(skew)
  return (
    <p className="station-clock">
      <time className="station-clock__time" dateTime={now.toISOString()}>
        {formatTime(now.toISOString(), timeZone, language)}
        <span className="station-clock__seconds" aria-hidden="true">
          {String(now.getSeconds()).padStart(2, '0')}
        </span>
      </time>
      <span className="station-clock__date">{formatDate(now, language, { timeZone, dateStyle: 'full' })}</span>
    </p>
  )
}

/** The server's time as measured, updated each second. */
function useClock(skew: number): Date {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now + skew)
}

/** In or out at a station for both; else the station's direction. */
function DirectionChoice({
  station,
  value,
  onChange,
}: {
  station: StationDirection
  value: Direction
  onChange: (direction: Direction) => void
}) {
  const { t } = useTranslation('station')
  if (station !== 'both') return <p className={`station-way station-way--${value}`}>{t(`way.${value}`)}</p>
  return (
    <fieldset className="station-directions">
      <legend className="visually-hidden">{t('way.legend')}</legend>
      {(['in', 'out'] as const).map((direction) => (
        <label key={direction} className={`station-way station-way--${direction}`}>
          <input
            className="k-cover-input"
            type="radio"
            name="direction"
            value={direction}
            checked={direction === value}
            onChange={() => onChange(direction)}
          />
          {t(`way.${direction}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Milliseconds: long enough to type a number or for a class to pass, too short to mislead those who come later. */
const CHOICE_HOLDS = 2 * 60_000

/**
 * The direction of the next person at a station for both, and how to choose it: the choice of the last two minutes, else the proposal from the
 * school's hours. `skew`: milliseconds to add to the device's clock for the server's time.
 */
function useDirection(schedule: StationSchedule, skew: number): [Direction, (chosen: Direction) => void] {
  const [proposed, setProposed] = useState(() => proposedDirection(Date.now() + skew, schedule))
  const [chosen, setChosen] = useState<Direction | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const follow = () => setProposed(proposedDirection(Date.now() + skew, schedule))
    follow()
    // Each second instead of once at the next change: devices sleep, and clocks are set.
    const each = setInterval(follow, 1000)
    return () => clearInterval(each)
  }, [schedule, skew])
  useEffect(() => () => clearTimeout(timer.current), [])

  const choose = (direction: Direction) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setChosen(null), CHOICE_HOLDS)
    setChosen(direction)
  }
  return [chosen ?? proposed, choose]
}

/** Keeps the screen on while the component is mounted, unless the browser or a weak battery refuses. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    const left = new AbortController()
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      // The system releases it whenever the window is hidden.
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (left.signal.aborted) await lock?.release()
    }
    void hold()
    document.addEventListener('visibilitychange', () => void hold(), { signal: left.signal })
    return () => {
      left.abort()
      void lock?.release()
    }
  }, [])
}
