import * as z from 'zod/mini'
import { get, getFile, postJson } from '../../endpoint.ts'
import {
  accountName,
  accountPerson,
  calendarDay,
  code,
  filled,
  id,
  integer,
  listPage,
  moment,
  names,
  newId,
  text,
  userType,
} from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '../../limits.ts'
import { askedAnswer, receivedAnswer } from './answers.ts'
import { MESSAGE_LENGTH, MESSAGE_URL_LENGTH } from './messages.ts'

// Messages and to-dos that the administration sends to many people: their whole way, from the audience to who has read them.

export const PUBLICATION_LIMITS = {
  title: 100,
  text: MESSAGE_LENGTH,
  url: MESSAGE_URL_LENGTH,
  grades: 20,
  classes: 60,
  people: 60,
  roles: 20,
  files: 5,
  /** Of all its files. */
  bytes: 100 * 1024 * 1024,
} as const
/** Publications and receipts of one page. */
export const PUBLICATION_PAGE = 20
export const RECEIPT_PAGE = 50
/** People that a search offers. */
export const FOUND_PEOPLE = 8

export const publicationKind = z.literal(['message', 'todo'])

/**
 * All people of the types or, with grades or classes, those of them who are in one of these: pupils, their parents, and their teachers. And the accounts of
 * `userIds`, and of those who have one of the roles, in any case.
 */
export const audienceSchema = z.object({
  userTypes: z.array(userType).check(z.maxLength(4)),
  gradeIds: z.array(id).check(z.maxLength(PUBLICATION_LIMITS.grades)),
  classIds: z.array(id).check(z.maxLength(PUBLICATION_LIMITS.classes)),
  userIds: z.array(id).check(z.maxLength(PUBLICATION_LIMITS.people)),
  /** Without them in what was written by earlier versions. */
  roleIds: z._default(z.array(id).check(z.maxLength(PUBLICATION_LIMITS.roles)), []),
})
export type Audience = z.infer<typeof audienceSchema>

const admin = { permission: 'base_message', risk: 'ordinary' } as const

/** What may be written to, and linked. */
export const options = get({
  ...admin,
  name: 'publications.options',
  path: '/api/base/publication/options',
  response: z.object({
    /** An IANA name: the times of the form are the unit's. */
    timeZone: z.string(),
    grades: z.array(z.object({ gradeId: id, ...names })),
    classes: z.array(z.object({ classId: id, gradeId: id, ...names })),
    applications: z.array(z.object({ code: z.string(), ...names })),
    roles: z.array(z.object({ roleId: id, ...names })),
  }),
})

export const receiver = z.extend(accountPerson, {
  userType,
  /** A pupil's class. */
  place: z.nullable(z.object(names)),
})
export type Receiver = z.infer<typeof receiver>

/** Open accounts by part of a name. */
export const findPeople = get({
  ...admin,
  name: 'publications.findPeople',
  path: '/api/base/publication/people',
  request: z.object({ query: text(64, 1) }),
  response: z.array(receiver),
})

/** One of those whom `findPeople` finds, by the account; null for any other. */
export const findPerson = get({
  ...admin,
  name: 'publications.findPerson',
  path: '/api/base/publication/person',
  request: z.object({ userId: id }),
  response: z.nullable(receiver),
})

/** Identifiers joined by commas, for a query string. */
const idList = (most: number) =>
  z.pipe(
    text(most * 65),
    z.pipe(
      z.transform((joined: string) => joined.split(',').filter(Boolean)),
      z.array(id).check(z.maxLength(most)),
    ),
  )

/** How many people an audience has at present. */
export const countAudience = get({
  ...admin,
  name: 'publications.count',
  path: '/api/base/publication/count',
  request: z.object({
    userTypes: text(7),
    gradeIds: idList(PUBLICATION_LIMITS.grades),
    classIds: idList(PUBLICATION_LIMITS.classes),
    userIds: idList(PUBLICATION_LIMITS.people),
    roleIds: z._default(idList(PUBLICATION_LIMITS.roles), []),
  }),
  response: z.object({ recipients: z.number() }),
})

export const publicationAddress = z
  .string()
  .check(z.maxLength(PUBLICATION_LIMITS.url), z.regex(/^https:\/\/[^\s/\\][^\s\\]*$/, code('publication.address')))

/** What is written, also by an education office. */
export const publicationContent = {
  kind: publicationKind,
  title: filled(PUBLICATION_LIMITS.title),
  englishTitle: text(PUBLICATION_LIMITS.title),
  text: text(PUBLICATION_LIMITS.text),
  englishText: text(PUBLICATION_LIMITS.text),
  importance: integer({ least: IMPORTANCE_MIN, most: IMPORTANCE_MAX }),
  url: z.nullable(publicationAddress),
  /** Of a to-do: the last day, in the time zone of the unit or the office. */
  dueOn: z.nullable(calendarDay),
}
/** Null: at once. */
export const sendAt = z.nullable(moment)

const content = {
  ...publicationContent,
  applicationCode: z.nullable(id),
  /** What the receivers are asked for; a message's may reply. */
  asks: z._default(z.nullable(askedAnswer), null),
  audience: audienceSchema,
}

