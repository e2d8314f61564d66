import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  QUOTA_GROUPS,
  type GroupUse,
  type StorageQuotas,
  type StorageSettings,
} from '../../../contract/endpoints/storage-admin.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { unit } from '../../db/schema/identity.ts'

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
