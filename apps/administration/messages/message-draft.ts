import * as z from 'zod/mini'
import { askedAnswer } from '../../../contract/endpoints/messages/answers.ts'
import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import {
  attachment,
  PUBLICATION_LIMITS,
  type Publication,
  publicationKind,
  type PublicationFields,
} from '../../../contract/endpoints/messages/publications.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { minutesOf, momentOf, wallTime } from '../../../contract/rules/zoned-time.ts'

const text = (length: number) => z.string().check(z.maxLength(length))
const ids = (most: number) => z.array(text(64)).check(z.maxLength(most))

/** What is being written, as the form has it; kept on this device until it is sent. */
export const draftFields = z.object({
  kind: publicationKind,
  title: text(PUBLICATION_LIMITS.title),
  englishTitle: text(PUBLICATION_LIMITS.title),
  text: text(PUBLICATION_LIMITS.text),
  englishText: text(PUBLICATION_LIMITS.text),
  importance: z.number(),
  /** '' for nothing. Without it in drafts of earlier versions. */
  asks: z._default(z.union([z.literal(''), askedAnswer]), ''),
  /** '' without one, 'web', or an application as `app:code`. */
  link: text(80),
  url: text(PUBLICATION_LIMITS.url),
  dueOn: text(10),
  when: z.literal(['now', 'later']),
  /** The day and the time of sending, in the unit's time zone. */
  sendAt: text(10),
  sendTime: text(5),
  userTypes: z.array(z.literal([1, 2, 3, 4])),
  where: z.literal(['unit', 'places']),
  gradeIds: ids(PUBLICATION_LIMITS.grades),
  classIds: ids(PUBLICATION_LIMITS.classes),
  /** Without them in drafts of earlier versions. */
  roleIds: z._default(ids(PUBLICATION_LIMITS.roles), []),
  people: z
    .array(z.object({ userId: text(64), realName: text(200), englishName: text(200) }))
    .check(z.maxLength(PUBLICATION_LIMITS.people)),
  files: z.array(attachment).check(z.maxLength(PUBLICATION_LIMITS.files)),
})
export type Draft = z.infer<typeof draftFields>

/** The importance of most messages. */
const USUAL = 2

export const EMPTY_DRAFT: Draft = {
  kind: 'message',
  title: '',
  englishTitle: '',
  text: '',
  englishText: '',
  importance: USUAL,
  asks: '',
  link: '',
  url: '',
  dueOn: '',
  when: 'now',
  sendAt: '',
  sendTime: '08:00',
  userTypes: [],
  where: 'unit',
  gradeIds: [],
  classIds: [],
  roleIds: [],
  people: [],
  files: [],
}

/** Who is in a class, for its teachers' messages. */
export const ofClassTypes: readonly number[] = [1, 3]
const PARENT = 3

/** What a draft keeps of a person who gets it. */
export const keptPerson = ({ userId, realName, englishName }: Draft['people'][number]): Draft['people'][number] => ({
  userId,
  realName,
  englishName,
})

/** What the address chooses: a class, or a person. */
export interface Preset {
  readonly classId: string | null
  readonly person: Draft['people'][number] | null
}

/**
 * The draft with the audience that the address chooses: a class is for its parents at first. `ownClasses`: those of a teacher, who may write to these alone; a
 * single one is chosen; null for those who write to all of the unit.
 */
export function presetDraft(draft: Draft, { classId, person }: Preset, ownClasses: readonly string[] | null): Draft {
  const base: Draft =
    ownClasses === null
      ? draft
      : {
          ...draft,
          userTypes: draft.userTypes.filter((type) => ofClassTypes.includes(type)),
          where: 'places',
          gradeIds: [],
          classIds: draft.classIds.filter((id) => ownClasses.includes(id)),
          roleIds: [],
        }
  if (person) return { ...base, userTypes: [], gradeIds: [], classIds: [], roleIds: [], people: [person] }
  if (classId !== null && (ownClasses === null || ownClasses.includes(classId))) {
    const isChosen = base.where === 'places' && base.people.length + base.gradeIds.length + base.roleIds.length === 0
    if (isChosen && base.userTypes.length > 0 && base.classIds.length === 1 && base.classIds[0] === classId) return base
    return { ...base, userTypes: [PARENT], where: 'places', gradeIds: [], classIds: [classId], roleIds: [], people: [] }
  }
  const [only, ...others] = ownClasses ?? []
  const isOpen = base.classIds.length + base.people.length === 0
  return only !== undefined && others.length === 0 && isOpen ? { ...base, classIds: [only] } : base
}

