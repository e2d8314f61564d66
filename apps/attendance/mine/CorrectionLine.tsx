import { useState } from 'react'
import { withdrawCorrection, type Correction } from '../../../contract/endpoints/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { CorrectionState } from '../corrections/CorrectionState.tsx'
import { DecidedBy } from '../corrections/DecidedBy.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'

/** The correction request of a day, which can be withdrawn while it is open. */
export function CorrectionLine({ correction, onChanged }: { correction: Correction; onChanged: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const { change } = useChange()
  const [busy, setBusy] = useState(false)
  const { correctionId, direction, time, reason, state, note, decidedBy, mayWithdraw } = correction

  const withdraw = async () => {
    setBusy(true)
    await change({
      work: async () => {
        await portal.call(withdrawCorrection, { correctionId }, { quiet: true })
        onChanged()
        return null
      },
      done: t('correction.withdrawn'),
      failed: t('correction.notWithdrawn'),
    })
    setBusy(false)
  }

  return (
    <div className="at-request">
      <p className="at-request__head">
        <CorrectionState state={state} />
        <span className="at-request__what">
          {t(`way.${direction}`)} {time}
        </span>
      </p>
      <p className="at-request__reason">{reason}</p>
      <DecidedBy decidedBy={decidedBy} note={note} />
      {mayWithdraw && (
        <Button busy={busy} onClick={() => void withdraw()}>
          {t('correction.withdraw')}
        </Button>
      )}
    </div>
  )
}
