import CalendarX from '@phosphor-icons/core/fill/calendar-x-fill.svg?react'
import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import CircleDashed from '@phosphor-icons/core/regular/circle-dashed.svg?react'
import ClockIcon from '@phosphor-icons/core/fill/clock-fill.svg?react'
import ClockBack from '@phosphor-icons/core/fill/clock-counter-clockwise-fill.svg?react'
import Door from '@phosphor-icons/core/fill/door-open-fill.svg?react'
import Hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?react'
import MinusCircle from '@phosphor-icons/core/regular/minus-circle.svg?react'
import Question from '@phosphor-icons/core/fill/question-fill.svg?react'
import UserCheck from '@phosphor-icons/core/fill/user-circle-check-fill.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import { Icon, type SvgComponent } from '../../src/app/ui/icons/Icon.tsx'
import { toneOf, type DayLook } from './day-look.ts'
import { useTexts } from './portal-context.ts'

export const LOOK_GLYPHS: Readonly<Record<DayLook, SvgComponent>> = {
  on_time: CheckCircle,
  here: UserCheck,
  late: ClockIcon,
  early: Door,
  late_early: ClockBack,
  missing_in: Question,
  missing_out: Question,
  absent: XCircle,
  excused: CalendarX,
  overdue: Hourglass,
  expected: CircleDashed,
  off: MinusCircle,
  future: CircleDashed,
}

export function StatusBadge({ look }: { look: DayLook }) {
  const t = useTexts()
  return <Badge tone={toneOf(look)} glyph={LOOK_GLYPHS[look]} text={t(`look.${look}`)} />
}

/** A state by icon, words and colour. */
export function Badge({ tone, glyph, text }: { tone: ReturnType<typeof toneOf>; glyph: SvgComponent; text: string }) {
  return (
    <span className="at-badge" data-tone={tone}>
      <Icon svg={glyph} size={16} />
      <span>{text}</span>
    </span>
  )
}
