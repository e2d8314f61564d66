import * as z from 'zod/mini'
import { calendarDay, code, filled, flag, id, integer, names, text, timeOfDay, wholeNumber } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { TOLERANCE_MAX } from '../../rules/attendance/attendance-rule.ts'
import { readCardNumber } from '../../rules/attendance/card-number.ts'
import { attendancePerson } from './attendance.ts'

// The settings of administrators and holders of the permission `attendance_admin`: rules, calendar, general settings and cards.

const tolerance = integer({ least: 0, most: TOLERANCE_MAX })
const weekday = integer({ least: 1, most: 7 })

const ruleFields = {
  name: filled(64),
  englishName: text(64),
  /** 1 is Monday, 7 is Sunday. */
  weekdays: z.array(weekday).check(z.minLength(1), z.maxLength(7)),
  inBy: timeOfDay,
  inTolerance: tolerance,
  outFrom: timeOfDay,
  outTolerance: tolerance,
  dayStart: timeOfDay,
  appliesTo: z.literal(['staff', 'pupils', 'classes']),
  /** Only for 'classes'; a rule for a class precedes the one for all pupils. */
  classIds: z.array(id).check(z.maxLength(500)),
  /** Applies from this day on; earlier days keep the version before. */
  validFrom: calendarDay,
}
/** `version`: of all versions of the rule from today on. */
const rule = z.object({ ruleId: id, ...ruleFields, version: recordVersion })
export type AttendanceRule = z.infer<typeof rule>

const admin = { permission: 'attendance_admin', risk: 'ordinary', licence: 'base' } as const

/** Today's rules and later versions, which have the same `ruleId`. By name, then by `validFrom`. */
export const rules = get({
  ...admin,
  name: 'attendance.rules',
  path: '/api/attendance/admin/rules',
  response: z.object({
    today: calendarDay,
    rules: z.array(rule),
    classes: z.array(z.object({ classId: id, ...names })),
  }),
})

/**
 * Sets a rule from a day on; without `ruleId` a new one. A version that starts on the same day is replaced. Throws 'attendance.rule_past' where
 * evaluated days would change, and 'attendance.rule_times'.
 */
export const saveRule = postJson({
  ...admin,
  name: 'attendance.saveRule',
  path: '/api/attendance/admin/rule/save',
  saves: rule,
  request: z.object({ ruleId: z.optional(id), ...ruleFields, version: versionOrNew }),
})

/** Ends a rule from today on; returns the inputs of `saveRule` that undo it, in order. Throws 'attendance.rule_gone'. */
export const deleteRule = postJson({
  ...admin,
  name: 'attendance.deleteRule',
  path: '/api/attendance/admin/rule/delete',
  request: z.object({ ruleId: id }),
  response: z.array(rule),
})

export const markedDay = z.object({
  date: calendarDay,
  name: filled(64),
  englishName: text(64),
  kind: z.literal(['holiday', 'workday']),
})
export type MarkedDay = z.infer<typeof markedDay>

const marks = { ...admin, response: z.array(markedDay) } as const

export const calendar = get({
  ...marks,
  name: 'attendance.calendar',
  path: '/api/attendance/admin/calendar',
  request: z.object({ year: wholeNumber(2000, 2099) }),
})

/** Marks days, replacing earlier marks, which it returns. */
export const saveDays = postJson({
  ...marks,
  name: 'attendance.saveDays',
  path: '/api/attendance/admin/calendar/save',
  request: z.object({ days: z.array(markedDay).check(z.minLength(1), z.maxLength(366)) }),
})

/** Removes marks of days; returns the input of `saveDays` that undoes it. */
export const deleteDays = postJson({
  ...marks,
  name: 'attendance.deleteDays',
  path: '/api/attendance/admin/calendar/delete',
  request: z.object({ dates: z.array(calendarDay).check(z.minLength(1), z.maxLength(366)) }),
})

/** Months of retention of clock events. */
export const RETENTION_MONTHS = { least: 3, most: 120 } as const

const settingsFields = z.object({
  timeZone: text(64, 1),
  notifyLate: z.boolean(),
  /** Whether people may clock in by face in the portal too, and not only at stations. */
  portalClockIn: z._default(z.boolean(), true),
  /** Whether guardians may enter notices of absence for their children. */
  parentExcuse: z._default(z.boolean(), true),
  retentionMonths: integer(RETENTION_MONTHS),
})
const shownSettings = z.extend(settingsFields, { version: recordVersion })
export type AttendanceSettings = z.infer<typeof shownSettings>

export const settings = get({
  ...admin,
  name: 'attendance.settings',
  path: '/api/attendance/admin/settings',
  response: shownSettings,
})

/** Throws 'attendance.time_zone'. */
export const saveSettings = postJson({
  ...admin,
  name: 'attendance.saveSettings',
  path: '/api/attendance/admin/settings/save',
  saves: shownSettings,
  request: shownSettings,
})

/** `cardEnd`: the last digits of the card; null without one. */
const cardHolder = z.extend(attendancePerson, { cardEnd: z.nullable(z.string()) })
export type CardHolder = z.infer<typeof cardHolder>

/** Pupils and staff by name, English name or number, thirty on a page; with `lacking` those without a card alone. */
export const cards = get({
  ...admin,
  name: 'attendance.cards',
  path: '/api/attendance/admin/cards',
  request: z.object({
    name: z.optional(text(64)),
    lacking: z.optional(flag),
    page: z.optional(wholeNumber(1, 100_000)),
  }),
  response: z.object({
    /** Of the listed ones. */
    total: z.number(),
    /** Of that name: all, and those without a card. */
    counts: z.object({ all: z.number(), lacking: z.number() }),
    people: z.array(cardHolder),
  }),
})

const holderKey = z.pick(attendancePerson, { kind: true, id: true })
const cardNumber = z.pipe(
  z.string(),
  z.pipe(
    z.transform((typed: string) => readCardNumber(typed) ?? ''),
    z.string().check(z.minLength(1, code('attendance.card_unreadable'))),
  ),
)

/** Gives a person a card, replacing the one before, whose number it returns (or null). Throws 'attendance.card_taken'. */
export const setCard = postJson({
  ...admin,
  name: 'attendance.setCard',
  path: '/api/attendance/admin/card/set',
  request: z.extend(holderKey, { number: cardNumber }),
  response: z.object({ before: z.nullable(z.string()) }),
})

/** Removes a person's card; returns its number for an undo by `setCard`, or null. */
export const removeCard = postJson({
  ...admin,
  name: 'attendance.removeCard',
  path: '/api/attendance/admin/card/remove',
  request: holderKey,
  response: z.object({ before: z.nullable(z.string()) }),
})
