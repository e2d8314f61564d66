import type { ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import type { Translate } from '../portal-context.ts'

type Counts = ImportSummary['counts'][keyof ImportSummary['counts']]

const KINDS = ['people', 'parents', 'guardians', 'classes', 'grades', 'campuses', 'departments', 'subjects'] as const

/** Rows of all kinds. */
export function countRows(counts: Counts): number {
  return KINDS.reduce((sum, kind) => sum + counts[kind], 0)
}

/** Such as "12 people, 2 classes"; '' for none. */
export function tellCounts(counts: Counts, t: Translate): string {
  return KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => t(`imports.kind.${kind}`, { count: counts[kind] }))
    .join(t('comma'))
}

/** What an import does or did, such as "new: 12 people; changed: 3 people"; '' when it changes nothing. */
export function tellEffect({ counts, gradingPeriods }: ImportSummary, t: Translate): string {
  const people = (['new', 'changed', 'deactivated'] as const)
    .filter((action) => countRows(counts[action]) > 0)
    .map((action) => t(`imports.effect.${action}`, { what: tellCounts(counts[action], t) }))
  const periods = gradingPeriods?.changed ?? 0
  return [...people, ...(periods > 0 ? [t('imports.effect.gradingPeriods', { count: periods })] : [])].join(
    t('imports.semicolon'),
  )
}

/** What the list of imports says of one: what is left to do before it can be applied, else its effect. */
export function tellOutcome(run: ImportSummary, t: Translate): string {
  const errors = countRows(run.counts.error)
  const choices = countRows(run.counts.ambiguous)
  const isWritten = run.status === 'applied' || run.status === 'undoing' || run.status === 'undone'
  if (errors > 0 && !isWritten) return t('imports.toMend', { count: errors })
  if (choices > 0) return t('imports.toChoose', { count: choices })
  return tellEffect(run, t) || t('imports.noEffect')
}
