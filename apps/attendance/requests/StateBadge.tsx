import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?react'
import UTurn from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import { useTexts } from '../portal-context.ts'
import { Badge } from '../StatusBadge.tsx'

const ACCEPTED = ['good', CheckCircle, 'state.accepted'] as const
const DECLINED = ['danger', XCircle, 'state.declined'] as const
const STATES = {
  open: ['warning', Hourglass, 'state.open'],
  approved: ACCEPTED,
  accepted: ACCEPTED,
  refused: DECLINED,
  declined: DECLINED,
  withdrawn: ['quiet', UTurn, 'state.withdrawn'],
  uncertain: ['warning', Hourglass, 'state.uncertain'],
  placed: ['good', CheckCircle, 'state.placed'],
  discarded: ['quiet', XCircle, 'state.discarded'],
} as const

export type RequestState = keyof typeof STATES

/** How a correction, a notice of absence or a clock-in of uncertain time stands. */
export function StateBadge({ state }: { state: RequestState }) {
  const t = useTexts()
  const [tone, glyph, text] = STATES[state]
  return <Badge tone={tone} glyph={glyph} text={t(text)} />
}
