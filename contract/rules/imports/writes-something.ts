import type { ImportSummary } from '../../endpoints/people/imports.ts'

/** Whether an import would write anything: a new or changed row, one that closes an account, or a grading period. Rows in error do not count. */
export function writesSomething({ counts, gradingPeriods }: Pick<ImportSummary, 'counts' | 'gradingPeriods'>): boolean {
  const rows = [counts.new, counts.changed, counts.deactivated].flatMap((kinds) => Object.values(kinds))
  return rows.some((count) => count > 0) || (gradingPeriods?.changed ?? 0) > 0
}
