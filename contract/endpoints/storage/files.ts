import * as z from 'zod/mini'
import { flag, id, moment, text, wholeNumber } from '../../fields.ts'
import { FILE_NAME_LENGTH, FOLDER_DEPTH, FOLDER_PAGE, LANGUAGES } from '../../limits.ts'
import { get, postForm } from '../../endpoint.ts'
import { storedFile } from './storage.ts'

export const folder = z.object({ id, name: z.string(), parentId: z.nullable(id), createdAt: moment })
export type Folder = z.infer<typeof folder>

const folderId = z.nullable(id)
const name = text(FILE_NAME_LENGTH * 4)

/** Orders of a folder's content. Folders come before files, and equal ones are ordered by name. */
export const folderOrders = ['name', 'size', 'date'] as const
/** The end of a page of a folder; opaque to clients. */
const cursor = text(2048, 1)

/**
 * A page of a folder's content, the first one without `after`; without `folderId` of the caller's top folder. `path` leads from the top to the folder
 * itself. A page holds up to `size` folders and files together, by default FOLDER_PAGE.
 */
export const list = get({
  name: 'files.list',
  path: '/api/storage/files',
  access: 'session',
  permission: 'files',
  licence: 'storage',
  request: z.object({
    folderId: z.optional(id),
    /** 'name' by default. */
    by: z.optional(z.literal(folderOrders)),
    descending: z.optional(flag),
    /** For the order of names; Chinese by default. */
    language: z.optional(z.literal(LANGUAGES)),
    /** `next` of the page before, in the same order. */
    after: z.optional(cursor),
    size: z.optional(wholeNumber(1, FOLDER_PAGE)),
  }),
  response: z.object({
    folderId,
    path: z.array(folder),
    folders: z.array(folder),
    files: z.array(storedFile),
    /** Null at the end. */
    next: z.nullable(cursor),
    /** The numbers and the bytes of the whole folder; only with the first page. */
    totals: z.nullable(z.object({ folders: z.number(), files: z.number(), bytes: z.number() })),
  }),
})

/** The bytes, with ranges and conditional requests. */
export const download = get({
  name: 'files.download',
  path: '/api/storage/files/{id}/content',
  access: 'session',
  permission: 'files_download',
  licence: 'storage',
  rawResponse: true,
  cache: 'http',
  request: z.object({ id }),
  response: z.unknown(),
})

export const createFolder = postForm({
  name: 'files.createFolder',
  path: '/api/storage/files/folder',
  access: 'session',
  permission: 'files_folder',
  licence: 'storage',
  request: z.object({ name, parentId: z.optional(id) }),
  response: folder,
})

/** The folder at this path of names, from a folder or the top; missing ones are created. Repeatable. */
export const makePath = postForm({
  name: 'files.makePath',
  path: '/api/storage/files/path',
  access: 'session',
  permission: 'files_upload',
  licence: 'storage',
  /** Names joined by '/', which no name contains. */
  request: z.object({ path: text(FOLDER_DEPTH * (FILE_NAME_LENGTH + 1) * 4, 1), folderId: z.optional(id) }),
  response: folder,
})

export const rename = postForm({
  name: 'files.rename',
  path: '/api/storage/files/rename',
  access: 'session',
  permission: 'files_rename',
  licence: 'storage',
  request: z.object({ id, kind: z.literal(['file', 'folder']), name }),
})

/** Moves to the bin; `restore` undoes it. */
export const remove = postForm({
  name: 'files.remove',
  path: '/api/storage/files/remove',
  access: 'session',
  permission: 'files_remove',
  licence: 'storage',
  request: z.object({ id, kind: z.literal(['file', 'folder']) }),
})

export const restore = postForm({
  name: 'files.restore',
  path: '/api/storage/files/restore',
  access: 'session',
  permission: 'files_remove',
  licence: 'storage',
  request: z.object({ id, kind: z.literal(['file', 'folder']) }),
})
