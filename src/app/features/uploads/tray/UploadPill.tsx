import caretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?raw'
import check from '@phosphor-icons/core/bold/check-bold.svg?raw'
import pause from '@phosphor-icons/core/fill/pause-fill.svg?raw'
import warning from '@phosphor-icons/core/fill/warning-fill.svg?raw'
import type { RefObject } from 'react'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { pillText, type TrayStatus, statusOf, type UploadSum } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'

const GLYPHS: Readonly<Record<Exclude<TrayStatus, 'moving'>, string>> = { needed: warning, paused: pause, done: check }

/** The button that says how all uploads stand, and opens them. */
export function UploadPill({
  ref,
  sum,
  open,
  panelId,
  onPress,
}: {
  ref: RefObject<HTMLButtonElement | null>
  sum: UploadSum
  open: boolean
  /** The id of what it opens. */
  panelId: string
  onPress: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const status = statusOf(sum)
  const text = pillText(sum, t, language)
  return (
    <button
      ref={ref}
      type="button"
      className="up-pill"
      data-standing={status}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-label={t('pill', { words: text })}
      onClick={onPress}
    >
      <span className="up-ring" aria-hidden="true">
        <svg viewBox="0 0 32 32">
          <circle cx="16" cy="16" r="13" />
          {/* One length around, of which what is there is drawn. */}
          <circle cx="16" cy="16" r="13" pathLength={1} style={{ strokeDashoffset: 1 - sum.fraction }} />
        </svg>
        {status !== 'moving' && <Icon svg={GLYPHS[status]} size={14} />}
      </span>
      <span className="up-pill__words">{text}</span>
      <Icon svg={caretUp} size={14} />
    </button>
  )
}
