import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?react'
import UTurn from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import {
  withdrawCorrection,
  type Correction,
  type CorrectionState as State,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'

const LOOKS = {
  open: ['warning', Hourglass],
  approved: ['good', CheckCircle],
  refused: ['danger', XCircle],
  withdrawn: ['quiet', UTurn],
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

/** Who decided a request, with their note; nothing before. */
export function DecidedBy({ decidedBy, note }: Pick<Correction, 'decidedBy' | 'note'>) {
  const t = useTexts()
  const language = useLanguage()
  if (decidedBy === null) return null
  const name = personName(decidedBy, language)
  return (
    <p className="at-soft">{note ? t('correction.saidNote', { name, note }) : t('correction.decidedBy', { name })}</p>
  )
}

/** Withdraws a request. */
export function WithdrawButton({ correctionId }: { correctionId: string }) {
  const t = useTexts()
  const withdraw = useChange(withdrawCorrection, {
    done: t('correction.withdrawn'),
    failed: t('correction.notWithdrawn'),
  })
  return (
    <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ correctionId })}>
      {t('correction.withdraw')}
    </Button>
  )
}
