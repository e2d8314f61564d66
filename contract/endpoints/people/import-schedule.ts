import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountPerson, code, id, text } from '../../fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'

// Imports of files that another system leaves in a folder or a bucket each night.

export const SCHEDULE_PLACES = ['folder', 'bucket'] as const
export const SCHEDULE_KINDS = ['any', 'xlsx', 'csv', 'oneroster'] as const
const RECIPIENTS_MAX = 20

/** Folders within the unit's own, without a way out of it. */
const SUB_FOLDER = /^(?!\.)[^/\\:*?"<>|]+(\/(?!\.)[^/\\:*?"<>|]+)*$/

const settings = z.object({
  enabled: z.boolean(),
  place: z.literal(SCHEDULE_PLACES),
  path: text(200).check(z.refine((path) => path === '' || SUB_FOLDER.test(path), code('import.schedule_path'))),
  time: z.string(code('field.required')).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, code('field.required'))),
  kind: z.literal(SCHEDULE_KINDS),
  /** Null: as a file says it, which sheets do not: people who are not in them stay. */
  mode: z.nullable(z.literal(['bulk', 'delta'])),
  source: text(64),
  pupilAccounts: z.boolean(),
  parentAccounts: z.boolean(),
  recipients: z.array(id).check(z.maxLength(RECIPIENTS_MAX)),
})
export type ScheduleSettings = z.infer<typeof settings>

const savedSettings = z.extend(settings, { version: recordVersion })

const person = z.extend(accountPerson, { loginName: z.string() })

const scheduleState = z.object({
  /** Null before it was first set up. */
  settings: z.nullable(savedSettings),
  /** Of each place that the operator offers, the unit's own folder there. */
  places: z.object({ folder: z.nullable(z.string()), bucket: z.nullable(z.string()) }),
  timeZone: z.string(),
  /** By whose right it imports. */
  setBy: z.nullable(person),
  nextAt: z.nullable(z.string()),
  lookedAt: z.nullable(z.string()),
  /** Of the last look: 'nothing' new, 'taken', or an error's code, by which it may have stopped. */
  outcome: z.nullable(z.string()),
  /** Those who may import, and whether mail reaches them. */
  people: z.array(z.extend(person, { hasEmail: z.boolean() })),
  hasMail: z.boolean(),
})
export type ScheduleState = z.infer<typeof scheduleState>

const admin = { permission: 'base_import', licence: 'base', response: scheduleState } as const
const hardToUndo = { ...admin, risk: 'hard-to-undo' } as const

export const read = get({
  ...admin,
  name: 'imports.schedule',
  path: '/api/imports/schedule',
  risk: 'ordinary',
})

/** From then on it imports by the right of the caller. */
export const save = postJson({
  ...hardToUndo,
  name: 'imports.saveSchedule',
  path: '/api/imports/schedule',
  saves: savedSettings,
  request: z.extend(settings, { version: versionOrNew }),
})

/** Looks for a new file now, in a job. */
export const look = postJson({
  ...hardToUndo,
  name: 'imports.lookNow',
  path: '/api/imports/schedule/look',
})

/** What the page checks of the form. */
export const scheduleForm = settings
