import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import {
  accountName,
  accountPerson,
  id,
  integer,
  listPage,
  moment,
  names,
  newId,
  text,
  userType,
} from '../../fields.ts'
import { publicationContent, publicationHead, sendAt } from '../messages/publications.ts'

// An education office and its schools: counts of all of them, messages to several, and what a school lets a person of the office see for a time.

/** Hours for which a school may open itself. */
export const ACCESS_HOURS = { least: 1, most: 30 * 24 } as const
export const REASON_LENGTH = 200
/** People of one page, and messages of one. */
export const AREA_PAGE = 50
/** Schools of one message. */
export const SCHOOLS_MAX = 200

const school = z.object({
  unitId: id,
  ...names,
  /** Its main address. */
  host: z.nullable(z.string()),
  /** False while it is suspended or archived. */
  active: z.boolean(),
  pupils: z.number(),
  teachers: z.number(),
  parents: z.number(),
  staff: z.number(),
  classes: z.number(),
  /** People who signed in today, and in the last 7 days. */
  today: z.number(),
  week: z.number(),
  /** Bytes. */
  storage: z.number(),
  /** Until when the caller may open it; null without the school's leave. */
  accessEndsAt: z.nullable(moment),
})
export type School = z.infer<typeof school>

const ofSchool = z.object({ unitId: id })

const ofOffice = { permission: 'base_schools', risk: 'ordinary' } as const

/** All schools of the caller's office, by name. */
export const schools = get({
  ...ofOffice,
  name: 'area.schools',
  path: '/api/base/area/schools',
  response: z.array(school),
})

/** Throws 'area.no_school'. */
export const show = get({
  ...ofOffice,
  name: 'area.school',
  path: '/api/base/area/school',
  request: ofSchool,
  response: school,
})

const person = z.object({
  ...accountName.shape,
  userType,
  /** The class or the department; a parent's are the children's classes. */
  places: z.array(z.object(names)),
})

/**
 * A page of a school's people, who are there at present: names and places alone. Each call is in the school's trail. Throws 'area.no_school', and 'area.no_access'
 * without the school's leave.
 */
export const people = get({
  ...ofOffice,
  name: 'area.people',
  path: '/api/base/area/school_people',
  request: z.object({
    unitId: id,
    query: z.optional(text(64)),
    userType: z.optional(z.literal(['1', '2', '3', '4'])),
    page: listPage,
  }),
  response: z.object({ total: z.number(), people: z.array(person) }),
})

const schoolClass = z.object({
  classId: id,
  grade: z.object(names),
  ...names,
  headTeacher: z.nullable(accountName),
  pupils: z.number(),
})

/** As `people`, of its classes. */
export const classes = get({
  ...ofOffice,
  name: 'area.classes',
  path: '/api/base/area/school_classes',
  request: ofSchool,
  response: z.array(schoolClass),
})

const access = z.object({
  accessId: id,
  person: accountName,
  /** Who gave it; null after that account was erased. */
  by: z.nullable(accountName),
  reason: z.string(),
  grantedAt: moment,
  endsAt: moment,
  revokedAt: z.nullable(moment),
  /** When it was used last, and how often. */
  openedAt: z.nullable(moment),
  uses: z.number(),
  holds: z.boolean(),
})
export type AreaAccess = z.infer<typeof access>

const office = z.object({
  /** The education office of the caller's school; null without one. */
  office: z.nullable(z.object(names)),
  /** Whom at the office the school may let in. */
  people: z.array(accountPerson),
  /** The latest; those that hold stand first. */
  given: z.array(access),
})
export type OfficeAccess = z.infer<typeof office>

/** What the caller's school lets its education office see. */
export const given = get({
  name: 'area.given',
  path: '/api/base/area/access',
  permission: 'base_role',
  risk: 'ordinary',
  response: office,
})

const changesRights = { permission: 'base_role', risk: 'changes-rights', response: office } as const

