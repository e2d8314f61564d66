import checkCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?raw'
import circleDashed from '@phosphor-icons/core/regular/circle-dashed.svg?raw'
import clock from '@phosphor-icons/core/fill/clock-fill.svg?raw'
import clockBack from '@phosphor-icons/core/fill/clock-counter-clockwise-fill.svg?raw'
import door from '@phosphor-icons/core/fill/door-open-fill.svg?raw'
import hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?raw'
import minusCircle from '@phosphor-icons/core/regular/minus-circle.svg?raw'
import question from '@phosphor-icons/core/fill/question-fill.svg?raw'
import userCheck from '@phosphor-icons/core/fill/user-circle-check-fill.svg?raw'
import xCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?raw'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { toneOf, type DayLook } from './day-look.ts'
import { useTexts } from './portal-context.ts'

export const LOOK_GLYPHS: Readonly<Record<DayLook, string>> = {
  on_time: checkCircle,
  here: userCheck,
  late: clock,
  early: door,
  late_early: clockBack,
  missing_in: question,
  missing_out: question,
  absent: xCircle,
  overdue: hourglass,
  expected: circleDashed,
  off: minusCircle,
  future: circleDashed,
}

export function StatusBadge({ look }: { look: DayLook }) {
  const t = useTexts()
  return (
    <span className="at-badge" data-tone={toneOf(look)}>
      <Icon svg={LOOK_GLYPHS[look]} size={16} />
      <span>{t(`look.${look}`)}</span>
    </span>
  )
}
