import * as z from 'zod/mini'
import { get, getFile } from '../../endpoint.ts'
import { personKey } from './people.ts'

// Everything that the portal holds about one person, as a file to hand out.

/** Bytes of the person's files that an export holds at most; of the others it has the names. */
export const EXPORT_FILES_MAX = 1024 ** 3

const common = { permission: 'base_people', risk: 'takes-data-out', request: personKey } as const

/** What an export will hold. Throws 'people.gone', and 'access.denied' for an administrator's data by the rules of first passwords. */
export const describe = get({
  ...common,
  name: 'people.exportPreview',
  path: '/api/people/export-preview',
  response: z.object({
    files: z.number(),
    bytes: z.number(),
    /** Those whose bytes are in the export. */
    filesIncluded: z.number(),
    photos: z.number(),
    messages: z.number(),
    attendance: z.number(),
  }),
})
export type ExportPreview = z.infer<typeof describe.response>

/** A ZIP with everything that the portal holds about the person. Throws as `describe`, and 'server.unavailable' while too many are made. Each answer is recorded. */
export const download = getFile({
  ...common,
  name: 'people.export',
  path: '/api/people/export.zip',
})
