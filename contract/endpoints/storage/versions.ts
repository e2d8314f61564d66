import * as z from 'zod/mini'
import { get, getFile, postForm } from '../../endpoint.ts'
import { accountName, id, moment } from '../../fields.ts'
import { storedFile } from './storage.ts'

// What a file contained before other bytes replaced them: for its owner, and for those with whom it is shared for editing.

export const fileVersion = z.object({
  /** Null: the present content. */
  id: z.nullable(id),
  number: z.number(),
  size: z.number(),
  /** Who put it there; the owner for an account that was erased. */
  by: z.nullable(accountName),
  createdAt: moment,
  /** When it is deleted for good; null for the present content. */
  goneAt: z.nullable(moment),
})
export type FileVersion = z.infer<typeof fileVersion>

/** Of one file or version. */
const one = { licence: 'storage', request: z.object({ id }) } as const

/** The present content and the versions of a file, the latest first. */
export const fileVersions = get({
  name: 'files.versions',
  path: '/api/storage/files/versions',
  permission: 'files',
  ...one,
  response: z.object({ name: z.string(), versions: z.array(fileVersion) }),
})

/** Makes a version the content again; what the file contains becomes a version. */
export const restoreVersion = postForm({
  name: 'files.restoreVersion',
  path: '/api/storage/files/versions/restore',
  permission: 'files_upload',
  ...one,
  response: storedFile,
})

/** Deletes a version for good. */
export const removeVersion = postForm({
  name: 'files.removeVersion',
  path: '/api/storage/files/versions/remove',
  permission: 'files_remove',
  ...one,
})

/** The bytes of a version, with ranges and conditional requests. */
export const downloadVersion = getFile({
  name: 'files.downloadVersion',
  path: '/api/storage/files/versions/{id}/content',
  permission: 'files_download',
  ...one,
})
