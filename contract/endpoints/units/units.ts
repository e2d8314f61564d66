import * as z from 'zod/mini'
import { get, getFile, postJson } from '../../endpoint.ts'
import { code, filled, flag, id, integer, listPage, moment, names, text, typedDay, wholeNumber } from '../../fields.ts'
import { QUOTA_MAX } from '../../limits.ts'
import { recordVersion } from '../../record-version.ts'
import { setupAdministrator, setupLogo, setupUnit, UNIT_NAME_LENGTH, unitHosts } from './setup.ts'

// The operator's administration of units. It has figures of them, never people.

/** Units of one page. */
export const UNITS_PAGE_MAX = 100
/** Days between the order to delete a unit and its end. */
export const DELETION_DAYS = 30
/** Days for which an export of a unit can be downloaded. */
export const EXPORT_DAYS = 7
const SERVICE_LENGTH = 64
/** Of the people that an operator may allow a unit. */
export const PEOPLE_LIMIT_MAX = 10_000_000

/** 'archived': kept without being used, until it is brought back. 'deleting': suspended, and gone at `deleteAfter`. */
export const UNIT_STATES = ['active', 'suspended', 'archived', 'deleting'] as const
export const UNIT_SORTS = ['name', 'people', 'storage', 'lastActivity', 'createdAt'] as const

const unitRow = z.object({
  unitId: id,
  ...names,
  unitType: z.literal(['1', '2']),
  state: z.literal(UNIT_STATES),
  deleteAfter: z.nullable(moment),
  archivedAt: z.nullable(moment),
  createdAt: moment,
  /** The main one first. */
  hosts: z.array(z.string()),
  /** Open accounts. */
  people: z.number(),
  /** Null: as many as there are. */
  peopleLimit: z.nullable(z.number()),
  /** Bytes. */
  storage: z.number(),
  storageLimit: z.nullable(z.number()),
  /** Null where no session is known. */
  lastActivity: z.nullable(moment),
})
export type UnitRow = z.infer<typeof unitRow>

const admin = { permission: 'operator', risk: 'ordinary' } as const

/** A page of all units that fit. Pages beyond the last are empty. */
export const list = get({
  ...admin,
  name: 'operator.units',
  path: '/api/base/operator/units',
  request: z.object({
    /** Part of a name or of an address. */
    query: z.optional(text(64)),
    state: z.optional(z.literal(UNIT_STATES)),
    sort: z.optional(z.literal(UNIT_SORTS)),
    descending: z.optional(flag),
    page: listPage,
    size: z.optional(wholeNumber(1, UNITS_PAGE_MAX)),
  }),
  response: z.object({ total: z.number(), units: z.array(unitRow) }),
})

const licence = z.object({
  serverId: z.string(),
  ...names,
  /** The last day, in the unit's time zone. */
  endsOn: z.string(),
  expired: z.boolean(),
})
export type UnitLicence = z.infer<typeof licence>

const namedUnit = z.object({ unitId: id, ...names })
const unitPage = z.extend(unitRow, {
  peopleByType: z.object({ 1: z.number(), 2: z.number(), 3: z.number(), 4: z.number() }),
  /** People with a session that was used in the last 30 days. */
  usedLately: z.number(),
  licences: z.array(licence),
  /** A school's education office. */
  areaId: z.nullable(id),
  /** All offices that it could belong to. */
  areas: z.array(namedUnit),
  /** Of an office. */
  schools: z.array(namedUnit),
  /** Of its addresses, limits and licences together. */
  version: recordVersion,
})
export type UnitPage = z.infer<typeof unitPage>

const ofUnit = z.object({ unitId: id })
/** Of one unit, whose page is the answer. */
const onUnit = { ...admin, request: ofUnit, response: unitPage } as const
const saves = { ...admin, saves: unitPage } as const

export const read = get({
  ...onUnit,
  name: 'operator.unit',
  path: '/api/base/operator/unit',
})

/** Makes a unit with its administrator, as the first run does. */
export const create = postJson({
  name: 'operator.create',
  path: '/api/base/operator/unit_create',
  permission: 'operator',
  risk: 'gives-credentials',
  request: z.strictObject({
    unit: setupUnit,
    administrator: setupAdministrator,
    logo: setupLogo,
  }),
  response: unitPage,
})

/** Signs all people out; until it is brought back they see a page that says so. */
export const suspend = postJson({
  ...onUnit,
  name: 'operator.suspend',
  path: '/api/base/operator/unit_suspend',
})

/** As suspending, but to be kept: what it has stays, and its people are told since when. */
export const archive = postJson({
  ...onUnit,
  name: 'operator.archive',
  path: '/api/base/operator/unit_archive',
})

/** Also stops the deletion. */
export const bringBack = postJson({
  ...onUnit,
  name: 'operator.bringBack',
  path: '/api/base/operator/unit_bring_back',
})

/** Suspends the unit and deletes it with all that belongs to it after DELETION_DAYS. */
export const remove = postJson({
  name: 'operator.delete',
  path: '/api/base/operator/unit_delete',
  permission: 'operator',
  risk: 'hard-to-undo',
  /** `name`: the unit's, in Chinese or English, typed again. */
  request: z.object({ unitId: id, name: filled(UNIT_NAME_LENGTH) }),
  response: unitPage,
})

