import { useEffect, useId, useState } from 'react'
import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDuration, formatSpeed } from '../../../ui/format/format.ts'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { dismissUploads, pauseUploads, resumeUploads } from '../upload-service.ts'
import { UploadList } from './UploadList.tsx'
import { useUploadTexts } from './upload-texts.ts'
import type { UploadSum } from './upload-sum.ts'
import { mainAction } from './upload-view.ts'
import { notificationPermission, waitsForLong } from './upload-marks.ts'

/** All uploads: what they come to, what can be done with all of them, and each one. */
export function UploadPanel({
  items,
  sum,
  onAnnounce,
  onFocusLost,
}: {
  items: readonly UploadItem[]
  sum: UploadSum
  onAnnounce: (text: string) => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const sumId = useId()
  const { total, done, active, paused, fraction, speed, secondsLeft } = sum
  if (total === 0) return <p className="up-empty">{t('empty')}</p>

  const idsOf = (wanted: (item: UploadItem) => boolean): string[] => items.filter(wanted).map(({ id }) => id)
  const details = [
    t('doneOf', { done, total }),
    speed === null ? null : formatSpeed(speed, language),
    secondsLeft === null ? null : t('left', { time: formatDuration(secondsLeft, language) }),
  ]
  return (
    <>
      <div className="up-sum">
        <p id={sumId} className="up-row__facts">
          {details.map((detail) => detail !== null && <span key={detail}>{detail}</span>)}
        </p>
        <Progress value={fraction} label={t('progressAll')} />
        <div className="up-sum__buttons">
          {/* One row has its own button. */}
          {active > 0 && total > 1 && (
            <Button
              kind="quiet"
              onClick={() => pauseUploads(idsOf(({ state }) => mainAction(state) === 'pause'))}
              aria-describedby={sumId}
            >
              {t('action.pauseAll')}
            </Button>
          )}
          {paused > 0 && total > 1 && (
            <Button kind="quiet" onClick={() => resumeUploads(idsOf(({ state }) => state.phase === 'paused'))}>
              {t('action.resumeAll')}
            </Button>
          )}
          {done > 0 && (
            <Button kind="quiet" onClick={() => dismissUploads(idsOf(({ state }) => state.phase === 'done'))}>
              {t('action.clear')}
            </Button>
          )}
        </div>
      </div>
      <UploadList items={items} onAnnounce={onAnnounce} onFocusLost={onFocusLost} />
      <NotifyWhenDone sum={sum} onAnnounce={onAnnounce} />
    </>
  )
}

/** Offers a notification to somebody who waits for long; the browser asks once it is pressed, and never before. */
export function NotifyWhenDone({ sum, onAnnounce }: { sum: UploadSum; onAnnounce: (text: string) => void }) {
  const t = useUploadTexts()
  // Once offered it stays: what moves away from a finger that is about to press it helps nobody.
  const [permission, setPermission] = useState<NotificationPermission | 'impossible' | null>(null)
  const [answer, setAnswer] = useState<'said.willTell' | 'said.mayNotTell' | null>(null)

  const ask = async (): Promise<void> => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === 'default') return
    const said = given === 'granted' ? 'said.willTell' : 'said.mayNotTell'
    setAnswer(said)
    onAnnounce(t(said))
  }

  const isWanted = waitsForLong(sum)
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    void notificationPermission().then((said) => {
      if (!isGone) setPermission(said)
    })
    return () => {
      isGone = true
    }
  }, [isWanted])

  if (answer !== null) return <p className="up-tell">{t(answer)}</p>
  // Who has answered once is never asked again.
  if (permission !== 'default' || sum.active === 0) return null
  return (
    <p className="up-tell">
      <Button kind="quiet" icon={bell} onClick={() => void ask()}>
        {t('action.tell')}
      </Button>
    </p>
  )
}
