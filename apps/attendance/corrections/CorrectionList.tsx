import Check from '@phosphor-icons/core/regular/check.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useState } from 'react'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatDay } from '../../../src/app/ui/format/calendar.ts'
import type { CorrectionView } from '../app-route.ts'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { RequestCard } from '../requests/RequestCard.tsx'
import { RequestList } from '../requests/RequestList.tsx'
import { WithdrawButton } from './WithdrawButton.tsx'

type RequestView = Exclude<CorrectionView, 'uncertain'>

const QUESTIONS: Readonly<Record<RequestView, RequestOf<typeof attendance.corrections>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: { toDecide: true },
  own: { mine: true },
}

const NOTE_LENGTH = 500

const keyOf = ({ correctionId }: Correction) => correctionId

/** The day, the direction and the time that a request is about. */
function useCorrectionText(): (correction: Correction) => string {
  const t = useTexts()
  const language = useLanguage()
  return ({ date, direction, time }) =>
    t('correction.what', { day: formatDay(date, language), way: t(`way.${direction}`), time })
}

export function CorrectionList({ view }: { view: RequestView }) {
  const t = useTexts()
  const textOf = useCorrectionText()
  const pages = usePages(attendance.corrections, QUESTIONS[view], {
    read: ({ total, corrections }) => ({ total, items: corrections }),
    keyOf,
  })
  const [deciding, setDeciding] = useState<{ correction: Correction; approve: boolean } | null>(null)
  const decide = useChange(attendance.decideCorrection, {
    done: (_, { approve }) => t(approve ? 'correction.approved' : 'correction.refused'),
    // The decided one stays in its list, which the server would answer without it.
    renews: [attendance.groups],
  })

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
          title={t(deciding.approve ? 'correction.approveTitle' : 'correction.refuseTitle')}
          person={deciding.correction.person}
          what={textOf(deciding.correction)}
          approves={deciding.approve}
          longest={NOTE_LENGTH}
          noNote={t('correction.noNote')}
          onClose={() => setDeciding(null)}
          onDecide={async (note) => {
            const { correction, approve } = deciding
            const now = await decide.mutateAsync({ correctionId: keyOf(correction), approve, note })
            setDeciding(null)
            pages.change((one) => (keyOf(one) === keyOf(now) ? now : one))
          }}
        />
      )}
    </>
  )
}

function CorrectionCard({ correction, onDecide }: { correction: Correction; onDecide: (approve: boolean) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const what = useCorrectionText()(correction)
  const { person, reason, state, requestedBy, requestedAt, decidedBy, note, ownChild } = correction
  const name = personName(person, language)

  return (
    <RequestCard
      person={person}
      state={state}
      what={what}
      asked={{ text: t('correction.by', { name: personName(requestedBy, language) }), at: requestedAt }}
      decidedBy={decidedBy}
      note={note}
      isOwnChild={ownChild}
      details={<p className="at-ask__reason">{reason}</p>}
    >
      {correction.mayDecide && (
        <>
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
        </>
      )}
      {correction.mayWithdraw && <WithdrawButton correctionId={correction.correctionId} />}
    </RequestCard>
  )
}
