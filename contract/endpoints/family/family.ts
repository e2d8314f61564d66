import * as z from 'zod/mini'
import { accountLinks } from '../../account-links.ts'
import { id, text } from '../../fields.ts'
import { get, postForm, shownBytes } from '../../endpoint.ts'
import { message, waitingCounts } from '../messages/messages.ts'
import { todo } from '../messages/todos.ts'

export const child = z.object({
  id,
  realName: z.string(),
  englishName: z.optional(z.string()),
  gradeName: z.string(),
  className: z.string(),
  gradeEnglishName: z.optional(z.string()),
  classEnglishName: z.optional(z.string()),
  /** 1 boy, 2 girl. */
  sex: z.optional(z.nullable(z.number())),
  /** Of the picture that `childPicture` answers: another picture has another version. Null without one. */
  picture: z.optional(z.nullable(z.string())),
})
export type Child = z.infer<typeof child>

const parents = { access: [3], permission: null } as const
const linkedParents = { ...parents, linked: true } as const

export const linkedAccounts = get({
  name: 'family.linkedAccounts',
  path: '/api/base/select/already/parent/teacher',
  access: [2, 3],
  permission: null,
  request: z.object({ parentId: z.optional(id), teacherId: z.optional(id) }),
  response: accountLinks,
})

export const children = get({
  ...linkedParents,
  name: 'family.children',
  path: '/api/base/student/find_all_student_by_parent_id',
  request: z.object({ parentId: id }),
  response: z.array(child),
})

/** The picture of an own child's account; 'request.not_found' for any other. `v` only makes addresses of different pictures differ. */
export const childPicture = get({
  name: 'family.childPicture',
  path: '/api/base/student/picture/{studentId}',
  ...linkedParents,
  ...shownBytes,
  request: z.object({ studentId: id, v: z.optional(text(64)) }),
})

export const currentChild = get({
  ...parents,
  name: 'family.currentChild',
  path: '/api/base/student/find_stu_by_parent_id',
  request: z.object({ parentId: id }),
  response: z.nullable(z.pick(child, { id: true, realName: true, englishName: true })),
})

/** Selects one of the parent's own children; the fields beside the ids repeat what `children` returned. */
export const setCurrentChild = postForm({
  ...parents,
  name: 'family.setCurrentChild',
  path: '/api/base/student/set/parentChildren',
  request: z.object({
    parentId: id,
    id,
    realName: z.optional(text(100)),
    gradeName: z.optional(text(100)),
    className: z.optional(text(100)),
  }),
})

/** Most messages and to-dos in the overview, the newest of each. */
export const OVERVIEW_SHOWN = 100

/** The children concerned: one of them, or all where it is for the whole family. */
const about = { childIds: z.array(id) }

/** A parent's unread messages and open to-dos, each with the children concerned. */
export const overview = get({
  ...linkedParents,
  name: 'family.overview',
  path: '/api/base/student/family_overview',
  response: z.object({
    /** With counts; those for the whole family count for every child. */
    children: z.array(z.extend(child, waitingCounts.shape)),
    messages: z.array(z.extend(message, about)),
    todos: z.array(z.extend(todo, about)),
    /** Including those that are not listed. */
    total: waitingCounts,
  }),
})
export type FamilyOverview = z.infer<typeof overview.response>
