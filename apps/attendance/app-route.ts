import * as z from 'zod/mini'
import { STAFF_GROUP } from '../../contract/endpoints/attendance/attendance.ts'
import { calendarDay, calendarMonth, id } from '../../contract/fields.ts'

export const CORRECTION_VIEWS = ['waiting', 'uncertain', 'decided', 'own'] as const
export type CorrectionView = (typeof CORRECTION_VIEWS)[number]

export const ABSENCE_VIEWS = ['waiting', 'decided'] as const
export type AbsenceView = (typeof ABSENCE_VIEWS)[number]

/** The shown part of the application. Null stands for today, the user themselves, or the first. */
export type AppRoute =
  | { page: 'mine'; month: string | null; student: string | null; day: string | null }
  | { page: 'day'; group: string | null; date: string | null }
  | { page: 'month'; group: string; month: string | null }
  | { page: 'person'; group: string; month: string; person: string; day: string | null }
  | { page: 'absences'; view: AbsenceView | null }
  | { page: 'corrections'; view: CorrectionView | null }

export const HOME = { page: 'mine', month: null, student: null, day: null } as const satisfies AppRoute

export function routePath(route: AppRoute): string {
  switch (route.page) {
    case 'mine':
      return `${join('mine', route.month)}${query({ student: route.student, day: route.day })}`
    case 'day':
      return join('group', route.group, route.date)
    case 'month':
      return join('group', route.group, 'month', route.month)
    case 'person':
      return `${join('group', route.group, 'month', route.month, route.person)}${query({ day: route.day })}`
    case 'absences':
      return join('absences', route.view)
    case 'corrections':
      return join('corrections', route.view)
  }
}

/** The place of an address; undefined for addresses outside the application. */
export function readRoute(path: string, search = ''): AppRoute | undefined {
  if (path === '/') return HOME
  const [root, page, ...rest] = path.split('/')
  if (root !== '') return undefined
  const given = new URLSearchParams(search)
  const day = read(calendarDay, given.get('day'))
  switch (page) {
    case 'mine':
      return { page, month: read(calendarMonth, rest[0]), student: read(id, given.get('student')), day }
    case 'group':
      return readGroup(rest, day)
    case 'absences':
      return { page, view: read(z.literal(ABSENCE_VIEWS), rest[0]) }
    case 'corrections':
      return { page, view: read(z.literal(CORRECTION_VIEWS), rest[0]) }
    default:
      return undefined
  }
}

function readGroup([group, at, month, person]: string[], day: string | null): AppRoute {
  const found = read(id, group)
  if (found === null || at !== 'month') return { page: 'day', group: found, date: read(calendarDay, at) }
  const shown = read(calendarMonth, month)
  const whose = read(id, person)
  if (shown === null || whose === null) return { page: 'month', group: found, month: shown }
  return { page: 'person', group: found, month: shown, person: whose, day }
}

/** How a person of a group is requested: staff by account, pupils by school id. */
export function whoseOf(group: string, person: string): { userId: string } | { studentId: string } {
  return group === STAFF_GROUP ? { userId: person } : { studentId: person }
}

function join(...parts: (string | null)[]): string {
  // The first null ends the address.
  const end = parts.indexOf(null)
  return `/${(end < 0 ? parts : parts.slice(0, end)).join('/')}`
}

function query(values: Readonly<Record<string, string | null>>): string {
  const said = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return said.length > 0 ? `?${said.join('&')}` : ''
}

function read<T extends z.core.$ZodType>(schema: T, value: string | null | undefined): z.core.output<T> | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}
