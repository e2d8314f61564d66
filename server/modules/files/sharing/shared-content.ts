import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Folder, makePath } from '../../../../contract/endpoints/storage/files.ts'
import type * as shares from '../../../../contract/endpoints/storage/shares.ts'
import { SHARE_LIMITS, sharedEntry } from '../../../../contract/endpoints/storage/shares.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { accountName } from '../../../../contract/fields.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import { isRowId, type Tx } from '../../../db/database.ts'
import { isoText, queryOne, queryRows } from '../../../db/query.ts'
import { momentKey, momentOfKey, readCursor, writeCursor } from '../cursor.ts'
import { removeEntries, restoreEntries } from '../bin.ts'
import { makeFolder, makeFolderPath, renameEntry } from '../edit-entries.ts'
import { findEntry, findEntryAnywhere, ownerOf, type EntryKind } from '../entries.ts'
import { listFolder } from '../list.ts'
import { findPlaceOwner, onFilesOf, requireEdit, requireRight } from './shared-entries.ts'

const found = z.object({ entry: sharedEntry, sortKey: z.string(), total: z.nullable(z.number()) })
const cursorSchema = z.object({ at: z.string().check(z.regex(/^\d{1,20}$/)), id: z.string().check(z.refine(isRowId)) })

/** What is shared with the caller now, each thing once however many shares reach the caller. Throws 'request.invalid' for a foreign cursor. */
export async function listSharedWithMe(
  { after, size = SHARE_LIMITS.page }: ParsedRequestOf<typeof shares.sharedWithMe>,
  { tx, session }: Call,
): Promise<ResponseOf<typeof shares.sharedWithMe>> {
  const last = readCursor(cursorSchema, after)
  const behind = last
    ? sql`having (min(s.created_at), s.entry_id) < (${momentOfKey(last.at)}, ${last.id}::uuid)`
    : sql``
  // Names are read for the page alone. Without a join of all shares: where PostgreSQL has no statistics of them yet it expects a few, and would read all
  // shares again for each folder.
  const entries = await queryRows(tx, found)`
    with receivers as materialized (select portal_share_receivers(false) as to_see, portal_share_receivers(true) as to_edit),
    mine as materialized (
      select s.entry_id, s.file_id is null as is_folder, min(s.created_at) as since,
        bool_or(s.may_edit and s.receiver_id = any ((select r.to_edit from receivers r)::uuid[])) as edit,
        case when bool_or(s.until_on is null) then null else max(s.until_on) end as until
      from storage_share s
      where s.receiver_id = any ((select r.to_see from receivers r)::uuid[]) and s.owner_id <> ${session.userId}::uuid
        and (s.expires_at is null or s.expires_at > now())
      group by 1, 2 ${behind}),
    there as materialized (
      select m.* from mine m where case when m.is_folder
        then exists (select from storage_folder d where d.folder_id = m.entry_id and d.deleted_at is null)
        else exists (select from storage_file f where f.file_id = m.entry_id and f.deleted_at is null) end),
    page as (select * from there order by since desc, entry_id desc limit ${size + 1})
    select json_build_object('id', p.entry_id, 'kind', case when p.is_folder then 'folder' else 'file' end, 'name', e.name, 'size', e.size,
        'owner', json_build_object('realName', a.real_name, 'englishName', a.english_name), 'edit', p.edit, 'until', p.until,
        'since', ${isoText(sql`p.since`)}) as entry,
      ${momentKey(sql`p.since`)}::text as "sortKey", ${last ? sql`null::int` : sql`(select count(*)::int from there)`} as total
    from page p
      cross join lateral (
        select f.name, f.size, f.owner_id from storage_file f where f.file_id = p.entry_id
        union all
        select d.name, null, d.owner_id from storage_folder d where d.folder_id = p.entry_id) e
      join user_account a on a.user_id = e.owner_id
    order by p.since desc, p.entry_id desc`
  const page = entries.slice(0, size)
  const end = page.at(-1)
  return {
    entries: page.map(({ entry }) => entry),
    next: end && entries.length > size ? writeCursor({ at: end.sortKey, id: end.entry.id }) : null,
    total: last ? null : (end?.total ?? 0),
  }
}

/** A page of a folder that is shared with the caller. Throws 'files.folder_not_found', and 'request.invalid' as `listFolder`. */
export async function listSharedFolder(
  input: ParsedRequestOf<typeof shares.listShared>,
  call: Call,
): Promise<ResponseOf<typeof shares.listShared>> {
  const right = await requireRight(call.tx, 'folder', input.folderId)
  const listed = await listFolder(input, onFilesOf(call, right.ownerId))
  const owner = await queryOne(call.tx, accountName)`
    select real_name as "realName", english_name as "englishName" from user_account where user_id = ${right.ownerId}::uuid`
  return {
    ...listed,
    // What is above the shared folder is not shown.
    path: listed.path
      .slice(listed.path.findIndex(({ id }) => id === right.top))
      .map((folder) => (folder.id === right.top ? { ...folder, parentId: null } : folder)),
    owner,
    edit: right.edit,
    isTop: input.folderId === right.top,
  }
}

/** As `makeFolder`, in a shared folder; throws also 'share.read_only'. */
export async function makeSharedFolder(
  input: ParsedRequestOf<typeof shares.createSharedFolder>,
  call: Call,
): Promise<Folder> {
  const { ownerId } = await requireEdit(call.tx, 'folder', input.parentId)
  return makeFolder(input, onFilesOf(call, ownerId))
}

/** As `makeFolderPath`, also from a folder that is shared with the caller; throws also 'share.read_only'. */
export async function makePathAnywhere(input: ParsedRequestOf<typeof makePath>, call: Call): Promise<Folder> {
  const owner = await findPlaceOwner(call.tx, ownerOf(call), input.folderId ?? null)
  return makeFolderPath(input, onFilesOf(call, owner.userId))
}

/** As `renameEntry`; throws also 'share.read_only'. */
export async function renameSharedEntry(input: ParsedRequestOf<typeof shares.renameShared>, call: Call): Promise<void> {
  const { ownerId } = await requireEdit(call.tx, input.kind, input.id)
  await renameEntry(input, onFilesOf(call, ownerId))
}

/** As `removeEntries`; throws also 'share.read_only', and 'share.top' for what is shared itself. */
export async function removeSharedEntry(input: ParsedRequestOf<typeof shares.removeShared>, call: Call): Promise<void> {
  const ownerId = await requireEditAbove(call.tx, input.kind, input.id)
  await removeEntries({ entries: [input] }, onFilesOf(call, ownerId))
}

/** As `restoreEntries`, while the folder that it was in is there; throws also 'share.read_only' and 'share.top'. */
export async function restoreSharedEntry(
  input: ParsedRequestOf<typeof shares.restoreShared>,
  call: Call,
): Promise<void> {
  const { tx, session } = call
  const ownerId = await requireEditAbove(tx, input.kind, input.id)
  const owner = { unitId: session.unitId, userId: ownerId }
  // Without its folder it would come back at the owner's top, where the caller has no right.
  const { folderId } = await findEntryAnywhere(tx, owner, input.kind, input.id)
  if (folderId === null) throw new PortalError('files.folder_not_found')
  await findEntry(tx, owner, 'folder', folderId)
  await restoreEntries({ entries: [input] }, onFilesOf(call, ownerId))
}

async function requireEditAbove(tx: Tx, kind: EntryKind, id: string): Promise<string> {
  const { ownerId, editAbove } = await requireEdit(tx, kind, id)
  if (!editAbove) throw new PortalError('share.top')
  return ownerId
}