const APPLICATION = 'app:'
export const applicationLink = (code: string) => `${APPLICATION}${code}`

export type DraftAudience = Pick<Draft, 'userTypes' | 'where' | 'gradeIds' | 'classIds' | 'roleIds' | 'people'>

export function audienceOf(draft: DraftAudience): PublicationFields['audience'] {
  const { userTypes, where, gradeIds, classIds, roleIds, people } = draft
  const inPlaces = where === 'places'
  // Types in no place would be the whole unit.
  const isNowhere = inPlaces && gradeIds.length + classIds.length === 0
  return {
    userTypes: isNowhere ? [] : userTypes,
    gradeIds: inPlaces ? gradeIds : [],
    classIds: inPlaces ? classIds : [],
    userIds: people.map(({ userId }) => userId),
    roleIds,
  }
}

/** Whether nothing is chosen yet that anybody could be found by. */
export const isNobody = ({ userTypes, userIds, roleIds = [] }: PublicationFields['audience']) =>
  userTypes.length + userIds.length + roleIds.length === 0

/** The request that counts an audience. */
export function countRequest(draft: DraftAudience): RequestOf<typeof publications.countAudience> {
  const { userTypes, gradeIds, classIds, userIds, roleIds = [] } = audienceOf(draft)
  return {
    userTypes: userTypes.join(','),
    gradeIds: gradeIds.join(','),
    classIds: classIds.join(','),
    userIds: userIds.join(','),
    roleIds: roleIds.join(','),
  }
}

/** A message can ask for a reply alone. */
export const asksOf = ({ kind, asks }: Pick<Draft, 'kind' | 'asks'>) =>
  kind === 'todo' || asks === 'reply' ? asks : ''

/** Whether it has a text beside its title: a to-do has one where it is signed or replied to. */
export const hasText = ({ kind, asks }: Pick<Draft, 'kind' | 'asks'>) =>
  kind === 'message' || asks === 'sign' || asks === 'reply'

/** What is sent of a draft; a time that is not whole is '', which no schema accepts. */
export function fieldsOf(draft: Draft, timeZone: string): PublicationFields {
  const { kind, title, englishTitle, text: body, englishText, importance, asks, link, url, dueOn, when } = draft
  return {
    kind,
    title,
    englishTitle,
    text: body,
    englishText,
    importance,
    asks: asksOf({ kind, asks }) || null,
    url: link === 'web' ? url.trim() : null,
    applicationCode: link.startsWith(APPLICATION) ? link.slice(APPLICATION.length) : null,
    dueOn: kind === 'todo' && dueOn !== '' ? dueOn : null,
    audience: audienceOf(draft),
    sendAt: when === 'now' ? null : momentText(draft, timeZone),
    fileIds: kind === 'message' ? draft.files.map(({ fileId }) => fileId) : [],
  }
}

/** The moment of a day and a time in a time zone; '' where one of them is not whole. */
export function momentText({ sendAt, sendTime }: Pick<Draft, 'sendAt' | 'sendTime'>, timeZone: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(sendAt) || !/^\d\d:\d\d$/.test(sendTime)) return ''
  return new Date(momentOf({ date: sendAt, minutes: minutesOf(sendTime) }, timeZone)).toISOString()
}

/** One that waits for its time, to be changed. */
export function draftOf(of: Publication, timeZone: string): Draft {
  const { date, minutes } = wallTime(Date.parse(of.sendAt), timeZone)
  const { userTypes, gradeIds, classIds, roleIds } = of.audience
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    kind: of.kind,
    title: of.title,
    englishTitle: of.englishTitle,
    text: of.text,
    englishText: of.englishText,
    importance: of.importance,
    asks: of.asks ?? '',
    link: of.applicationCode === null ? (of.url === null ? '' : 'web') : applicationLink(of.applicationCode),
    url: of.url ?? '',
    dueOn: of.dueOn ?? '',
    when: 'later',
    sendAt: date,
    sendTime: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
    userTypes,
    where: gradeIds.length + classIds.length > 0 ? 'places' : 'unit',
    gradeIds,
    classIds,
    roleIds,
    people: of.people.map(keptPerson),
    files: of.files,
  }
}
