import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  SHARE_LIMITS,
  receiverKinds,
  share,
  type saveShare,
  type Share,
  type sharesOf,
  type ShareReceiver,
  type withdrawShare,
} from '../../../../contract/endpoints/storage/shares.ts'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import { type Database, isRowId, type Tx } from '../../../db/database.ts'
import { asId, isoText, queryRows, queryValue, queryValues } from '../../../db/query.ts'
import { storageShare } from '../../../db/tables.generated.ts'
import { cleanUp } from '../../../jobs/clean-up.ts'
import { unitTimeZone } from '../../units/unit-time-zone.ts'
import { findEntry, lockNames, ownerOf, TABLES } from '../entries.ts'
import type { SendMessage } from '../send-message.ts'
import { readReceivers, receiverColumn } from './receivers.ts'
import { tellReceiver } from './tell-receiver.ts'

const shareRow = z.extend(z.omit(share, { to: true }), { kind: z.literal(receiverKinds), receiver: z.string() })

/** The shares of an entry of the caller's, the earliest first. Throws 'files.not_found' or 'files.folder_not_found'. */
export async function listShares({ id, kind }: ParsedRequestOf<typeof sharesOf>, call: Call): Promise<Share[]> {
  await findEntry(call.tx, ownerOf(call), kind, id)
  return readShares(call.tx, id)
}

/**
 * Shares an entry of the caller's, of which the receiver gets a message, or changes its share with the same receiver. Returns all shares of the entry. Throws 'files.not_found', 'files.folder_not_found',
 * 'share.receiver', 'share.past' and 'share.too_many'.
 */
export async function saveShareOf(
  send: SendMessage,
  { id, kind, to, edit, until, tell = true }: ParsedRequestOf<typeof saveShare>,
  call: Call,
): Promise<Share[]> {
  const { tx } = call
  const owner = ownerOf(call)
  // Serialises changes, so that a receiver has one share of the entry.
  await lockNames(tx, owner)
  const { name } = await findEntry(tx, owner, kind, id)
  await requireReceiver(tx, to, owner.userId)
  const end = sql`(${until}::date + 1)::timestamp at time zone ${unitTimeZone}`
  const future = await queryValue(tx, z.boolean())`select ${until}::date is null or ${end} > now()`
  if (!future) throw new PortalError('share.past')
  const { rowCount: changed } = await tx.execute(sql`
    update storage_share set may_edit = ${edit}, until_on = ${until}::date, expires_at = ${end}
    where entry_id = ${id}::uuid and owner_id = ${owner.userId}::uuid and receiver_id = ${to.id}::uuid`)
  if (!changed) {
    const shares = await queryValue(tx, z.number())`select count(*) from storage_share where entry_id = ${id}::uuid`
    if (shares >= SHARE_LIMITS.receivers) throw new PortalError('share.too_many')
    await tx.execute(sql`
      insert into storage_share (unit_id, owner_id, ${TABLES[kind].key}, ${receiverColumn(to.kind)}, may_edit, until_on, expires_at)
      values (${owner.unitId}, ${owner.userId}, ${id}::uuid, ${to.id}::uuid, ${edit}, ${until}::date, ${end})`)
    if (tell) await tellReceiver(send, { id, kind, name, to, edit }, call)
  }
  return readShares(tx, id)
}

/** Ends a share of the caller's at once. Throws 'share.gone'. */
export async function withdraw({ id }: ParsedRequestOf<typeof withdrawShare>, { tx, session }: Call): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`delete from storage_share where share_id = ${asId(id)} and owner_id = ${session.userId}::uuid`,
  )
  if (!rowCount) throw new PortalError('share.gone')
}

/** Deletes what has expired some days ago; until then its owner sees that it did. */
export const forgetExpiredShares = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: storageShare, where: sql`expires_at < now() - interval '7 days'` }], signal)

/** The entries of a folder of the caller's that are shared now. */
export async function listMarks(folderId: string | null, { tx, session }: Call): Promise<{ ids: string[] }> {
  if (folderId !== null && !isRowId(folderId)) throw new PortalError('files.folder_not_found')
  const ids = await queryValues(tx, z.string())`
    select distinct s.entry_id from storage_share s
    left join storage_file f on f.file_id = s.file_id left join storage_folder d on d.folder_id = s.folder_id
    where s.unit_id = ${session.unitId} and s.owner_id = ${session.userId} and (s.expires_at is null or s.expires_at > now())
      and coalesce(f.folder_id, d.parent_id) is not distinct from ${folderId}::uuid
    limit ${SHARE_LIMITS.marks}`
  return { ids }
}

/** Throws 'share.receiver'. The database refuses the same; this names it. */
async function requireReceiver(
  tx: Tx,
  { kind, id }: { kind: ShareReceiver['kind']; id: string },
  self: string,
): Promise<void> {
  const [there] = await readReceivers(tx, kind, [id])
  const allowed = await queryValue(tx, z.boolean())`
    select portal_may_share_with(${there?.kind === 'person' ? there.id : null}::uuid)`
  if (!there || id === self || !allowed) throw new PortalError('share.receiver')
}

async function readShares(tx: Tx, entryId: string): Promise<Share[]> {
  const found = await queryRows(tx, shareRow)`
    select s.share_id as id, s.receiver_id as receiver, s.may_edit as edit, s.until_on::text as until,
      case when s.user_id is not null then 'person' when s.class_id is not null then 'class' when s.grade_id is not null then 'grade'
        when s.department_id is not null then 'department' else 'role' end as kind,
      ${isoText(sql`s.created_at`)} as "createdAt"
    from storage_share s where s.entry_id = ${entryId}::uuid and s.owner_id = portal_user_id() order by s.created_at, s.share_id`
  const receivers = new Map<string, ShareReceiver>()
  for (const kind of receiverKinds) {
    const ids = found.filter((one) => one.kind === kind).map(({ receiver }) => receiver)
    for (const one of await readReceivers(tx, kind, ids)) receivers.set(one.id, one)
  }
  return found.flatMap(({ id, receiver, edit, until, createdAt }) => {
    const to = receivers.get(receiver)
    // A closed class reaches no people, and is not shown.
    return to ? [{ id, to, edit, until, createdAt }] : []
  })
}
