import check from '@phosphor-icons/core/regular/check.svg?raw'
import x from '@phosphor-icons/core/regular/x.svg?raw'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { formatDay } from '../dates.ts'
import { groupOf, personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'
import { CorrectionState, DecidedBy, WithdrawButton } from './CorrectionParts.tsx'

export function CorrectionCard({
  correction,
  onDecide,
  onWithdrawn,
}: {
  correction: Correction
  onDecide: (approve: boolean) => void
  onWithdrawn: (correction: Correction) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const { person, date, direction, time, reason, state, requestedBy, requestedAt, decidedBy, note } = correction
  const name = personName(person, language)
  const what = t('correction.what', { day: formatDay(date, language), way: t(`way.${direction}`), time })

  return (
    <article className="at-card at-ask">
      <div className="at-ask__head">
        <h2 tabIndex={-1}>{name}</h2>
        <span className="at-soft">{groupOf(person, language)}</span>
        <CorrectionState state={state} />
      </div>
      <p className="at-ask__what">{what}</p>
      <p className="at-ask__reason">{reason}</p>
      <p className="at-soft">
        {t('correction.by', { name: personName(requestedBy, language) })} <TimeAgo at={requestedAt} />
      </p>
      <DecidedBy decidedBy={decidedBy} note={note} />
      {correction.mayDecide && (
        <div className="at-actions">
          <Button
            kind="primary"
            icon={check}
            aria-label={t('correction.approveNamed', { name, what })}
            onClick={() => onDecide(true)}
          >
            {t('correction.approve')}
          </Button>
          <Button icon={x} aria-label={t('correction.refuseNamed', { name, what })} onClick={() => onDecide(false)}>
            {t('correction.refuse')}
          </Button>
        </div>
      )}
      {correction.mayWithdraw && (
        <div className="at-actions">
          <WithdrawButton correctionId={correction.correctionId} onWithdrawn={onWithdrawn} />
        </div>
      )}
    </article>
  )
}
