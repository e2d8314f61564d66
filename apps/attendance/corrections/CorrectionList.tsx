import Check from '@phosphor-icons/core/regular/check.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useState } from 'react'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import type { CorrectionView } from '../app-route.ts'
import { formatDay } from '../../../src/app/ui/format/calendar.ts'
import { groupOf, personName } from '../name-in.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { RequestList } from '../requests/RequestList.tsx'
import { CorrectionState, DecidedBy, WithdrawButton } from './CorrectionParts.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'

type RequestView = Exclude<CorrectionView, 'uncertain'>

const QUESTIONS: Readonly<Record<RequestView, RequestOf<typeof attendance.corrections>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: { toDecide: true },
  own: { mine: true },
}

const keyOf = ({ correctionId }: Correction) => correctionId

export function CorrectionList({ view }: { view: RequestView }) {
  const t = useTexts()
  const portal = usePortal()
  const pages = usePages<Correction>({
    queryKey: [attendance.corrections.name, view],
    async read(signal, page) {
      const response = await portal.call(attendance.corrections, { ...QUESTIONS[view], page }, { signal, quiet: true })
      return { total: response.total, items: response.corrections }
    },
    keyOf,
  })
  const [deciding, setDeciding] = useState<{ correction: Correction; approve: boolean } | null>(null)

  return (
    <>
      <RequestList
        of={pages}
        label={t(`correction.view.${view}`)}
        none={{ title: t(`correction.none.${view}`), hint: t(`correction.noneHint.${view}`) }}
        keyOf={keyOf}
        isShown={({ state }) => view !== 'decided' || state !== 'open'}
      >
        {(correction) => (
          <CorrectionCard correction={correction} onDecide={(approve) => setDeciding({ correction, approve })} />
        )}
      </RequestList>
      {deciding && (
        <DecideDialog
          {...deciding}
          onClose={() => setDeciding(null)}
          onDecided={(now) => pages.change((one) => (one.correctionId === now.correctionId ? now : one))}
        />
      )}
    </>
  )
}

function CorrectionCard({ correction, onDecide }: { correction: Correction; onDecide: (approve: boolean) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const { person, date, direction, time, reason, state, requestedBy, requestedAt, decidedBy, note } = correction
  const name = personName(person, language)
  const what = t('correction.what', { day: formatDay(date, language), way: t(`way.${direction}`), time })

  return (
    <article className="app-card at-ask">
      <div className="at-ask__head">
        <h2 tabIndex={-1}>{name}</h2>
        <span className="at-soft">{groupOf(person, language)}</span>
        <CorrectionState state={state} />
      </div>
      <p className="at-what">{what}</p>
      <p className="at-ask__reason">{reason}</p>
      <p className="at-soft">
        {t('correction.by', { name: personName(requestedBy, language) })} <TimeAgo at={requestedAt} />
      </p>
      <DecidedBy decidedBy={decidedBy} note={note} />
      {correction.ownChild && <p className="at-soft">{t('ownChild')}</p>}
      {correction.mayDecide && (
        <div className="at-row">
          <Button
            kind="primary"
            icon={Check}
            aria-label={t('correction.approveNamed', { name, what })}
            onClick={() => onDecide(true)}
          >
            {t('correction.approve')}
          </Button>
          <Button icon={X} aria-label={t('correction.refuseNamed', { name, what })} onClick={() => onDecide(false)}>
            {t('correction.refuse')}
          </Button>
        </div>
      )}
      {correction.mayWithdraw && (
        <div className="at-row">
          <WithdrawButton correctionId={correction.correctionId} />
        </div>
      )}
    </article>
  )
}
