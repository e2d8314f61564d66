import { withdrawCorrection } from '../../../contract/endpoints/attendance/attendance.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal-context.ts'

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
