import * as z from 'zod/mini'
import {
  accountName,
  calendarDay,
  calendarMonth,
  filled,
  flag,
  id,
  listPage,
  moment,
  names,
  text,
  timeOfDay,
} from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'
import { ABSENCE_KINDS, ABSENCE_LIMITS, ABSENCE_STATES } from '../../rules/attendance/absence-rule.ts'
import { DAY_STATUSES } from '../../rules/attendance/attendance-rule.ts'
import { direction } from './attendance-station.ts'

// What people and their supervisors see of clock events, and corrections. Days are in the unit's time zone.

/** The origin of a clock event. */
export const EVENT_SOURCES = ['face', 'card', 'code', 'correction'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]
export const CORRECTION_STATES = ['open', 'approved', 'refused', 'withdrawn'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]

/** null: in the future. */
const status = z.nullable(z.literal(DAY_STATUSES))

/** The person of a clock event: a pupil by `studentId`, staff by `userId`. */
export const attendancePerson = z.object({
  kind: z.literal(['pupil', 'staff']),
  id,
  ...accountName.shape,
  number: z.string(),
  groupName: z.string(),
  groupEnglishName: z.string(),
})
export type AttendancePerson = z.infer<typeof attendancePerson>

/** The caller's own records without either. */
const whose = { studentId: z.optional(id), userId: z.optional(id) }

export const event = z.object({
  eventId: id,
  at: moment,
  direction,
  source: z.literal(EVENT_SOURCES),
  stationName: z.string(),
})
export type AttendanceEvent = z.infer<typeof event>

/** A request of one user that another user with the right to decide accepts or declines. */
const request = {
  person: attendancePerson,
  requestedBy: accountName,
  requestedAt: moment,
  decidedBy: z.nullable(accountName),
  decidedAt: z.nullable(moment),
  mayDecide: z.boolean(),
  /** Whether it is open and the caller has the right to decide it, but not about the own child. */
  ownChild: z.boolean(),
  mayWithdraw: z.boolean(),
}

export const correction = z.object({
  correctionId: id,
  ...request,
  date: calendarDay,
  direction,
  time: timeOfDay,
  reason: z.string(),
  state: z.literal(CORRECTION_STATES),
  note: z.string(),
})
export type Correction = z.infer<typeof correction>

/** What a notice of absence says; see `absence-rule.ts`. */
export const absenceFields = {
  firstDate: calendarDay,
  lastDate: calendarDay,
  /** Of a single day: the excused part; null is its start or its end. */
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  kind: z.literal(ABSENCE_KINDS),
  note: text(ABSENCE_LIMITS.note),
}

/** A notice that a pupil is absent, of a guardian or of staff. */
export const absence = z.object({
  absenceId: id,
  ...request,
  ...absenceFields,
  state: z.literal(ABSENCE_STATES),
  decisionNote: z.string(),
  /** Whether the caller may take the decision back. */
  mayReopen: z.boolean(),
  mayChange: z.boolean(),
  /** Of `absenceFields`. */
  version: recordVersion,
})
export type Absence = z.infer<typeof absence>

const judgement = {
  date: calendarDay,
  /** Whether attendance was required. */
  due: z.boolean(),
  status,
  firstIn: z.nullable(moment),
  lastOut: z.nullable(moment),
  /** Minutes after the time beyond the tolerance; 0 unless late. */
  lateMinutes: z.number(),
  earlyMinutes: z.number(),
  /** Today: without a sign-in, and the start with its tolerance is over. */
  overdue: z.boolean(),
}

/** Numbers of days, or of the people of a day. */
const counts = {
  /** With required attendance and a known status. */
  due: z.number(),
  onTime: z.number(),
  late: z.number(),
  early: z.number(),
  /** With only one of the two clock events. */
  missing: z.number(),
  absent: z.number(),
  /** Absent with an accepted notice; not among the absent. */
  excused: z.number(),
}

const totals = z.object({ ...counts, lateMinutes: z.number(), earlyMinutes: z.number() })
export type AttendanceTotals = z.infer<typeof totals>

const times = z.object({
  ruleId: id,
  ...names,
  weekdays: z.array(z.number()),
  inBy: timeOfDay,
  inTolerance: z.number(),
  outFrom: timeOfDay,
  outTolerance: z.number(),
})

