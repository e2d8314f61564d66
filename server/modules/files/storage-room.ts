import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { room } from '../../../contract/endpoints/storage.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'

/** Bytes that would be used in addition: of what the person may use, and of what their unit may. */
export interface MoreBytes {
  readonly person: number
  readonly unit: number
}

/** What a file costs whose bytes its owner does not have. Whether others have them makes no difference, or a refusal would tell. */
export function newBytes(size: number): MoreBytes {
  return { person: size, unit: size }
}

/** What another file of bytes costs that its owner has already: the unit keeps them once. */
export function sameBytes(size: number): MoreBytes {
  return { person: size, unit: 0 }
}

/**
 * Throws 'storage.quota_person' or 'storage.quota_unit' unless the transaction's person has this much room now. Others may take it the next moment: it
 * spares people the sending of what would be refused afterwards.
 */
export async function checkRoom(tx: Tx, more: MoreBytes): Promise<void> {
  await refuseWithout(tx, more, false)
}

/**
 * The same, and nobody else gets this room until the transaction ends. To be asked right before the rows are written that use it, or after them with
 * nothing more, and with nothing else to wait for behind it.
 */
export async function takeRoom(tx: Tx, more: MoreBytes): Promise<void> {
  await refuseWithout(tx, more, true)
}

const refusals = z.tuple([z.object({ refusal: z.nullable(z.literal(['person', 'unit'])) })])

/** Whose room is not enough, as `readRefusal` reads it; `hold` keeps the room until the transaction ends. */
export function selectRefusal({ person, unit }: MoreBytes, hold: boolean): SQL {
  return sql`select portal_storage_refusal(${person}::bigint, ${unit}::bigint, ${hold}) as refusal`
}

/** Null when there is room. */
export function readRefusal(rows: unknown): 'person' | 'unit' | null {
  return z.parse(refusals, rows)[0].refusal
}

async function refuseWithout(tx: Tx, more: MoreBytes, hold: boolean): Promise<void> {
  const { rows } = await tx.execute(selectRefusal(more, hold))
  const refusal = readRefusal(rows)
  if (refusal !== null) throw new PortalError(refusal === 'person' ? 'storage.quota_person' : 'storage.quota_unit')
}

const rooms = z.tuple([
  z.object({
    used: z.number(),
    quota: z.nullable(z.number()),
    unitUsed: z.number(),
    unitQuota: z.nullable(z.number()),
  }),
])

/** What the caller uses and may use; of their unit only administrators are told. */
export async function readRoom(_: unknown, { tx, session }: Call): Promise<ResponseOf<typeof room>> {
  const { rows } = await tx.execute(sql`
    select portal_person_storage(a.unit_id, a.user_id) as used, portal_person_quota(u, a.user_type) as quota,
      portal_unit_storage(a.unit_id) as "unitUsed", u.storage_quota as "unitQuota"
    from user_account a join unit u on u.unit_id = a.unit_id
    where a.user_id = portal_user_id()`)
  const [found] = z.parse(rooms, rows)
  return session.admin ? found : { ...found, unitUsed: null, unitQuota: null }
}