/** What is written, as it is sent. */
export const publicationFields = z.object({
  ...content,
  sendAt,
  /** Own files, or those that the publication has already. A message's alone. */
  fileIds: z.array(id).check(z.maxLength(PUBLICATION_LIMITS.files)),
})
export type PublicationFields = z.input<typeof publicationFields>

export const attachment = z.object({ fileId: id, name: z.string(), size: z.number() })
export type Attachment = z.infer<typeof attachment>

/** What lists show of it. */
export const publicationHead = {
  kind: publicationKind,
  title: z.string(),
  englishTitle: z.string(),
  importance: z.number(),
  dueOn: z.nullable(z.string()),
}

const publicationRow = z.object({
  publicationId: id,
  ...publicationHead,
  /** 'stopped': not sent at its time, because its author no longer had the right to send it. */
  state: z.literal(['scheduled', 'stopped', 'sending', 'sent', 'recalled']),
  sendAt: moment,
  recalledAt: z.nullable(moment),
  remindedAt: z.nullable(moment),
  /** Before it is sent: as many as there were when it was saved. */
  recipients: z.number(),
  /** Who have read the message, or taken the to-do off their list. */
  read: z.number(),
  asks: z.nullable(askedAnswer),
  /** Of them, who have answered, and who of these have declined to sign. */
  answered: z.number(),
  declined: z.number(),
  author: z.nullable(accountName),
  /** Written by a teacher's right for own classes. */
  ofClasses: z.boolean(),
  /**
   * Of classes: the author may not write to all of these people any more; in the calls of the right for own classes: the caller. Of others that wait: the author's account is closed
   * or lacks the right, or the school has left the office.
   */
  outside: z.boolean(),
  /** The education office that sent it, which alone can take it back. */
  office: z.nullable(z.object(names)),
})
export type PublicationRow = z.infer<typeof publicationRow>

const publication = z.object({
  ...publicationRow.shape,
  ...content,
  /** As it was saved: what is shown may be older than a rule. */
  title: z.string(),
  englishTitle: z.string(),
  asks: z.nullable(askedAnswer),
  url: z.nullable(z.string()),
  people: z.array(receiver),
  files: z.array(attachment),
  /** Of what a save writes. */
  version: recordVersion,
})
export type Publication = z.infer<typeof publication>

const one = z.object({ publicationId: id })
const onOne = { ...admin, request: one } as const

/** Newest first; those that wait for their time stand before. */
export const list = get({
  ...admin,
  name: 'publications.list',
  path: '/api/base/publication/list',
  request: z.object({ page: listPage }),
  response: z.object({ total: z.number(), publications: z.array(publicationRow) }),
})

/** Throws 'publication.gone'. */
export const show = get({
  ...onOne,
  name: 'publications.show',
  path: '/api/base/publication/show',
  response: publication,
})

/** Who has received it, in pages: those who have read or answered it, the latest first, or the others by name. Throws 'publication.gone'. */
export const receipts = get({
  ...admin,
  name: 'publications.receipts',
  path: '/api/base/publication/receipts',
  /** 'answered' are among those who have read it. */
  request: z.extend(one, { state: z.literal(['read', 'unread', 'answered']), page: listPage }),
  response: z.object({
    total: z.number(),
    people: z.array(z.extend(receiver, { readAt: z.nullable(moment), given: z.nullable(receivedAnswer) })),
  }),
})

/**
 * Sends it, at once or at its time, or changes one that waits for its time or was stopped. Throws 'message.nobody', 'message.too_many', 'publication.gone', 'publication.begun',
 * 'publication.files', 'files.not_found', 'answer.not_asked' where a message asks for more than a reply, and as an error of a field 'publication.past'. Sent again with
 * its `newId` it sends nothing and answers with what was made before; a `newId` that is taken by anything else is 'request.invalid'.
 */
export const save = postJson({
  ...admin,
  name: 'publications.save',
  path: '/api/base/publication/save',
  saves: publication,
  request: z.object({ ...publicationFields.shape, publicationId: z.nullable(id), newId, version: versionOrNew }),
  response: z.object({ publicationId: id, recipients: z.number() }),
})

/** Deletes one that waits for its time or was stopped. Throws 'publication.gone' and 'publication.begun'. */
export const cancel = postJson({
  ...onOne,
  name: 'publications.cancel',
  path: '/api/base/publication/cancel',
})

/** Takes it back from all who have not read it; it is gone from their lists and counts. Throws 'publication.gone' and 'publication.not_sent'. */
export const recall = postJson({
  ...onOne,
  name: 'publications.recall',
  path: '/api/base/publication/recall',
  response: z.object({ recalled: z.number() }),
})

/**
 * Puts it first in the lists of those who have not read it, marked as a reminder. Throws 'publication.gone', 'publication.not_sent' and, within an hour of the last
 * one, 'publication.reminded'.
 */
export const remind = postJson({
  ...onOne,
  name: 'publications.remind',
  path: '/api/base/publication/remind',
  response: z.object({ reminded: z.number() }),
})

/** A file of a message, for its receivers, those who know it by the right for own classes and those who may send messages to all of the unit. Throws 'files.not_found'. */
export const file = getFile({
  name: 'publications.file',
  path: '/api/base/publication/file/{id}',
  permission: null,
  request: z.object({ id }),
})
