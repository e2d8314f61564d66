import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { ABSENCE_KINDS, ABSENCE_STATES } from '../../../contract/rules/attendance/absence-rule.ts'
import {
  CORRECTION_STATES,
  EVENT_SOURCES,
  UNCERTAIN_STATES,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { bytes, moment, newId, unitId } from './columns.ts'

const DIRECTIONS = ['in', 'out'] as const

/** One of the two is null. */
const person = () => ({ studentId: uuid('student_id'), userId: uuid('user_id') })

/** Without a row the defaults hold. */
export const attendanceSettings = pgTable('attendance_settings', {
  unitId: unitId().primaryKey(),
  timeZone: text('time_zone').notNull(),
  notifyLate: boolean('notify_late').notNull(),
  portalClockIn: boolean('portal_clock_in').notNull().default(true),
  parentExcuse: boolean('parent_excuse').notNull().default(true),
  retentionMonths: integer('retention_months').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** A version of a rule, valid from a day on. */
export const attendanceRule = pgTable('attendance_rule', {
  unitId: unitId(),
  ruleId: uuid('rule_id').notNull(),
  validFrom: date('valid_from').notNull(),
  ended: boolean('ended').notNull().default(false),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  weekdays: smallint('weekdays').array().notNull(),
  inBy: text('in_by').notNull(),
  inTolerance: integer('in_tolerance').notNull(),
  outFrom: text('out_from').notNull(),
  outTolerance: integer('out_tolerance').notNull(),
  dayStart: text('day_start').notNull(),
  appliesTo: text('applies_to', { enum: ['staff', 'pupils', 'classes'] }).notNull(),
  classIds: uuid('class_ids').array().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

export const attendanceDay = pgTable('attendance_day', {
  unitId: unitId(),
  date: date('date').notNull(),
  kind: text('kind', { enum: ['holiday', 'workday'] }).notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
})

/** A tablet at a door. */
export const attendanceStation = pgTable('attendance_station', {
  stationId: uuid('station_id').primaryKey(),
  unitId: unitId(),
  name: text('name').notNull(),
  place: text('place').notNull(),
  direction: text('direction', { enum: ['in', 'out', 'both'] }).notNull(),
  guideWidth: integer('guide_width'),
  guideTolerance: integer('guide_tolerance'),
  sealedKey: bytes('sealed_key').notNull(),
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  registeredAt: moment('registered_at').notNull().defaultNow(),
  registeredBy: uuid('registered_by'),
  lastSeenAt: moment('last_seen_at'),
  /** Of the latest capture whose time is known. */
  lastCaptureAt: moment('last_capture_at'),
  pending: integer('pending').notNull().default(0),
  revokedAt: moment('revoked_at'),
})

/** The results of delivered captures. */
export const attendanceDelivery = pgTable('attendance_delivery', {
  stationId: uuid('station_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  unitId: unitId(),
  outcome: jsonb('outcome').$type<unknown>().notNull(),
  at: moment('at').notNull().defaultNow(),
})

/** The digits by which a station identifies a person. */
export const attendanceCode = pgTable('attendance_code', {
  codeId: uuid('code_id').primaryKey(),
  unitId: unitId(),
  kind: text('kind', { enum: ['card', 'personal'] }).notNull(),
  ...person(),
  mark: bytes('mark').notNull(),
  sealedCode: bytes('sealed_code').notNull(),
  setAt: moment('set_at').notNull().defaultNow(),
})

/** A request to add a missing event. */
export const attendanceCorrection = pgTable('attendance_correction', {
  correctionId: uuid('correction_id').primaryKey().default(newId),
  unitId: unitId(),
  ...person(),
  date: date('date').notNull(),
  direction: text('direction', { enum: DIRECTIONS }).notNull(),
  time: text('time').notNull(),
  at: moment('at').notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: CORRECTION_STATES }).notNull().default('open'),
  requestedBy: uuid('requested_by'),
  requestedAt: moment('requested_at').notNull().defaultNow(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
  note: text('note').notNull().default(''),
})

/** A clock-in whose time its station could not tell. */
export const attendanceUncertain = pgTable('attendance_uncertain', {
  uncertainId: uuid('uncertain_id').primaryKey().default(newId),
  unitId: unitId(),
  ...person(),
  direction: text('direction', { enum: DIRECTIONS }).notNull(),
  source: text('source', { enum: ['face', 'card', 'code'] }).notNull(),
  stationId: uuid('station_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  clockAt: moment('clock_at').notNull(),
  earliest: moment('earliest').notNull(),
  latest: moment('latest').notNull(),
  state: text('state', { enum: UNCERTAIN_STATES }).notNull().default('open'),
  placedAt: moment('placed_at'),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
  recordedAt: moment('recorded_at').notNull().defaultNow(),
})

/** A notice that a pupil is absent. */
export const attendanceAbsence = pgTable('attendance_absence', {
  absenceId: uuid('absence_id').primaryKey().default(newId),
  unitId: unitId(),
  studentId: uuid('student_id').notNull(),
  firstDate: date('first_date').notNull(),
  lastDate: date('last_date').notNull(),
  from: text('from_time'),
  until: text('until_time'),
  kind: text('kind', { enum: ABSENCE_KINDS }).notNull(),
  note: text('note').notNull().default(''),
  state: text('state', { enum: ABSENCE_STATES }).notNull().default('open'),
  requestedBy: uuid('requested_by'),
  requestedAt: moment('requested_at').notNull().defaultNow(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
  decisionNote: text('decision_note').notNull().default(''),
})

/** The application adds, and changes nothing. */
export const attendanceEvent = pgTable('attendance_event', {
  eventId: uuid('event_id').primaryKey().default(newId),
  unitId: unitId(),
  ...person(),
  at: moment('at').notNull(),
  direction: text('direction', { enum: DIRECTIONS }).notNull(),
  source: text('source', { enum: EVENT_SOURCES }).notNull(),
  stationId: uuid('station_id'),
  seq: bigint('seq', { mode: 'number' }),
  correctionId: uuid('correction_id'),
  recordedAt: moment('recorded_at').notNull().defaultNow(),
})

/** The late pupils whose guardians were notified. */
export const attendanceNotice = pgTable('attendance_notice', {
  studentId: uuid('student_id').notNull(),
  date: date('date').notNull(),
  unitId: unitId(),
})
