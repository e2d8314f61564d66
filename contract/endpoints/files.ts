import * as z from 'zod/mini'
import { flag, id, moment, success, text, wholeNumber } from '../fields.ts'
import { FILE_NAME_LENGTH, FOLDER_DEPTH, FOLDER_PAGE, LANGUAGES } from '../limits.ts'
import { endpoint } from '../endpoint.ts'
import { storedFile } from './storage.ts'

export const folder = z.object({ id, name: z.string(), parentId: z.nullable(id), createdAt: moment })
export type Folder = z.infer<typeof folder>

const folderId = z.nullable(id)
const name = text(FILE_NAME_LENGTH * 4)

/** What a folder's content can be ordered by. Folders come before files, and equal ones by name. */
export const folderOrders = ['name', 'size', 'date'] as const
/** Where a page of a folder ended. What it says is the server's business. */
const cursor = text(2048, 1)

/**
 * A page of a folder's content, the first one without `after`; without `folderId` of the caller's top folder. `path` leads from the top to the folder
 * itself. A page holds up to `size` folders and files together, FOLDER_PAGE unless said.
 */
export const list = endpoint({
  name: 'files.list',
  method: 'GET',
  path: '/api/storage/files',
  encoding: 'query',
  access: 'session',
  own: true,
  request: z.object({
    folderId: z.optional(id),
    /** 'name' unless said. */
    by: z.optional(z.literal(folderOrders)),
    descending: z.optional(flag),
    /** In whose order names stand; Chinese unless said. */
    language: z.optional(z.literal(LANGUAGES)),
    /** `next` of the page before, which was asked for in the same order. */
    after: z.optional(cursor),
    size: z.optional(wholeNumber(1, FOLDER_PAGE)),
  }),
  response: z.object({
    folderId,
    path: z.array(folder),
    folders: z.array(folder),
    files: z.array(storedFile),
    /** Null when nothing follows. */
    next: z.nullable(cursor),
    /** How much the whole folder holds, in bytes the sum of its files; only with the first page. */
    totals: z.nullable(z.object({ folders: z.number(), files: z.number(), bytes: z.number() })),
  }),
})

/** The bytes; ranges and conditional requests are answered. */
export const download = endpoint({
  name: 'files.download',
  method: 'GET',
  path: '/api/storage/files/{id}/content',
  encoding: 'query',
  access: 'session',
  own: true,
  rawResponse: true,
  cache: 'http',
  request: z.object({ id }),
  response: z.unknown(),
})

export const createFolder = endpoint({
  name: 'files.createFolder',
  method: 'POST',
  path: '/api/storage/files/folder',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ name, parentId: z.optional(id) }),
  response: folder,
})

/** The folder that these names lead to, from a folder on or from the top; those that are missing are made. Asked again, it answers the same folder. */
export const makePath = endpoint({
  name: 'files.makePath',
  method: 'POST',
  path: '/api/storage/files/path',
  encoding: 'form',
  access: 'session',
  own: true,
  /** Names with '/' between them, which no name holds. */
  request: z.object({ path: text(FOLDER_DEPTH * (FILE_NAME_LENGTH + 1) * 4, 1), folderId: z.optional(id) }),
  response: folder,
})

export const rename = endpoint({
  name: 'files.rename',
  method: 'POST',
  path: '/api/storage/files/rename',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ id, kind: z.literal(['file', 'folder']), name }),
  response: success,
})

/** Moves to the bin; `restore` takes it back. */
export const remove = endpoint({
  name: 'files.remove',
  method: 'POST',
  path: '/api/storage/files/remove',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ id, kind: z.literal(['file', 'folder']) }),
  response: success,
})

export const restore = endpoint({
  name: 'files.restore',
  method: 'POST',
  path: '/api/storage/files/restore',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ id, kind: z.literal(['file', 'folder']) }),
  response: success,
})