/** Lets a person of the office see people and classes for some hours. Throws 'area.no_office' and 'area.person_gone'. */
export const grant = postJson({
  ...changesRights,
  name: 'area.grant',
  path: '/api/base/area/access_grant',
  request: z.object({ userId: id, hours: integer(ACCESS_HOURS), reason: text(REASON_LENGTH) }),
})

/** Ends it at once. Throws 'area.access_gone'. */
export const revoke = postJson({
  ...changesRights,
  name: 'area.revoke',
  path: '/api/base/area/access_revoke',
  request: z.object({ accessId: id }),
})

/** Who of the office may see the school just now, for a banner that all who administer see. */
export const watching = get({
  name: 'area.watching',
  path: '/api/base/area/watching',
  permission: 'administration',
  risk: 'ordinary',
  response: z.array(z.object({ person: accountName, office: z.object(names), endsAt: moment })),
})

const audience = {
  unitIds: z.array(id).check(z.minLength(1, 'field.required'), z.maxLength(SCHOOLS_MAX)),
  userTypes: z.array(userType).check(z.minLength(1, 'field.required'), z.maxLength(4)),
}

/** How many people a message would reach in each school. Throws 'area.no_school'. */
export const count = get({
  ...ofOffice,
  name: 'area.count',
  path: '/api/base/area/message_count',
  request: z.object({
    /** Joined by commas. */
    unitIds: text(SCHOOLS_MAX * 37),
    userTypes: text(7),
  }),
  response: z.array(z.object({ unitId: id, recipients: z.number() })),
})

/** The time zone of the office: days and times of the form are its own. */
export const options = get({
  ...ofOffice,
  name: 'area.options',
  path: '/api/base/area/message_options',
  response: z.object({ timeZone: z.string() }),
})

export const areaMessageFields = z.object({ ...audience, ...publicationContent, sendAt })

const message = z.object({
  areaPublicationId: id,
  ...publicationHead,
  text: z.string(),
  englishText: z.string(),
  url: z.nullable(z.string()),
  userTypes: z.array(userType),
  author: z.nullable(accountName),
  sentAt: moment,
  recalledAt: z.nullable(moment),
  /** Counts of each school that it went to. */
  schools: z.array(
    z.object({
      unitId: id,
      ...names,
      /** 'stopped': when its time came, the author no longer had the right to send it, or the school had left the office. */
      state: z.literal(['scheduled', 'stopped', 'sending', 'sent', 'recalled']),
      recipients: z.number(),
      read: z.number(),
    }),
  ),
})
export type AreaMessage = z.infer<typeof message>

/** The newest first. */
export const messages = get({
  ...ofOffice,
  name: 'area.messages',
  path: '/api/base/area/messages',
  request: z.object({ page: listPage }),
  response: z.object({ total: z.number(), messages: z.array(message) }),
})

/** Throws 'publication.gone'. */
export const showMessage = get({
  ...ofOffice,
  name: 'area.message',
  path: '/api/base/area/message',
  request: z.object({ areaPublicationId: id }),
  response: message,
})

/**
 * Sends it at its time, with the office as its sender. Sent again with its `newId` it sends nothing and answers with what was sent before; a `newId` of another
 * message is refused as 'request.invalid'. Throws 'area.no_school', 'message.nobody', 'message.too_many', and 'publication.past' at the field.
 */
export const sendMessage = postJson({
  ...ofOffice,
  name: 'area.sendMessage',
  path: '/api/base/area/message_send',
  request: z.extend(areaMessageFields, { newId }),
  response: z.object({ areaPublicationId: id, recipients: z.number() }),
})

/** Takes it back in all schools from those who have not read it, or cancels it where it waits. Throws 'publication.gone' and 'publication.not_sent'. */
export const recallMessage = postJson({
  ...ofOffice,
  name: 'area.recallMessage',
  path: '/api/base/area/message_recall',
  request: z.object({ areaPublicationId: id }),
  response: z.object({ recalled: z.number() }),
})
