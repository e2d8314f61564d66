import * as z from 'zod/mini'
import { accountName, code, moment } from './fields.ts'

/** Characters of a version. */
export const VERSION_LENGTH = 22

/**
 * In the response of reading a record, and in the request of saving over it: a digest of what a save writes. It differs after each change of that, by any
 * writer. A page from before versions sends none, and is told to load again.
 */
export const recordVersion = z
  .string(code('record.reload'))
  .check(z.regex(new RegExp(`^[\\w-]{${VERSION_LENGTH}}$`), code('record.reload')))

/** In the request of an endpoint that adds too: null for a record that is new. */
export const versionOrNew = z.nullable(recordVersion)

/** When a record was changed, and by whom; null by no person of this unit. */
export const lastChange = z.object({ at: moment, by: z.nullable(accountName) })

/** The data of 'record.changed': the record as the caller may read it now, with its version, and the last change of it in the trail. */
export const changedRecord = <Current extends z.core.$ZodType>(current: Current) =>
  z.object({
    current,
    /** Null where the trail has none, and for a change that was made by no person of this unit. */
    last: z.nullable(lastChange),
  })
