import { createHash } from 'node:crypto'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SavingEndpoint } from '../../contract/endpoint.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { changedRecord, lastChange, VERSION_LENGTH } from '../../contract/record-version.ts'
import type { Tx } from '../db/database.ts'
import { isoText, queryRows } from '../db/query.ts'
import { adminEvent } from '../db/tables.generated.ts'
import type { AdminTarget } from './admin-events.ts'

/**
 * The version of a record: a digest of the fields that a save writes, so that it follows every writer, and two states without a difference are the same.
 * A field that is not shown, such as a sealed secret, may be among them, but nothing that could be guessed from the digest.
 */
export function versionOf(fields: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)) ?? '')
    .digest('base64url')
    .slice(0, VERSION_LENGTH)
}

/** `fields` with their version. */
export function withVersion<Fields extends object>(fields: Fields): Fields & { version: string } {
  return { ...fields, version: versionOf(fields) }
}

/** With the names of objects in one order, since the order in which they were written says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]))
}

/**
 * Throws 'record.changed' when the record is another than the caller knows, with the record as it is now. `current` was read in this transaction, after
 * the record was locked (its rows, or `lockUntilEnd` where it has none or several): two simultaneous saves from one version cannot both get past this. `target`: what the trail calls it; without it the last change is
 * one by `actions`, or by the endpoint itself.
 */
export async function requireVersion<Saved extends z.core.$ZodType<{ version: string }>>(
  tx: Tx,
  endpoint: SavingEndpoint<Saved>,
  {
    known,
    current,
    target,
    actions = [endpoint],
  }: {
    known: string | null
    current: NoInfer<z.core.output<Saved>>
    target?: AdminTarget
    actions?: readonly { readonly name: string }[]
  },
): Promise<void> {
  if (current.version === known) return
  const isChange = target
    ? and(eq(adminEvent.targetKind, target.kind), eq(adminEvent.targetId, target.id))
    : inArray(
        adminEvent.action,
        actions.map(({ name }) => name),
      )
  const data: unknown = { current, last: await readLastChange(tx, isChange) }
  throw new PortalError('record.changed', { data: z.parse(changedRecord(endpoint.saves), data) })
}

/**
 * The record before settings of the unit are saved, which may have no row yet; other saves of them wait until the transaction's end. Throws 'record.changed' when it
 * is another than the caller knows.
 */
export async function beginSettings<Saved extends z.core.$ZodType<{ version: string }>>(
  tx: Tx,
  endpoint: SavingEndpoint<Saved>,
  known: string | null,
  read: () => Promise<NoInfer<z.core.output<Saved>>>,
): Promise<z.core.output<Saved>> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${endpoint.name} || portal_unit_id()::text, 0))`)
  const current = await read()
  await requireVersion(tx, endpoint, { known, current })
  return current
}

async function readLastChange(tx: Tx, isChange: SQL | undefined) {
  const [last] = await queryRows(tx, lastChange)`
    select ${isoText(sql`admin_event.at`)} as at,
      case when a.user_id is not null then json_build_object('realName', a.real_name, 'englishName', a.english_name) end as by
    from admin_event left join user_account a on a.user_id = admin_event.actor_id
    where admin_event.kind = 'changed' and ${isChange} order by admin_event.at desc limit 1`
  return last ?? null
}