/** Stops the deletion; the unit stays suspended. */
export const keep = postJson({
  ...onUnit,
  name: 'operator.keep',
  path: '/api/base/operator/unit_keep',
})

/** The addresses of a unit, all of them; the first is the main one. */
export const saveHosts = postJson({
  ...saves,
  name: 'operator.saveHosts',
  path: '/api/base/operator/unit_hosts',
  request: z.object({ unitId: id, hosts: unitHosts, version: recordVersion }),
})

/** How many people and bytes a unit may have; null: no limit. What is there already stays. */
export const saveLimits = postJson({
  ...saves,
  name: 'operator.saveLimits',
  path: '/api/base/operator/unit_limits',
  request: z.object({
    unitId: id,
    peopleLimit: z.nullable(integer({ least: 1, most: PEOPLE_LIMIT_MAX }, 'field.people_limit')),
    storageLimit: z.nullable(integer({ least: 0, most: QUOTA_MAX }, 'field.gigabytes')),
    version: recordVersion,
  }),
})

/** Puts a school below an education office, or below none. What it let another office see ends. */
export const saveArea = postJson({
  name: 'operator.saveArea',
  path: '/api/base/operator/unit_area',
  permission: 'operator',
  risk: 'changes-rights',
  request: z.object({ unitId: id, areaId: z.nullable(id) }),
  response: unitPage,
})

/** Gives a licence of a module, or another last day. */
export const saveLicence = postJson({
  ...saves,
  name: 'operator.saveLicence',
  path: '/api/base/operator/unit_licence',
  request: z.object({
    unitId: id,
    /** The module's code. */
    serverId: filled(SERVICE_LENGTH).check(z.regex(/^[\w-]+$/, code('field.module_code'))),
    name: filled(UNIT_NAME_LENGTH),
    englishName: filled(UNIT_NAME_LENGTH),
    endsOn: typedDay,
    version: recordVersion,
  }),
})

export const removeLicence = postJson({
  ...admin,
  name: 'operator.removeLicence',
  path: '/api/base/operator/unit_licence_remove',
  request: z.object({ unitId: id, serverId: text(SERVICE_LENGTH, 1) }),
  response: unitPage,
})

const unitExport = z.object({
  exportId: id,
  withFiles: z.boolean(),
  state: z.literal(['waiting', 'writing', 'done', 'failed', 'removed']),
  /** Percent. */
  progress: z.number(),
  /** The error code of a failure. */
  code: z.nullable(z.string()),
  /** Bytes; null until it is written. */
  size: z.nullable(z.number()),
  createdAt: moment,
  finishedAt: z.nullable(moment),
  /** When its bytes are removed. */
  expiresAt: z.nullable(moment),
})
export type UnitExport = z.infer<typeof unitExport>

const takesDataOut = { permission: 'operator', risk: 'takes-data-out' } as const

const exportList = z.object({ exports: z.array(unitExport) })

/** The latest exports of a unit, newest first. */
export const listExports = get({
  ...admin,
  name: 'operator.exports',
  path: '/api/base/operator/unit_exports',
  request: ofUnit,
  response: exportList,
})

/** Begins to write everything that the unit owns into one ZIP: its property when it leaves. */
export const startExport = postJson({
  ...takesDataOut,
  name: 'operator.export',
  path: '/api/base/operator/unit_export',
  /** `withFiles`: with the bytes of people's files, not their list alone. */
  request: z.object({ unitId: id, withFiles: z.boolean() }),
  response: exportList,
})

/** Lets this session download an export for some hours. */
export const openExport = postJson({
  ...takesDataOut,
  name: 'operator.exportOpen',
  path: '/api/base/operator/unit_export_open',
  request: z.object({ exportId: id }),
})

/** The ZIP of an export that this session has opened, or a range of it. */
export const downloadExport = getFile({
  name: 'operator.exportDownload',
  path: '/api/base/operator/unit_export_file',
  permission: 'operator',
  risk: 'takes-data-out',
  riskInPart: true,
  request: z.object({ exportId: id }),
})

const failedJob = z.object({
  id,
  name: z.string(),
  /** What of a queue's several jobs it is. */
  job: z.string(),
  failedAt: z.nullable(moment),
  /** Of the last failure. */
  code: z.string(),
})
export type FailedJob = z.infer<typeof failedJob>

const healthFigures = z.object({
  version: z.string(),
  database: z.object({
    bytes: z.number(),
    version: z.string(),
    connections: z.number(),
    connectionsMax: z.number(),
  }),
  storage: z.object({ bytes: z.number(), files: z.number(), uploads: z.number() }),
  mail: z.object({ waiting: z.number(), failed: z.number() }),
  jobs: z.object({ waiting: z.number(), running: z.number(), failed: z.array(failedJob) }),
  /** Browsers that poll, because a proxy on the way holds streams of live changes back. */
  live: z.object({ held: z.number() }),
})
export type Health = z.infer<typeof healthFigures>

/** How the installation is. */
export const health = get({
  ...admin,
  name: 'operator.health',
  path: '/api/base/operator/health',
  response: healthFigures,
})

/** Tries a job again that no attempt was left of. */
export const retryJob = postJson({
  ...admin,
  name: 'operator.retryJob',
  path: '/api/base/operator/job_retry',
  request: z.object({ id }),
  response: healthFigures,
})
