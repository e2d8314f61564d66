import * as z from 'zod/mini'
import { flag, id, listPage, text } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'
import { ABSENCE_LIMITS, ABSENCE_STATES } from '../../rules/attendance/absence-rule.ts'
import { absence, absenceFields } from './attendance.ts'

// Notices of absence: guardians excuse their children, class teachers accept or decline. See `absence-rule.ts`.

const attendance = { permission: 'attendance', scoped: true, licence: 'base' } as const
const decides = { ...attendance, response: absence } as const
const family = { ...decides, linked: true } as const

/** Notices of the caller's children and of pupils whom the caller sees; those that wait by their first day, else the newest first, thirty on a page. */
export const absences = get({
  ...attendance,
  name: 'attendance.absences',
  path: '/api/attendance/absence/list',
  request: z.object({
    studentId: z.optional(id),
    state: z.optional(z.literal(ABSENCE_STATES)),
    /** Only those of the classes whose notices the caller decides. */
    toDecide: z.optional(flag),
    page: listPage,
  }),
  response: z.object({ total: z.number(), absences: z.array(absence) }),
})

/**
 * Enters a notice for a child, which then waits for the class teacher; or, as staff with the right to decide, for a pupil, accepted at once. Throws
 * 'attendance.absence_days', 'attendance.absence_times', 'attendance.absence_overlap', 'attendance.absence_off' and 'access.denied'.
 */
export const requestAbsence = postJson({
  ...family,
  name: 'attendance.requestAbsence',
  path: '/api/attendance/absence/request',
  request: z.object({ studentId: id, ...absenceFields }),
})

/** Changes a notice that waits. Throws the codes of `requestAbsence`, 'attendance.absence_gone' and 'attendance.absence_closed'. */
export const changeAbsence = postJson({
  ...family,
  name: 'attendance.changeAbsence',
  path: '/api/attendance/absence/change',
  saves: absence,
  request: z.object({ absenceId: id, ...absenceFields, version: recordVersion }),
})

/** Withdraws a notice that waits, or one that the caller entered as staff. Throws 'attendance.absence_gone', 'attendance.absence_closed' and 'access.denied'. */
export const withdrawAbsence = postJson({
  ...family,
  name: 'attendance.withdrawAbsence',
  path: '/api/attendance/absence/withdraw',
  request: z.object({ absenceId: id }),
})

/** Accepts or declines a notice, and tells the guardians. Throws the codes of `withdrawAbsence`. */
export const decideAbsence = postJson({
  ...decides,
  name: 'attendance.decideAbsence',
  path: '/api/attendance/absence/decide',
  request: z.object({ absenceId: id, accept: z.boolean(), note: text(ABSENCE_LIMITS.note) }),
})

/** Takes a decision back, so that the notice waits again, and tells the guardians. Throws the codes of `withdrawAbsence`. */
export const reopenAbsence = postJson({
  ...decides,
  name: 'attendance.reopenAbsence',
  path: '/api/attendance/absence/reopen',
  request: z.object({ absenceId: id }),
})
