import { useState } from 'react'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import type { Structure } from '../../../contract/endpoints/people/structure.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { useTexts } from '../portal-context.ts'
import { BringBackDialog } from './BringBackDialog.tsx'
import { FirstPasswordsDialog } from './FirstPasswordsDialog.tsx'
import { listRequest, type PeopleQuery } from './people-query.ts'
import { keyOf, type Selected, useSelectedPeople } from './selection.ts'
import { usePeopleActions } from './use-people-actions.ts'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'

// Seldom opened.
const MergeDialog = lateDialog(() => import('./MergeDialog.tsx'))

/** People that can be selected at once. */
const MOST = 2000

type Dialog = 'deactivate' | 'bringBack' | 'passwords' | 'merge'

/** What can be done with the selected people, of all pages. */
export function BulkBar({
  query,
  total,
  structure,
}: {
  query: PeopleQuery
  total: number
  structure: Structure | undefined
}) {
  const t = useTexts()
  const call = useCall()
  const selection = useSelectedPeople()
  const actions = usePeopleActions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const people = [...selection.rows.values()]
  const active = people.filter((person) => person.active)
  const inactive = people.filter((person) => !person.active)
  const close = () => setDialog(null)
  const whole = structure?.whole === true
  const open = (wanted: Dialog, label: string) => (
    <Button needsNetwork onClick={() => setDialog(wanted)}>
      {label}
    </Button>
  )
  const pair = people.length === 2 ? pairOf(people) : null

  const selectAll = useChange(
    () =>
      loadPages(
        peopleEndpoints.PEOPLE_PAGE_MAX,
        async (page) => {
          const found = await call(peopleEndpoints.list, listRequest(query, page, peopleEndpoints.PEOPLE_PAGE_MAX))
          selection.set(found.people, true)
          return { total: found.total, rows: found.people }
        },
        keyOf,
      ),
    { failed: t('people.notAllPicked'), renews: [] },
  )

  return (
    <>
      <p className="visually-hidden" role="status">
        {people.length > 0 ? t('people.picked', { count: people.length }) : ''}
      </p>
      {people.length > 0 && (
        <section className="ad-line ad-bulk" aria-label={t('people.selection')}>
          <strong>{t('people.picked', { count: people.length })}</strong>
          {people.length < total && total <= MOST && (
            <Button kind="quiet" busy={selectAll.isPending} needsNetwork onClick={() => selectAll.mutate()}>
              {t('people.pickAll', { count: total })}
            </Button>
          )}
          <Button kind="quiet" onClick={selection.clear}>
            {t('people.pickNone')}
          </Button>
          <span className="ad-bulk__actions">
            {active.length > 0 && open('passwords', t('slips.title'))}
            {active.length > 0 && whole && open('deactivate', t('action.deactivate'))}
            {pair && whole && open('merge', t('action.merge'))}
            {inactive.length > 0 && whole && open('bringBack', t('action.bringBack'))}
          </span>
        </section>
      )}
      {dialog === 'deactivate' && (
        <ConfirmDialog
          question={t('deactivate.question', { count: active.length })}
          hint={t('deactivate.hint')}
          action={t('action.deactivate')}
          onClose={close}
          // A notice says why it failed, and offers it again.
          change={() => actions.deactivate.mutateAsync(active).then(selection.clear, () => {})}
        />
      )}
      {dialog === 'bringBack' && (
        <BringBackDialog people={inactive} structure={structure} onClose={close} onDone={selection.clear} />
      )}
      {dialog === 'merge' && pair && (
        <MergeDialog person={pair[0]} other={pair[1]} onClose={close} onDone={selection.clear} />
      )}
      {dialog === 'passwords' && <FirstPasswordsDialog people={active} onClose={close} onDone={selection.clear} />}
    </>
  )
}

/** Two who may be the same person, an active one first; null for two of different kinds. */
function pairOf([first, second]: readonly Selected[]): readonly [Selected, Selected] | null {
  if (!first || !second || first.kind !== second.kind || first.userType !== second.userType) return null
  if (!first.active && !second.active) return null
  return first.active ? [first, second] : [second, first]
}
