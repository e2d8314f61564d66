import Check from '@phosphor-icons/core/regular/check.svg?react'
import { useState } from 'react'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { absences, decideAbsence, reopenAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import type { Absence } from '../../../contract/endpoints/attendance/attendance.ts'
import { ABSENCE_LIMITS } from '../../../contract/rules/attendance/absence-rule.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { absenceSpan } from '../../../src/app/micro-apps/absence-span.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ABSENCE_VIEWS, type AbsenceView, type AppRoute } from '../app-route.ts'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { DecideDialog } from '../requests/DecideDialog.tsx'
import { RequestCard } from '../requests/RequestCard.tsx'
import { RequestList } from '../requests/RequestList.tsx'
import { Segments } from '../Segments.tsx'

const QUESTIONS: Readonly<Record<AbsenceView, RequestOf<typeof absences>>> = {
  waiting: { toDecide: true, state: 'open' },
  decided: {},
}

const keyOf = ({ absenceId }: Absence) => absenceId

/** The reason and the days of a notice. */
function useAbsenceText(): (absence: Absence) => string {
  const t = useTexts()
  const language = useLanguage()
  return (absence) => [t(`absence.kinds.${absence.kind}`), absenceSpan(absence, language)].join(t('dot'))
}

/** Decides about a notice, and takes that back. */
function useDecide(failed?: string) {
  const t = useTexts()
  const call = useCall()
  return useChange(decideAbsence, {
    done: (_, { accept }) => t(accept ? 'absence.accepted' : 'absence.declined'),
    ...(failed && { failed }),
    undo:
      (_, { absenceId }) =>
      () =>
        call(reopenAbsence, { absenceId }),
  })
}

/** Notices of absence of the pupils whom the user sees: to decide, and all. */
export function AbsencesPage({ route }: { route: Extract<AppRoute, { page: 'absences' }> }) {
  const t = useTexts()
  const view = route.view ?? 'waiting'
  return (
    <>
      <div className="at-bar">
        <Segments
          label={t('absence.views')}
          links={ABSENCE_VIEWS.map((each) => ({
            label: t(`absence.view.${each}`),
            to: { page: 'absences', view: each },
            current: each === view,
          }))}
        />
      </div>
      <AbsenceList key={view} view={view} />
    </>
  )
}

/** Notices, a row each, which are accepted in place or decided with a note. */
function AbsenceList({ view }: { view: AbsenceView }) {
  const t = useTexts()
  const textOf = useAbsenceText()
  const pages = usePages(absences, QUESTIONS[view], {
    read: ({ total, absences: items }) => ({ total, items }),
    keyOf,
  })
  const [deciding, setDeciding] = useState<{ absence: Absence; accept: boolean } | null>(null)
  const decide = useDecide()

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
      {deciding && (
        <DecideDialog
          title={t(deciding.accept ? 'absence.acceptTitle' : 'absence.declineTitle')}
          person={deciding.absence.person}
          what={textOf(deciding.absence)}
          approves={deciding.accept}
          longest={ABSENCE_LIMITS.note}
          noNote={t('absence.noNote')}
          onClose={() => setDeciding(null)}
          onDecide={async (note) => {
            await decide.mutateAsync({ absenceId: keyOf(deciding.absence), accept: deciding.accept, note })
            setDeciding(null)
          }}
        />
      )}
    </>
  )
}

function AbsenceRow({ absence, onDecide }: { absence: Absence; onDecide: (accept: boolean) => void }) {
  const t = useTexts()
  const language = useLanguage()
  const text = useAbsenceText()(absence)
  const { absenceId, person, note, state, requestedBy, requestedAt, decidedBy, decisionNote, ownChild } = absence
  const named = { name: personName(person, language), what: absenceSpan(absence, language) }
  const accept = useDecide(t('absence.notDecided'))
  const reopen = useChange(reopenAbsence, { done: t('absence.reopened'), failed: t('absence.notReopened') })

  return (
    <RequestCard
      person={person}
      state={state}
      what={text}
      asked={{ text: t('absence.by', { name: personName(requestedBy, language) }), at: requestedAt }}
      decidedBy={decidedBy}
      note={decisionNote}
      isOwnChild={ownChild}
      details={note && <p className="at-ask__reason">{note}</p>}
    >
      {absence.mayDecide && (
        <>
          <Button
            kind="primary"
            icon={Check}
            aria-label={t('absence.acceptNamed', named)}
            onClick={() => accept.mutate({ absenceId, accept: true, note: '' })}
          >
            {t('correction.approve')}
          </Button>
          <Button aria-label={t('absence.acceptNoteNamed', named)} onClick={() => onDecide(true)}>
            {t('absence.acceptNote')}
          </Button>
          <Button aria-label={t('absence.declineNamed', named)} onClick={() => onDecide(false)}>
            {t('correction.refuse')}
          </Button>
        </>
      )}
      {absence.mayReopen && (
        <Button
          kind="quiet"
          aria-label={t('absence.takeBackNamed', named)}
          onClick={() => reopen.mutate({ absenceId })}
        >
          {t('absence.takeBack')}
        </Button>
      )}
    </RequestCard>
  )
}
