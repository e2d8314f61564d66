import { sql, type SQL, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { storageUsage } from '../../../contract/endpoints/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import {
  QUOTA_GROUPS,
  type GroupUse,
  type StorageQuotas,
  type StorageSettings,
} from '../../../contract/endpoints/storage-admin.ts'
import { unit } from '../../db/schema/identity.ts'

/** Bytes that would be used in addition: of what the person may use, and of what their unit may. */
export interface AddedUsage {
  readonly person: number
  readonly unit: number
}

/** What a file costs whose bytes its owner does not have. Whether others have them makes no difference, or a refusal would tell. */
export function newBytes(size: number): AddedUsage {
  return { person: size, unit: size }
}

/** What another file of bytes costs that its owner has already: the unit keeps them once. */
export function sameBytes(size: number): AddedUsage {
  return { person: size, unit: 0 }
}

/**
 * Throws 'storage.quota_person' or 'storage.quota_unit' unless the transaction's person has this much room now. Others may take it the next moment: it
 * spares people the sending of what would be refused afterwards.
 */
export async function checkQuota(tx: Tx, added: AddedUsage): Promise<void> {
  await refuseOverQuota(tx, added, false)
}

/**
 * The same, and nobody else gets this room until the transaction ends. To be asked right before the rows are written that use it, or after them with
 * nothing more, and with nothing else to wait for behind it.
 */
export async function reserveQuota(tx: Tx, added: AddedUsage): Promise<void> {
  await refuseOverQuota(tx, added, true)
}

const refusals = z.tuple([z.object({ refusal: z.nullable(z.literal(['person', 'unit'])) })])

/** Whose room is not enough, as `readRefusal` reads it; `hold` keeps the room until the transaction ends. */
export function selectRefusal(added: AddedUsage, hold: boolean): SQL {
  return sql`select portal_storage_refusal(${added.person}::bigint, ${added.unit}::bigint, ${hold}) as refusal`
}

/** Null when there is room. */
export function readRefusal(rows: unknown): 'person' | 'unit' | null {
  return z.parse(refusals, rows)[0].refusal
}

async function refuseOverQuota(tx: Tx, added: AddedUsage, hold: boolean): Promise<void> {
  const { rows } = await tx.execute(selectRefusal(added, hold))
  const refusal = readRefusal(rows)
  if (refusal !== null) throw new PortalError(refusal === 'person' ? 'storage.quota_person' : 'storage.quota_unit')
}

const usageRows = z.tuple([
  z.object({
    used: z.number(),
    quota: z.nullable(z.number()),
    unitUsed: z.number(),
    unitQuota: z.nullable(z.number()),
  }),
])

/** What the caller uses and may use; of their unit only administrators are told. */
export async function readUsage(_: unknown, { tx, session }: Call): Promise<ResponseOf<typeof storageUsage>> {
  const { rows } = await tx.execute(sql`
    select portal_person_storage(a.unit_id, a.user_id) as used, portal_person_quota(u, a.user_type) as quota,
      portal_unit_storage(a.unit_id) as "unitUsed", u.storage_quota as "unitQuota"
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id()`)
  const [found] = z.parse(usageRows, rows)
  return session.admin ? found : { ...found, unitUsed: null, unitQuota: null }
}

const isOwnUnit = eq(unit.unitId, sql`portal_unit_id()`)

/** What the transaction's unit and its people may use, and what they do. */
export async function readStorageSettings(tx: Tx): Promise<StorageSettings> {
  const [found] = await tx
    .select({
      quotas: {
        unit: unit.storageQuota,
        student: unit.studentQuota,
        teacher: unit.teacherQuota,
        parent: unit.parentQuota,
        staff: unit.staffQuota,
      },
      used: sql`portal_unit_storage(${unit.unitId})`.mapWith(Number),
      isSchool: sql<boolean>`${unit.unitType} = '2'`,
    })
    .from(unit)
    .where(isOwnUnit)
  if (!found) throw new PortalError('tenant.unknown_host')
  const { quotas, used, isSchool } = found
  const groups = await readGroups(tx)
  // An education office has no pupils, and a school will have parents some day.
  return { quotas, used, groups: groups.filter(({ people }) => isSchool || people > 0) }
}

/** Changes what the transaction's unit and its people may use. */
export async function saveStorageQuotas(tx: Tx, quotas: StorageQuotas): Promise<void> {
  const { unit: storageQuota, student, teacher, parent, staff } = quotas
  await tx
    .update(unit)
    .set({ storageQuota, studentQuota: student, teacherQuota: teacher, parentQuota: parent, staffQuota: staff })
    .where(isOwnUnit)
}

const groupRows = z.array(
  z.object({ user_type: z.literal([1, 2, 3, 4]), people: z.number(), used: z.number(), most: z.number() }),
)

async function readGroups(tx: Tx): Promise<GroupUse[]> {
  // Everybody at once, instead of `portal_person_storage` for each.
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
