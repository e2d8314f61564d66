import caretUp from '@phosphor-icons/core/bold/caret-up-bold.svg?raw'
import check from '@phosphor-icons/core/bold/check-bold.svg?raw'
import pause from '@phosphor-icons/core/fill/pause-fill.svg?raw'
import warning from '@phosphor-icons/core/fill/warning-fill.svg?raw'
import type { RefObject } from 'react'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { pillWords, standingOf, type Standing } from './pill-words.ts'
import type { UploadSum } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'

const GLYPHS: Readonly<Record<Exclude<Standing, 'moving'>, string>> = { needed: warning, paused: pause, done: check }

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
  const standing = standingOf(sum)
  const words = pillWords(sum, t, language)
  return (
    <button
      ref={ref}
      type="button"
      className="up-pill"
      data-standing={standing}
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-label={t('pill', { words })}
      onClick={onPress}
    >
      <span className="up-ring" aria-hidden="true">
        <svg viewBox="0 0 32 32">
          <circle cx="16" cy="16" r="13" />
          {/* One length around, of which what is there is drawn. */}
          <circle cx="16" cy="16" r="13" pathLength={1} style={{ strokeDashoffset: 1 - sum.fraction }} />
        </svg>
        {standing !== 'moving' && <Icon svg={GLYPHS[standing]} size={14} />}
      </span>
      <span className="up-pill__words">{words}</span>
      <Icon svg={caretUp} size={14} />
    </button>
  )
}
