import checkCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?raw'
import hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?raw'
import uTurn from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?raw'
import xCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?raw'
import type { CorrectionState as State } from '../../../contract/endpoints/attendance/attendance.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { useTexts } from '../portal-context.ts'

const LOOKS = {
  open: ['warning', hourglass],
  approved: ['good', checkCircle],
  refused: ['danger', xCircle],
  withdrawn: ['quiet', uTurn],
} as const

export function CorrectionState({ state }: { state: State }) {
  const t = useTexts()
  const [tone, glyph] = LOOKS[state]
  return (
    <span className="at-badge" data-tone={tone}>
      <Icon svg={glyph} size={16} />
      <span>{t(`correction.state.${state}`)}</span>
    </span>
  )
}