const markedDay = {
  /** The name of a holiday or make-up workday; else ''. */
  holiday: z.string(),
  englishHoliday: z.string(),
}

const dayDetails = {
  events: z.array(event),
  /** The newest for this day. */
  correction: z.nullable(correction),
  /** The notice of absence for this day: one that holds or waits before one that was declined. */
  absence: z.nullable(absence),
}

const personDay = z.object({ ...judgement, ...markedDay, ...dayDetails })
export type PersonDay = z.infer<typeof personDay>

const attendance = { permission: 'attendance', scoped: true, licence: 'base' } as const

/** A person's month: the caller's own, a child's, or that of a member of a visible group. Throws 'attendance.no_person' and 'access.denied'. */
export const mine = get({
  ...attendance,
  name: 'attendance.mine',
  path: '/api/attendance/mine',
  request: z.object({ month: calendarMonth, ...whose }),
  response: z.object({
    person: attendancePerson,
    timeZone: z.string(),
    today: calendarDay,
    /** The rule at the end of the month, or today in the current one; null without one. */
    rule: z.nullable(times),
    days: z.array(personDay),
    totals,
    /** Whether the caller may request corrections. */
    mayRequest: z.boolean(),
    /** Whether the caller may enter a notice of absence for this pupil. */
    mayExcuse: z.boolean(),
    /** Whether the person has a personal code that the caller may read and renew. */
    mayCode: z.boolean(),
  }),
})

/** The group of all employees; the others are classes, by id. */
export const STAFF_GROUP = 'staff'

/** The groups whose records the caller may see: classes, and the staff. */
export const groups = get({
  ...attendance,
  name: 'attendance.groups',
  path: '/api/attendance/groups',
  response: z.object({
    today: calendarDay,
    timeZone: z.string(),
    groups: z.array(
      z.object({
        group: id,
        ...names,
        people: z.number(),
        /** Whether the caller decides its corrections. */
        mayApprove: z.boolean(),
      }),
    ),
    /** Whether people may clock in by face in the portal. */
    faceClockIn: z.boolean(),
    /** Open requests that the caller may decide. */
    waiting: z.number(),
    /** Clock-ins of uncertain time that wait for the caller. */
    uncertain: z.number(),
    /** Notices of absence that wait for the caller. */
    absences: z.number(),
  }),
})

const groupDay = z.object({ ...judgement, person: attendancePerson, ...dayDetails })

/** A group's day, by number. */
export const day = get({
  ...attendance,
  name: 'attendance.day',
  path: '/api/attendance/day',
  request: z.object({ group: id, date: calendarDay }),
  response: z.object({ date: calendarDay, timeZone: z.string(), ...markedDay, people: z.array(groupDay) }),
})

const dailyTotal = z.object({ date: calendarDay, ...markedDay, ...counts, pending: z.number() })
export type DailyTotal = z.infer<typeof dailyTotal>

/** A group's month: each person's days, and the totals of each day. Late and early counts in both. */
export const month = get({
  ...attendance,
  name: 'attendance.month',
  path: '/api/attendance/month',
  request: z.object({ group: id, month: calendarMonth }),
  response: z.object({
    month: calendarMonth,
    timeZone: z.string(),
    people: z.array(z.object({ person: attendancePerson, days: z.array(z.object(judgement)), totals })),
    days: z.array(dailyTotal),
    totals,
  }),
})

const sheetDay = z.object({
  date: calendarDay,
  status,
  firstIn: z.nullable(timeOfDay),
  lastOut: z.nullable(timeOfDay),
  lateMinutes: z.number(),
  earlyMinutes: z.number(),
  /** The notice of absence for this day, without what was written to it. */
  absence: z.nullable(z.pick(absence, { kind: true, state: true, from: true, until: true })),
  events: z.array(z.object({ time: timeOfDay, direction, source: z.literal(EVENT_SOURCES) })),
})

/**
 * A group's month for its sheet, fifty people on a page, by number: their totals, and their days with required attendance or clock events. Times are
 * the unit's.
 */
export const exportMonth = get({
  ...attendance,
  name: 'attendance.export',
  path: '/api/attendance/export',
  request: z.object({ group: id, month: calendarMonth, page: listPage }),
  response: z.object({
    /** People of the group. */
    total: z.number(),
    people: z.array(z.object({ person: attendancePerson, totals, days: z.array(sheetDay) })),
  }),
})

