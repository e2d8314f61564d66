import * as z from 'zod/mini'
import { id, integer, names } from '../../fields.ts'
import { QUOTA_MAX } from '../../limits.ts'
import { get, postJson } from '../../endpoint.ts'
import { recordVersion } from '../../record-version.ts'

// Quotas for files that administrators set for the unit and its users.

/** Groups with a quota per user, in the order of user types from 1 on. */
export const QUOTA_GROUPS = ['student', 'teacher', 'parent', 'staff'] as const
export type QuotaGroup = (typeof QUOTA_GROUPS)[number]

/** Bytes; null: no limit, 0: nothing can be uploaded. */
const quota = z.nullable(integer({ least: 0, most: QUOTA_MAX }, 'field.gigabytes'))

const storageQuotas = z.object({
  /** The whole unit. */
  unit: quota,
  /** Each user of a group. */
  student: quota,
  teacher: quota,
  parent: quota,
  staff: quota,
  /** The hand-ins of each class. */
  classes: quota,
})
export type StorageQuotas = z.infer<typeof storageQuotas>
const shownQuotas = z.extend(storageQuotas, { version: recordVersion })

export const groupUse = z.object({
  group: z.literal(QUOTA_GROUPS),
  people: z.number(),
  /** Bytes of the whole group, and of its largest user. */
  used: z.number(),
  most: z.number(),
})
export type GroupUse = z.infer<typeof groupUse>

export const classUse = z.object({
  classId: id,
  ...names,
  /** Bytes of its hand-ins. */
  used: z.number(),
  /** The class's own figure; null: that of all classes. */
  quota: z.nullable(z.number()),
})
export type ClassUse = z.infer<typeof classUse>

const storageSettings = z.object({
  quotas: shownQuotas,
  /** What the operator allows the unit, in bytes; null: no limit. */
  limit: z.nullable(z.number()),
  /** Bytes. Those shared by several users count once here, and for each of them in `groups`. */
  used: z.number(),
  /** The groups of the unit. */
  groups: z.array(groupUse),
  /** The open classes, in their order. */
  classes: z.array(classUse),
})
export type StorageSettings = z.infer<typeof storageSettings>

/** Changes answer with all of it. */
const settings = { permission: 'base_unit', risk: 'ordinary', response: storageSettings } as const

export const quotas = get({
  ...settings,
  name: 'storage.quotas',
  path: '/api/storage/quotas',
})

/** Users above a new quota keep their files, and can add nothing. */
export const saveQuotas = postJson({
  ...settings,
  name: 'storage.saveQuotas',
  path: '/api/storage/quotas',
  saves: shownQuotas,
  request: shownQuotas,
})

/** Sets the figure of one class. */
export const saveClassQuota = postJson({
  ...settings,
  name: 'storage.saveClassQuota',
  path: '/api/storage/quotas/class',
  request: z.object({ classId: id, quota }),
})
