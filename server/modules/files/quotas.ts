import { sql, type SQL, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import { withVersion } from '../../http/record-version.ts'
import type { Tx } from '../../db/database.ts'
import { classEnglishName, className } from '../units/class-names.ts'
import {
  QUOTA_GROUPS,
  classUse,
  type ClassUse,
  groupUse,
  type GroupUse,
  type saveClassQuota,
  type StorageQuotas,
  type StorageSettings,
} from '../../../contract/endpoints/storage/storage-admin.ts'
import { unit } from '../../db/tables.generated.ts'
import { asId, queryOne, queryRows, queryValues } from '../../db/query.ts'
import { heldPermissions } from '../auth/held-permissions.ts'
import type { Owner } from './entries.ts'

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

/** As `reserveQuota`, of the owner of what a caller writes. `added` null: an upload of the caller's, which the same transaction drops, releases as much. */
export async function reserveFor(
  tx: Tx,
  caller: Owner,
  owner: Owner,
  size: number,
  added: AddedUsage | null,
): Promise<void> {
  if (owner.userId !== caller.userId) {
    await reserveQuota(tx, { person: size, unit: added?.unit ?? 0 }, owner.userId)
  } else if (added) await reserveQuota(tx, added)
}

const refusals = z.tuple([z.object({ refusal: z.nullable(z.literal(['person', 'unit'])) })])

/** Which quota does not suffice, for `readRefusal`; `hold` reserves the bytes until the transaction ends. */
export function selectRefusal({ person, unit: ofUnit }: AddedUsage, hold: boolean, ownerId?: string): SQL {
  const owner = ownerId === undefined ? sql`portal_user_id()` : sql`${ownerId}::uuid`
  return sql`select portal_storage_refusal(${person}::bigint, ${ofUnit}::bigint, ${hold}, ${owner}) as refusal`
}

export function readRefusal(rows: unknown): 'person' | 'unit' | null {
  return z.parse(refusals, rows)[0].refusal
}

async function refuseOverQuota(tx: Tx, added: AddedUsage, hold: boolean, ownerId?: string): Promise<void> {
  const { rows } = await tx.execute(selectRefusal(added, hold, ownerId))
  const refusal = readRefusal(rows)
  if (refusal === 'unit') throw new PortalError('storage.quota_unit')
  if (refusal) throw new PortalError(ownerId === undefined ? 'storage.quota_person' : 'storage.quota_owner')
}

/** The caller's usage and quota; the unit's for administrators only. */
export async function readUsage(_: unknown, { tx, session }: Call): Promise<ResponseOf<typeof storageUsage>> {
  const found = await queryOne(tx, storageUsage.response)`
    select portal_person_storage(a.unit_id, a.user_id) as used, portal_person_quota(u, a.user_type) as quota,
      (select coalesce(sum(f.size), 0)::bigint from storage_file f
        where f.unit_id = a.unit_id and f.owner_id = a.user_id and f.deleted_at is not null)
        + (select coalesce(sum(v.size), 0)::bigint from storage_file_version v join storage_file f using (file_id)
          where v.unit_id = a.unit_id and v.owner_id = a.user_id and f.deleted_at is not null) as bin,
      portal_unit_storage(a.unit_id) as "unitUsed", least(u.storage_quota, u.storage_limit) as "unitQuota"
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id()`
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
  classes: unit.classQuota,
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
  const { quotas, isSchool, ...figures } = found
  // An education office has no pupils, and a school will have parents some day.
  const groups = (await readGroups(tx)).filter(({ people }) => isSchool || people > 0)
  return { ...figures, quotas: withVersion(quotas), groups, classes: await readClasses(tx) }
}

/** Changes the quotas of the transaction's unit and its users. Returns those before. */
export async function saveStorageQuotas(tx: Tx, quotas: StorageQuotas): Promise<StorageQuotas> {
  const [before] = await tx.select(QUOTAS).from(unit).where(isOwnUnit).for('update')
  if (!before) throw new PortalError('tenant.unknown_host')
  await tx.execute(sql`
    update unit set storage_quota = ${quotas.unit}, student_quota = ${quotas.student}, teacher_quota = ${quotas.teacher},
      parent_quota = ${quotas.parent}, staff_quota = ${quotas.staff}, class_quota = ${quotas.classes}
    where unit_id = portal_unit_id()`)
  return before
}

/** Sets the figure of one open class. Returns the one before. Throws 'roster.class_gone'. */
export async function saveQuotaOfClass(
  tx: Tx,
  { classId, quota }: ParsedRequestOf<typeof saveClassQuota>,
): Promise<number | null> {
  const [before] = await queryValues(tx, z.nullable(z.number()))`
    update class_group c set storage_quota = ${quota}
    from (select k.class_id, k.storage_quota as before from class_group k where k.class_id = ${asId(classId)} for update) old
    where c.class_id = old.class_id and c.closed_on is null returning old.before`
  if (before === undefined) throw new PortalError('roster.class_gone')
  return before
}

function readClasses(tx: Tx): Promise<ClassUse[]> {
  return queryRows(tx, classUse)`
    select c.class_id as "classId", ${className} as name, ${classEnglishName} as "englishName", portal_class_storage(c.class_id) as used, c.storage_quota as quota
    from class_group c join grade g using (grade_id) where c.closed_on is null order by g.position, c.position, c.name`
}

function readGroups(tx: Tx): Promise<GroupUse[]> {
  // All users at once, instead of `portal_person_storage` for each.
  return queryRows(tx, groupUse)`
    with used as (
      select owner_id, sum(size) as bytes from (
        select owner_id, size from storage_file where unit_id = portal_unit_id()
        union all
        select owner_id, size from storage_file_version where unit_id = portal_unit_id()
        union all
        select owner_id, size from storage_upload where unit_id = portal_unit_id()) each_file
      group by owner_id)
    select g.name as "group", count(a.user_id) as people, coalesce(sum(u.bytes), 0)::bigint as used, coalesce(max(u.bytes), 0)::bigint as most
    from unnest(${sql.param(QUOTA_GROUPS)}::text[]) with ordinality g (name, user_type)
      left join user_account a on a.unit_id = portal_unit_id() and a.user_type = g.user_type left join used u on u.owner_id = a.user_id
    group by g.name, g.user_type order by g.user_type`
}
