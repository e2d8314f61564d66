import * as z from 'zod/mini'
import { get, getFile, postForm, postJson } from '../../endpoint.ts'
import { accountName, calendarDay, id, moment, names, text, userType, wholeNumber } from '../../fields.ts'
import { entryKind, entryName, folder, list } from './files.ts'

// Files and folders that their owner shares, and what the people do with them whom they are shared with.

export const SHARE_LIMITS = {
  /** Receivers of one file or folder. */
  receivers: 100,
  /** Shared things of one page. */
  page: 200,
  /** Receivers that a search offers. */
  found: 12,
  /** Marked rows of one folder. */
  marks: 5000,
} as const

export const receiverKinds = ['person', 'class', 'grade', 'department', 'role'] as const
const receiverKind = z.literal(receiverKinds)

/** With whom something is or can be shared. A class is its pupils, their parents and its teachers; a grade all of its classes. */
export const shareReceiver = z.object({
  kind: receiverKind,
  id,
  ...names,
  /** Of a person. */
  userType: z.nullable(userType),
  /** A pupil's class. */
  place: z.nullable(z.object(names)),
})
export type ShareReceiver = z.infer<typeof shareReceiver>

export const share = z.object({
  id,
  to: shareReceiver,
  edit: z.boolean(),
  /** The last day, in the unit's time zone; null: until withdrawn. */
  until: z.nullable(calendarDay),
  createdAt: moment,
})
export type Share = z.infer<typeof share>

const shares = { permission: 'files_share', licence: 'storage' } as const

/** People, classes and other groups, by part of a name, whom the caller may share with. */
export const findShareReceivers = get({
  ...shares,
  name: 'shares.receivers',
  path: '/api/storage/shares/receivers',
  request: z.object({ query: text(64, 1) }),
  response: z.array(shareReceiver),
})

/** The shares of a file or folder of the caller's. */
export const sharesOf = get({
  ...shares,
  name: 'shares.of',
  path: '/api/storage/shares/of',
  request: z.object({ id, kind: entryKind }),
  response: z.array(share),
})

/** Shares with a receiver, or changes how it is shared with that receiver. A new share is told by a message, once. */
export const saveShare = postJson({
  ...shares,
  name: 'shares.save',
  path: '/api/storage/shares/save',
  request: z.object({
    id,
    kind: entryKind,
    to: z.object({ kind: receiverKind, id }),
    edit: z.boolean(),
    until: z.nullable(calendarDay),
    /** False: without the message. */
    tell: z.optional(z.boolean()),
  }),
  response: z.array(share),
})

export const withdrawShare = postForm({
  ...shares,
  name: 'shares.withdraw',
  path: '/api/storage/shares/withdraw',
  request: z.object({ id }),
})

const receives = { permission: 'files', licence: 'storage' } as const

/** Which entries of a folder of the caller's (without one: of the top) are shared. */
export const shareMarks = get({
  ...receives,
  name: 'shares.marks',
  path: '/api/storage/shares/marks',
  request: z.object({ folderId: z.optional(id) }),
  response: z.object({ ids: z.array(id) }),
})

export const sharedEntry = z.object({
  id,
  kind: entryKind,
  name: z.string(),
  /** Bytes of a file. */
  size: z.nullable(z.number()),
  owner: accountName,
  edit: z.boolean(),
  since: moment,
  until: z.nullable(calendarDay),
})
export type SharedEntry = z.infer<typeof sharedEntry>

const cursor = text(256, 1)

/** A page of what is shared with the caller, the latest first. */
export const sharedWithMe = get({
  ...receives,
  name: 'shares.withMe',
  path: '/api/storage/shares/with-me',
  request: z.object({ after: z.optional(cursor), size: z.optional(wholeNumber(1, SHARE_LIMITS.page)) }),
  response: z.object({
    entries: z.array(sharedEntry),
    /** Null at the end. */
    next: z.nullable(cursor),
    /** Only with the first page. */
    total: z.nullable(z.number()),
  }),
})

/** A page of a folder that is shared with the caller, by itself or by a folder above. `path` begins with the uppermost shared folder. */
export const listShared = get({
  ...receives,
  name: 'shares.list',
  path: '/api/storage/shares/list',
  request: z.extend(list.request, { folderId: id }),
  response: z.extend(list.response, {
    owner: accountName,
    edit: z.boolean(),
    /** Whether the folder is shared itself, so that it cannot be removed by the caller. */
    isTop: z.boolean(),
  }),
})

/** The bytes, with ranges and conditional requests. */
export const downloadShared = getFile({
  name: 'shares.download',
  path: '/api/storage/shares/{id}/content',
  permission: 'files_download',
  licence: 'storage',
  request: z.object({ id }),
})

export const createSharedFolder = postForm({
  name: 'shares.createFolder',
  path: '/api/storage/shares/folder',
  permission: 'files_folder',
  licence: 'storage',
  request: z.object({ name: entryName, parentId: id }),
  response: folder,
})

export const renameShared = postForm({
  name: 'shares.rename',
  path: '/api/storage/shares/rename',
  permission: 'files_rename',
  licence: 'storage',
  request: z.object({ id, kind: entryKind, name: entryName }),
})

/** Moves something below a shared folder to its owner's bin; `restore` undoes it. */
export const removeShared = postForm({
  name: 'shares.remove',
  path: '/api/storage/shares/remove',
  permission: 'files_remove',
  licence: 'storage',
  request: z.object({ id, kind: entryKind }),
})

export const restoreShared = postForm({
  name: 'shares.restore',
  path: '/api/storage/shares/restore',
  permission: 'files_remove',
  licence: 'storage',
  request: z.object({ id, kind: entryKind }),
})
