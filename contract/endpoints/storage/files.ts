import * as z from 'zod/mini'
import { flag, id, moment, text, wholeNumber } from '../../fields.ts'
import { FILE_ENTRIES_MAX, FILE_NAME_LENGTH, FOLDER_DEPTH, FOLDER_PAGE, LANGUAGES } from '../../limits.ts'
import { get, getFile, postForm, postJson } from '../../endpoint.ts'
import { storedFile } from './storage.ts'

export const folder = z.object({ id, name: z.string(), parentId: z.nullable(id), createdAt: moment })
export type Folder = z.infer<typeof folder>

export const entryKind = z.literal(['file', 'folder'])
const folderId = z.nullable(id)
export const entryName = text(FILE_NAME_LENGTH * 4)

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

const uploads = { permission: 'files_upload', licence: 'storage' } as const
const renames = { permission: 'files_rename', licence: 'storage' } as const
const removes = { permission: 'files_remove', licence: 'storage' } as const
const downloads = { permission: 'files_download', licence: 'storage', request: z.object({ id }) } as const

/** The bytes, with ranges and conditional requests. */
export const download = getFile({
  ...downloads,
  name: 'files.download',
  path: '/api/storage/files/{id}/content',
})

/** A folder with all below it as one ZIP, written while it is read; of the caller's, or shared with the caller. */
export const downloadFolder = getFile({
  ...downloads,
  name: 'files.downloadFolder',
  path: '/api/storage/files/folders/{id}/zip',
})

export const createFolder = postForm({
  name: 'files.createFolder',
  path: '/api/storage/files/folder',
  permission: 'files_folder',
  licence: 'storage',
  request: z.object({ name: entryName, parentId: z.optional(id) }),
  response: folder,
})

/** The folder at this path of names, from a folder or the top; missing ones are created. Repeatable. */
export const makePath = postForm({
  ...uploads,
  name: 'files.makePath',
  path: '/api/storage/files/path',
  /** Names joined by '/', which no name contains. */
  request: z.object({ path: text(FOLDER_DEPTH * (FILE_NAME_LENGTH + 1) * 4, 1), folderId: z.optional(id) }),
  response: folder,
})

/** Names of one question about which of them are taken. */
export const TAKEN_NAMES_MAX = 500
const names = z.array(entryName).check(z.maxLength(TAKEN_NAMES_MAX))

/** Which of these names are taken in a folder, of the caller's or shared for editing, without `folderId` in the caller's top folder. */
export const takenNames = postJson({
  ...uploads,
  name: 'files.takenNames',
  path: '/api/storage/files/taken',
  request: z.object({ folderId: z.optional(id), files: names, folders: names }),
  response: z.object({ files: z.array(z.string()), folders: z.array(z.string()) }),
})

export const rename = postForm({
  ...renames,
  name: 'files.rename',
  path: '/api/storage/files/rename',
  request: z.object({ id, kind: entryKind, name: entryName }),
})

/** Several files and folders: all of them, or with an error none. */
const entries = z.array(z.object({ id, kind: entryKind })).check(z.minLength(1), z.maxLength(FILE_ENTRIES_MAX))

const onEntries = { ...removes, request: z.object({ entries }) } as const

/** Moves to the bin; `restore` undoes it. Repeatable. */
export const remove = postJson({
  ...onEntries,
  name: 'files.remove',
  path: '/api/storage/files/remove',
})

export const restore = postJson({
  ...onEntries,
  name: 'files.restore',
  path: '/api/storage/files/restore',
})

/**
 * Moves into a folder, without `folderId` to the top; what is there already stays. A name that is taken gets a number, as with uploads. An error names
 * the entry that it is about in its fields, as `entries.2`.
 */
export const move = postJson({
  ...renames,
  name: 'files.move',
  path: '/api/storage/files/move',
  request: z.object({ entries, folderId: z.optional(id) }),
  /** The entries in the order of the request, with the names that they have now. */
  response: z.object({ entries: z.array(z.object({ id, kind: entryKind, name: z.string() })) }),
})

/** What was removed by itself or as a folder with its content. */
export const binEntry = z.object({
  id,
  kind: entryKind,
  name: z.string(),
  /** Bytes, of a folder those of the files that were removed with it. */
  size: z.number(),
  /** The number of those files; null for a file. */
  files: z.nullable(z.number()),
  /** The name of the folder that it was in; null for the top, and for a folder that is gone for good. */
  folderName: z.nullable(z.string()),
  removedAt: moment,
  /** When it is deleted for good. */
  goneAt: moment,
})
export type BinEntry = z.infer<typeof binEntry>

/** A page of the caller's bin, newest first. */
export const bin = get({
  ...removes,
  name: 'files.bin',
  path: '/api/storage/files/bin',
  request: z.object({ after: z.optional(cursor), size: z.optional(wholeNumber(1, FOLDER_PAGE)) }),
  response: z.object({
    entries: z.array(binEntry),
    /** Null at the end. */
    next: z.nullable(cursor),
    /** Of the whole bin; only with the first page. */
    totals: z.nullable(z.object({ entries: z.number(), bytes: z.number() })),
  }),
})

/** Deletes for good what of these is in the bin, with everything that was removed with it. Repeatable. */
export const purge = postJson({
  ...onEntries,
  name: 'files.purge',
  path: '/api/storage/files/purge',
})

/** Deletes for good everything that is in the caller's bin. */
export const emptyBin = postForm({
  ...removes,
  name: 'files.emptyBin',
  path: '/api/storage/files/bin/empty',
})
