import { useState } from 'react'
import * as schoolYear from '../../../../contract/endpoints/people/school-year.ts'
import { countTurn, previewTurn, type TurnedClass } from '../../../../contract/rules/people/turn-year.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { SwitchField } from '../../../../src/app/ui/fields/SwitchField.tsx'
import { Tag } from '../../../../src/app/ui/layout/CardRow.tsx'
import type { Column } from '../../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../../src/app/ui/list/DataTable.tsx'
import { useLocale, useTexts } from '../../portal-context.ts'
import { className } from '../class-name.ts'
import { planOf, type StepProps } from './turn-draft.ts'

/** What becomes of every class, with numbers, and the confirmation. */
export function PreviewStep({ state, draft, problems, odd, onChange, onDone }: StepProps & { onDone: () => void }) {
  const t = useTexts()
  const turn = useChange(schoolYear.turn, { done: (_, { year }) => t('year.done', { name: year.name }) })
  const [asks, setAsks] = useState(false)
  const { plan, home } = planOf(draft)
  const turned = previewTurn(state, plan, home)
  const counts = countTurn(turned)
  const columns = useTurnColumns({ state, draft })

  return (
    <>
      <p>{t('year.nothingYet', { from: state.current.name || t('none'), to: plan.year.name })}</p>
      <Counts of={counts} />
      <div className="app-card">
        <DataTable label={t('year.preview')} rows={turned} columns={columns} keyOf={({ id }) => id} tabStop />
      </div>
      <SwitchField
        label={t('year.closeAccounts')}
        hint={t('year.closeAccountsHint')}
        checked={draft.closeAccounts}
        onChange={({ currentTarget }) => onChange({ closeAccounts: currentTarget.checked })}
      />
      {problems.length > 0 && (
        <p className="app-notice" role="status">
          <span>
            {t(problems.some(({ code }) => code === 'year.class_twice') ? 'year.mendTwice' : 'year.mendPupils')}
          </span>
        </p>
      )}
      {odd.length > 0 && (
        <p className="app-notice" role="status">
          <span>{t('year.odd.some', { count: odd.length })}</span>
        </p>
      )}
      <div>
        <Button kind="primary" needsNetwork disabled={problems.length > 0} onClick={() => setAsks(true)}>
          {t('year.turn')}
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          kind="primary"
          question={t('year.question', { name: plan.year.name })}
          hint={t('year.questionHint')}
          action={t('year.turn')}
          disabled={problems.length > 0}
          onClose={() => setAsks(false)}
          change={() => turn.mutateAsync({ ...plan, basis: draft.basis })}
          onDone={onDone}
        >
          <Counts of={counts} />
        </ConfirmDialog>
      )}
    </>
  )
}

/** The numbers of a turn as a list. */
export function Counts({ of }: { of: schoolYear.TurnCounts }) {
  const t = useTexts()
  const shown = (['promoted', 'graduatedClasses', 'newClasses', 'graduated', 'left', 'changed'] as const).filter(
    (key) => of[key] > 0,
  )
  return (
    <ul className="ad-year__counts">
      {shown.map((key) => (
        <li key={key}>{t(`year.count.${key}`, { count: of[key] })}</li>
      ))}
    </ul>
  )
}

/** What becomes of each class, a line each. */
function useTurnColumns({ state, draft }: Pick<StepProps, 'state' | 'draft'>): readonly Column<TurnedClass>[] {
  const { t, personName, language } = useLocale()
  const heads = new Map([...draft.classes, ...draft.newClasses].map(({ id, head }) => [id, head]))
  const changesOf = (one: TurnedClass) =>
    [
      one.leave > 0 && t('year.leaveCount', { count: one.leave }),
      one.out > 0 && t('year.outCount', { count: one.out }),
      one.in > 0 && t('year.inCount', { count: one.in }),
    ]
      .filter((text) => text !== false)
      .join(t('comma'))
  const headOf = (id: string) => {
    const head = heads.get(id)
    return head ? personName(head) : t('structure.noHead')
  }
  return [
    {
      key: 'from',
      heading: t('person.now'),
      cell: ({ from }) => (from ? className(state, from, language) : t('year.new')),
    },
    {
      key: 'becomes',
      heading: t('year.becomes'),
      isLabelled: true,
      cell: (one) => (one.gradeId === null ? <Tag>{t('year.graduates')}</Tag> : className(state, one, language)),
    },
    { key: 'before', heading: t('year.pupilsBefore'), isLabelled: true, value: ({ before }) => before },
    { key: 'changes', heading: t('year.step.pupils'), isLabelled: true, cell: changesOf },
    {
      key: 'after',
      heading: t('year.pupilsAfter'),
      isLabelled: true,
      value: ({ gradeId, after }) => (gradeId === null ? t('year.graduate', { count: after }) : after),
    },
    {
      key: 'head',
      heading: t('person.head'),
      isLabelled: true,
      cell: ({ gradeId, id }) => gradeId !== null && headOf(id),
    },
  ]
}
