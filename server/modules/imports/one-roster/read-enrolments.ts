import type { ImportProblem } from '../../../../contract/rules/imports/import-problems.ts'
import type { StagedRow } from '../reading/staged-row.ts'
import { compareByToday, type Period, spanOf, standingOf } from './enrolment-periods.ts'
import { type Entry, isGone, type RosterFiles, type Values } from './roster-files.ts'

const ENROLMENT_ROLES = /^(student|teacher|proctor|administrator|ext:.+)$/i
export const DAY = /^\d{4}-\d{2}-\d{2}$/

/** When a class is held: from the first of its sessions to the last. */
export function periodOf({ table }: RosterFiles, { termsourcedids = '' }: Values): Period {
  const sessions = termsourcedids.split(',').flatMap((id) => table('academicsessions').get(id.trim()) ?? [])
  return spanOf(sessions.map(({ startdate, enddate }) => ({ from: startdate, to: enddate })))
}

/**
 * The class of each pupil with the row that says so, and the head of each class. Of classes that are in the file those in `used` count; a class that is not
 * in the file is looked for in the comparison.
 */
export function readEnrolments(files: RosterFiles, used: ReadonlyMap<string, Entry>, today: string) {
  const { table, mode, refuseRow } = files
  const found = [...table('enrollments').values()].flatMap((one) => {
    const { classsourcedid = '', usersourcedid = '', role = '', begindate, enddate } = one
    if (isGone(one)) return []
    const refuse = (column: string, value: string, code: ImportProblem) => {
      refuseRow('enrollments', one.row, { column, value, code })
      return []
    }
    if (!ENROLMENT_ROLES.test(role)) return refuse('role', role, 'enrolment_role_unknown')
    for (const [column, day] of [
      ['beginDate', begindate],
      ['endDate', enddate],
    ] as const)
      if (day !== undefined && !DAY.test(day)) return refuse(column, day, 'bad_date')
    const knownClass = table('classes').get(classsourcedid)
    if (mode() === 'bulk') {
      if (!table('users').has(usersourcedid)) return refuse('userSourcedId', usersourcedid, 'enrolment_user_unknown')
      if (!knownClass) {
        if (!/^student$/i.test(role)) return refuse('classSourcedId', classsourcedid, 'enrolment_class_unknown')
      } else if (!used.has(classsourcedid)) return []
    } else if (knownClass && !used.has(classsourcedid)) return []
    const ofClass = knownClass ? periodOf(files, knownClass) : {}
    const period = { from: begindate ?? ofClass.from, to: enddate ?? ofClass.to }
    return [
      {
        classId: classsourcedid,
        userId: usersourcedid,
        role,
        row: one.row,
        period,
        primary: /^true$/i.test(one['primary'] ?? ''),
      },
    ]
  })
  const counting = found.filter(({ period }) => standingOf(period, today) !== 'over')
  const byToday = (counting.length > 0 ? counting : found).toSorted(
    (one, other) => compareByToday(one.period, other.period, today) || Number(other.primary) - Number(one.primary),
  )
  const enrolled = new Map<string, { classId: string; row: string }>()
  const heads = new Map<string, { userId: string; row: string }>()
  for (const { classId, userId, role, row, primary } of byToday) {
    if (/^student$/i.test(role) && !enrolled.has(userId)) enrolled.set(userId, { classId, row })
    if (/^teacher$/i.test(role) && primary && !heads.has(classId)) heads.set(classId, { userId, row })
  }
  return { enrolled, heads }
}

/** Rows for people and classes that a delta names in its enrolments alone. */
export function readElsewhere(
  { table }: RosterFiles,
  { enrolled, heads }: ReturnType<typeof readEnrolments>,
): StagedRow[] {
  const at = (row: string) => ({ rowNo: 0, sheet: 'enrollments', rowNumber: Number(row), name: '', problems: [] })
  const people = [...enrolled].filter(([sourceId]) => !table('users').has(sourceId))
  const classes = [...heads].filter(([sourceId]) => !table('classes').has(sourceId))
  return [
    ...people.map(([sourceId, { classId, row }]): StagedRow => ({
      kind: 'person',
      ...at(row),
      given: { type: 1, sourceId, classSourceId: classId, enrolmentRow: row },
    })),
    ...classes.map(([sourceId, { userId, row }]): StagedRow => ({
      kind: 'class',
      ...at(row),
      given: { sourceId, headSourceId: userId },
    })),
  ]
}
