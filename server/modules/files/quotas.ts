import { sql, type SQL, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import {
  QUOTA_GROUPS,
  type GroupUse,
  type StorageQuotas,
  type StorageSettings,
} from '../../../contract/endpoints/storage/storage-admin.ts'
import { unit } from '../../db/schema/identity.ts'
import { heldPermissions } from '../tenants/permissions.ts'

/** Added bytes: of the user's quota, and of the unit's. */
export interface AddedUsage {
  readonly person: number
  readonly unit: number
}

/** The usage of a file whose bytes its owner does not have. Other users' copies make no difference, or a refusal would reveal them. */
export function newBytes(size: number): AddedUsage {
  return { person: size, unit: size }
}

/** The usage of another file of bytes that its owner has already: the unit stores them once. */
export function sameBytes(size: number): AddedUsage {
  return { person: size, unit: 0 }
}

/** Throws 'storage.quota_person' or 'storage.quota_unit' unless both quotas allow it now. Without a lock: only a pre-check. */
export function checkQuota(tx: Tx, added: AddedUsage): Promise<void> {
  return refuseOverQuota(tx, added, false)
}

/**
 * As `checkQuota`, and reserves the bytes until the transaction ends. Call it right before the rows that use them are written, or after them with
 * zeros, and wait for no other lock afterwards. `ownerId`: of another person's quota than the caller's; throws 'storage.quota_owner' then.
 */
export function reserveQuota(tx: Tx, added: AddedUsage, ownerId?: string): Promise<void> {
  return refuseOverQuota(tx, added, true, ownerId)
}

const refusals = z.tuple([z.object({ refusal: z.nullable(z.literal(['person', 'unit'])) })])

/** Which quota does not suffice, for `readRefusal`; `hold` reserves the bytes until the transaction ends. */
export function selectRefusal(added: AddedUsage, hold: boolean, ownerId?: string): SQL {
  const person = ownerId === undefined ? sql`portal_user_id()` : sql`${ownerId}::uuid`
  return sql`select portal_storage_refusal(${added.person}::bigint, ${added.unit}::bigint, ${hold}, ${person}) as refusal`
}

export function readRefusal(rows: unknown): 'person' | 'unit' | null {
  return z.parse(refusals, rows)[0].refusal
}

async function refuseOverQuota(tx: Tx, added: AddedUsage, hold: boolean, ownerId?: string): Promise<void> {
  const { rows } = await tx.execute(selectRefusal(added, hold, ownerId))
  const refusal = readRefusal(rows)
  const ofPerson = ownerId === undefined ? 'storage.quota_person' : 'storage.quota_owner'
  if (refusal !== null) throw new PortalError(refusal === 'person' ? ofPerson : 'storage.quota_unit')
}

const usageRows = z.tuple([
  z.object({
    used: z.number(),
    bin: z.number(),
    quota: z.nullable(z.number()),
    unitUsed: z.number(),
    unitQuota: z.nullable(z.number()),
  }),
])

/** The caller's usage and quota; the unit's for administrators only. */
export async function readUsage(_: unknown, { tx, session }: Call): Promise<ResponseOf<typeof storageUsage>> {
  const { rows } = await tx.execute(sql`
    select portal_person_storage(a.unit_id, a.user_id) as used, portal_person_quota(u, a.user_type) as quota,
      (select coalesce(sum(f.size), 0)::bigint from storage_file f
        where f.unit_id = a.unit_id and f.owner_id = a.user_id and f.deleted_at is not null) as bin,
      portal_unit_storage(a.unit_id) as "unitUsed", least(u.storage_quota, u.storage_limit) as "unitQuota"
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id()`)
  const [found] = z.parse(usageRows, rows)
  const held = await heldPermissions(tx, session, ['base_unit'])
  return held.has('base_unit') ? found : { ...found, unitUsed: null, unitQuota: null }
}

const isOwnUnit = eq(unit.unitId, sql`portal_unit_id()`)

const QUOTAS = {
  unit: unit.storageQuota,
  student: unit.studentQuota,
  teacher: unit.teacherQuota,
  parent: unit.parentQuota,
  staff: unit.staffQuota,
}

/** The quotas of the transaction's unit and its users, with their usage. */
export async function readStorageSettings(tx: Tx): Promise<StorageSettings> {
  const [found] = await tx
    .select({
      quotas: QUOTAS,
      limit: unit.storageLimit,
      used: sql`portal_unit_storage(${unit.unitId})`.mapWith(Number),
      isSchool: sql<boolean>`${unit.unitType} = '2'`,
    })
    .from(unit)
    .where(isOwnUnit)
  if (!found) throw new PortalError('tenant.unknown_host')
  const { quotas, limit, used, isSchool } = found
  const groups = await readGroups(tx)
  // An education office has no pupils, and a school will have parents some day.
  return { quotas, limit, used, groups: groups.filter(({ people }) => isSchool || people > 0) }
}

/** Changes the quotas of the transaction's unit and its users. Returns those before. */
export async function saveStorageQuotas(tx: Tx, quotas: StorageQuotas): Promise<StorageQuotas> {
  const [before] = await tx.select(QUOTAS).from(unit).where(isOwnUnit).for('update')
  if (!before) throw new PortalError('tenant.unknown_host')
  const { unit: storageQuota, student, teacher, parent, staff } = quotas
  await tx
    .update(unit)
    .set({ storageQuota, studentQuota: student, teacherQuota: teacher, parentQuota: parent, staffQuota: staff })
    .where(isOwnUnit)
  return before
}

const groupRows = z.array(
  z.object({ user_type: z.literal([1, 2, 3, 4]), people: z.number(), used: z.number(), most: z.number() }),
)

async function readGroups(tx: Tx): Promise<GroupUse[]> {
  // All users at once, instead of `portal_person_storage` for each.
  const { rows } = await tx.execute(sql`
    with used as (
      select owner_id, sum(size) as bytes from (
        select owner_id, size from storage_file where unit_id = portal_unit_id()
        union all
        select owner_id, size from storage_upload where unit_id = portal_unit_id()) each_file
      group by owner_id)
    select a.user_type, count(*) as people, coalesce(sum(u.bytes), 0)::bigint as used, coalesce(max(u.bytes), 0)::bigint as most
    from user_account a left join used u on u.owner_id = a.user_id
    where a.unit_id = portal_unit_id()
    group by a.user_type`)
  const found = z.parse(groupRows, rows)
  return QUOTA_GROUPS.map((group, at) => {
    const { people = 0, used = 0, most = 0 } = found.find(({ user_type }) => user_type === at + 1) ?? {}
    return { group, people, used, most }
  })
}
