import { useId } from 'react'
import type { UploadItem } from '../../../platform/upload.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDuration, formatSpeed } from '../../../ui/format/format.ts'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { dismissUploads, pauseUploads, resumeUploads } from '../upload-service.ts'
import { TellWhenDone } from './TellWhenDone.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploadTexts } from './upload-texts.ts'
import type { UploadSum } from './upload-sum.ts'
import { mainAction } from './upload-view.ts'

/** All uploads: what they come to, what can be done with all of them, and each one. */
export function UploadPanel({
  items,
  sum,
  onSay,
  onFocusLost,
}: {
  items: readonly UploadItem[]
  sum: UploadSum
  onSay: (text: string) => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const sumId = useId()
  const { total, done, active, paused, fraction, speed, secondsLeft } = sum
  if (total === 0) return <p className="up-empty">{t('empty')}</p>

  const idsOf = (wanted: (item: UploadItem) => boolean): string[] => items.filter(wanted).map(({ id }) => id)
  const facts = [
    t('doneOf', { done, total }),
    speed === null ? null : formatSpeed(speed, language),
    secondsLeft === null ? null : t('left', { time: formatDuration(secondsLeft, language) }),
  ]
  return (
    <>
      <div className="up-sum">
        <p id={sumId} className="up-row__facts">
          {facts.map((fact) => fact !== null && <span key={fact}>{fact}</span>)}
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
      <UploadList items={items} onSay={onSay} onFocusLost={onFocusLost} />
      <TellWhenDone sum={sum} onSay={onSay} />
    </>
  )
}
