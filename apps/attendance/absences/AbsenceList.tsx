import Check from '@phosphor-icons/core/regular/check.svg?react'
import { useState } from 'react'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { absences, decideAbsence, reopenAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import type { AbsenceView } from '../app-route.ts'
import { DecidedBy } from '../corrections/CorrectionParts.tsx'
import { groupOf, personName } from '../name-in.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { RequestList } from '../requests/RequestList.tsx'
import { AbsenceState, ReopenAbsence } from './AbsenceParts.tsx'
import { DecideAbsenceDialog } from './DecideAbsenceDialog.tsx'

const QUESTIONS: Readonly<Record<AbsenceView, RequestOf<typeof absences>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: {},
}

const keyOf = ({ absenceId }: Absence) => absenceId

/** Notices, a row each, which are accepted in place or decided with a note. */
export function AbsenceList({ view }: { view: AbsenceView }) {
  const t = useTexts()
  const portal = usePortal()
  const pages = usePages<Absence>({
    queryKey: [absences.name, view],
    async read(signal, page) {
      const response = await portal.call(absences, { ...QUESTIONS[view], page }, { signal, quiet: true })
      return { total: response.total, items: response.absences }
    },
    keyOf,
  })
  const [deciding, setDeciding] = useState<{ absence: Absence; accept: boolean } | null>(null)

  return (
    <>
      <RequestList
        of={pages}
        label={t(`absence.view.${view}`)}
        none={{ title: t(`absence.nothing.${view}`), hint: t(`absence.nothingHint.${view}`) }}
        keyOf={keyOf}
      >
        {(absence) => <AbsenceRow absence={absence} onDecide={(accept) => setDeciding({ absence, accept })} />}
      </RequestList>
      {deciding && <DecideAbsenceDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

function AbsenceRow({ absence, onDecide }: { absence: Absence; onDecide: (accept: boolean) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const { absenceId, person, kind, note, state, requestedBy, requestedAt, decidedBy, decisionNote } = absence
  const name = personName(person, language)
  const what = absenceSpan(absence, language)

  const accept = useChange(decideAbsence, {
    done: t('absence.accepted'),
    failed: t('absence.notDecided'),
    undo: () => () => call(reopenAbsence, { absenceId }),
  })

  return (
    <article className="app-card at-ask">
      <div className="at-ask__head">
        <h2 tabIndex={-1}>{name}</h2>
        <span className="at-soft">{groupOf(person, language)}</span>
        <AbsenceState state={state} />
      </div>
      <p className="at-what">{[t(`absence.kinds.${kind}`), what].join(t('dot'))}</p>
      {note && <p className="at-ask__reason">{note}</p>}
      <p className="at-soft">
        {t('absence.by', { name: personName(requestedBy, language) })} <TimeAgo at={requestedAt} />
      </p>
      <DecidedBy decidedBy={decidedBy} note={decisionNote} />
      {absence.ownChild && <p className="at-soft">{t('ownChild')}</p>}
      {absence.mayDecide && (
        <div className="at-row">
          <Button
            kind="primary"
            icon={Check}
            aria-label={t('absence.acceptNamed', { name, what })}
            onClick={() => accept.mutate({ absenceId, accept: true, note: '' })}
          >
            {t('correction.approve')}
          </Button>
          <Button aria-label={t('absence.acceptNoteNamed', { name, what })} onClick={() => onDecide(true)}>
            {t('absence.acceptNote')}
          </Button>
          <Button aria-label={t('absence.declineNamed', { name, what })} onClick={() => onDecide(false)}>
            {t('correction.refuse')}
          </Button>
        </div>
      )}
      {absence.mayReopen && (
        <div className="at-row">
          <ReopenAbsence absence={absence} />
        </div>
      )}
    </article>
  )
}