const corrects = { ...attendance, response: correction } as const

/** Requests an added clock event, for the caller or a child. Throws 'attendance.correction_open' and 'attendance.correction_time'. */
export const requestCorrection = postJson({
  ...corrects,
  name: 'attendance.requestCorrection',
  path: '/api/attendance/correction/request',
  request: z.object({ date: calendarDay, direction, time: timeOfDay, reason: filled(500), studentId: z.optional(id) }),
})

/** Requests of the caller and their children, and those that they may decide, newest first, thirty on a page. */
export const corrections = get({
  ...attendance,
  name: 'attendance.corrections',
  path: '/api/attendance/correction/list',
  request: z.object({
    state: z.optional(z.literal(CORRECTION_STATES)),
    /** Only those that the caller may decide. */
    toDecide: z.optional(flag),
    /** Only those of the caller and their children. */
    mine: z.optional(flag),
    page: listPage,
  }),
  response: z.object({ total: z.number(), corrections: z.array(correction) }),
})

/** Approves or refuses a request, and notifies its author. Never the caller's own. Throws 'attendance.correction_closed'. */
export const decideCorrection = postJson({
  ...corrects,
  name: 'attendance.decideCorrection',
  path: '/api/attendance/correction/decide',
  request: z.object({ correctionId: id, approve: z.boolean(), note: text(500) }),
})

/** Withdraws an own open request. Throws 'attendance.correction_closed'. */
export const withdrawCorrection = postJson({
  ...corrects,
  name: 'attendance.withdrawCorrection',
  path: '/api/attendance/correction/withdraw',
  request: z.object({ correctionId: id }),
})

/** A clock-in of a station whose clock was wrong. It happened after `earliest` and before `latest`. */
export const uncertainTime = z.object({
  uncertainId: id,
  person: attendancePerson,
  direction,
  source: z.literal(['face', 'card', 'code']),
  stationName: z.string(),
  /** What the clock of the station showed. */
  clockAt: moment,
  earliest: moment,
  latest: moment,
  state: z.literal(['open', 'placed', 'discarded']),
  placedAt: z.nullable(moment),
  decidedBy: z.nullable(accountName),
  decidedAt: z.nullable(moment),
})
export type UncertainTime = z.infer<typeof uncertainTime>

/** The clock-ins of uncertain time that the caller decides about, the open ones first, then the newest, thirty on a page. */
export const uncertainTimes = get({
  ...attendance,
  name: 'attendance.uncertainTimes',
  path: '/api/attendance/uncertain/list',
  request: z.object({ page: listPage }),
  response: z.object({ total: z.number(), uncertain: z.array(uncertainTime) }),
})

const places = { ...attendance, response: uncertainTime } as const

/**
 * Sets the time of a clock-in, in the unit's time zone, which records it; null discards it. Throws 'attendance.uncertain_gone', 'attendance.uncertain_closed' and
 * 'attendance.uncertain_time'.
 */
export const decideUncertain = postJson({
  ...places,
  name: 'attendance.decideUncertain',
  path: '/api/attendance/uncertain/decide',
  request: z.object({ uncertainId: id, when: z.nullable(z.object({ date: calendarDay, time: timeOfDay })) }),
})

/** Takes back that a clock-in was discarded. Throws as `decideUncertain` does. */
export const reopenUncertain = postJson({
  ...places,
  name: 'attendance.reopenUncertain',
  path: '/api/attendance/uncertain/reopen',
  request: z.object({ uncertainId: id }),
})

/** The personal code, eight digits, of the caller or a child; null without one. */
export const code = get({
  ...attendance,
  name: 'attendance.code',
  path: '/api/attendance/code',
  request: z.object({ studentId: z.optional(id) }),
  response: z.object({ code: z.nullable(z.string()), since: z.nullable(moment) }),
})

/** Creates a new personal code, which invalidates the one before. */
export const renewCode = postJson({
  ...attendance,
  name: 'attendance.renewCode',
  path: '/api/attendance/code/renew',
  request: z.object({ studentId: z.optional(id) }),
  response: z.object({ code: z.string(), since: moment }),
})
