import * as z from 'zod/mini'
import { DAY_STATUSES } from '../../rules/attendance/attendance-rule.ts'
import { accountName, calendarDay, filled, id, moment, names, text, timeOfDay } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { absence, correction, uncertainTime } from '../attendance/attendance.ts'
import { direction } from '../attendance/attendance-station.ts'
import { todo } from '../messages/todos.ts'

// What a person looks for first: one answer with a card for each thing, by their rights.

/** Classes whose numbers a class teacher of several gets. */
export const TODAY_CLASSES = 3

/** How the people of a group stand today. */
const attendanceCard = z.object({
  kind: z.literal('attendance'),
  /** A class; null for all pupils, 'staff' for the staff. */
  group: z.nullable(id),
  ...names,
  /** With required attendance today, at least one. */
  due: z.number(),
  /** Of them: have come, the late ones included. */
  present: z.number(),
  late: z.number(),
  /** Have not come though they should have by now. */
  absent: z.number(),
  /** Absent with an accepted notice; not among the absent. */
  excused: z.number(),
})
export type AttendanceCard = z.infer<typeof attendanceCard>

/** How many wait for the caller, and the first of them. */
const waitingCard = <const Kind extends string, Next extends z.core.$ZodType>(kind: Kind, next: Next) =>
  z.object({ kind: z.literal(kind), waiting: z.number(), next })

/** Requests for corrections that the caller may decide, the oldest first. */
const correctionsCard = waitingCard('corrections', correction)

/** Notices of absence, the one first whose first day comes first. */
const absencesCard = waitingCard('absences', absence)

/** Clock-ins of uncertain time that the caller may decide about, the newest first, as the list begins. */
const uncertainCard = waitingCard('uncertain', uncertainTime)

/** The line of a person's day: when attendance is required, and what was recorded. */
const dayLine = {
  due: z.boolean(),
  firstIn: z.nullable(moment),
  lastOut: z.nullable(moment),
  /** Should have come by now. */
  overdue: z.boolean(),
  /** HH:MM of the unit; null without a rule. */
  hours: z.nullable(z.object({ inBy: timeOfDay, outFrom: timeOfDay })),
  /** Oldest first. */
  events: z.array(z.object({ at: moment, direction })),
}

/** A child's day. */
const childCard = z.object({
  kind: z.literal('child'),
  studentId: id,
  ...accountName.shape,
  status: z.nullable(z.literal(DAY_STATUSES)),
  ...dayLine,
  /** The notice of absence for today, else the next one. */
  absence: z.nullable(absence),
  /** Whether the caller may enter a notice of absence. */
  mayExcuse: z.boolean(),
  /** Open to-dos about the child or the whole family. */
  todos: z.number(),
})
export type ChildCard = z.infer<typeof childCard>

/** The caller's own day, of those who clock in. */
const ownCard = z.object({ kind: z.literal('own'), lateMinutes: z.number(), ...dayLine })

const openTodos = { total: z.number(), next: todo }

/** The to-do whose last day comes first, else the newest. */
const todosCard = z.object({
  kind: z.literal('todos'),
  ...openTodos,
  /** Of a parent with several children: the same for each child, with what is for the whole family; without those who have none. */
  children: z.optional(z.array(z.object({ studentId: id, ...openTodos }))),
})

/**
 * What needs an administrator: 'services' whose licence has ended or ends within 30 days, 'storage' in percent when at least 90 are used, 'imports' that
 * wait for a decision or have failed within a week.
 */
const careCard = z.object({
  kind: z.literal('care'),
  items: z.array(z.object({ code: z.literal(['services', 'storage', 'imports']), count: z.number() })),
})

/** What a pupil has not handed in, that which is due first; of a parent a card for each child. */
const handInCard = z.object({
  kind: z.literal('handIn'),
  id,
  title: z.string(),
  dueAt: moment,
  isLate: z.boolean(),
  /** A parent's child; null for the caller's own. */
  student: z.nullable(z.object({ studentId: id, ...names })),
  /** How many there are. */
  waiting: z.number(),
})

/** What a teacher collects, that which is due first. */
const collectingCard = z.object({
  kind: z.literal('collecting'),
  id,
  title: z.string(),
  dueAt: moment,
  handedIn: z.number(),
  students: z.number(),
})

/** Cards of applications that are shown. */
export const TODAY_APPLICATIONS = 6
export const TODAY_CARD_LIMITS = { title: 60, text: 120, place: 200 } as const

/** What an application tells its user. */
const applicationCard = z.object({
  kind: z.literal('application'),
  code: id,
  title: z.string(),
  englishTitle: z.string(),
  text: z.string(),
  englishText: z.string(),
  /** A fragment within the application, or ''. */
  place: z.string(),
})

export const todayCard = z.discriminatedUnion('kind', [
  attendanceCard,
  correctionsCard,
  uncertainCard,
  absencesCard,
  childCard,
  ownCard,
  todosCard,
  careCard,
  handInCard,
  collectingCard,
  applicationCard,
])
export type TodayCard = z.infer<typeof todayCard>

export const todayCards = z.object({
  date: calendarDay,
  /** An IANA name; the times are shown in it. */
  timeZone: z.string(),
  /** When the portal looked. */
  at: moment,
  cards: z.array(todayCard),
})
export type TodayCards = z.infer<typeof todayCards>

/** The caller's cards, the most pressing first; empty where nothing is to be told. */
export const today = get({
  name: 'desktop.today',
  path: '/api/base/desktop/today',
  permission: null,
  linked: true,
  response: todayCards,
})

/** A card of an application: two languages, the place in the application that it leads to, and until when it is shown, at most 90 days. */
export const applicationTodayCard = z.object({
  title: filled(TODAY_CARD_LIMITS.title),
  englishTitle: text(TODAY_CARD_LIMITS.title),
  text: text(TODAY_CARD_LIMITS.text),
  englishText: text(TODAY_CARD_LIMITS.text),
  place: z.string().check(z.maxLength(TODAY_CARD_LIMITS.place), z.regex(/^(#\/[\w/?=&%.~-]*)?$/)),
  until: moment,
})
export type ApplicationTodayCard = z.infer<typeof applicationTodayCard>

/** Replaces the caller's card of one of their applications, or removes it. Throws 'access.denied' for another one, and 'publication.past' at `until`. */
export const saveTodayCard = postJson({
  name: 'desktop.saveTodayCard',
  path: '/api/base/desktop/today_card',
  permission: null,
  request: z.object({ code: id, card: z.nullable(applicationTodayCard) }),
})
