import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryRows } from '../../../db/query.ts'
import { TABLES, type EntryKind, type Owner } from '../entries.ts'

const entryRight = z.object({
  ownerId: z.string(),
  isFolder: z.boolean(),
  edit: z.boolean(),
  /** By a folder above, so that the entry itself may be removed. */
  editAbove: z.boolean(),
  /** The uppermost entry that is shared with the caller. */
  top: z.string(),
})
type EntryRight = z.infer<typeof entryRight>

/** What shares give the caller of another's entry; undefined for the caller's own, and for what is not shared with them. */
export async function findRight(tx: Tx, id: string): Promise<EntryRight | undefined> {
  const [found] = await queryRows(tx, entryRight)`
    select owner_id as "ownerId", is_folder as "isFolder", may_edit as edit, edit_above as "editAbove", top from portal_shared_entry(${asId(id)})`
  return found
}

/** As `findRight`; throws 'files.not_found' or 'files.folder_not_found' without any. */
export async function requireRight(tx: Tx, kind: EntryKind, id: string): Promise<EntryRight> {
  const right = await findRight(tx, id)
  if (!right || right.isFolder !== (kind === 'folder')) throw new PortalError(TABLES[kind].missing)
  return right
}

/** As `requireRight`; throws also 'share.read_only'. */
export async function requireEdit(tx: Tx, kind: EntryKind, id: string): Promise<EntryRight> {
  const right = await requireRight(tx, kind, id)
  if (!right.edit) throw new PortalError('share.read_only')
  return right
}

/** The call on the files of another person; the transaction stays the caller's. The caller of this has checked the right. */
export function onFilesOf<C extends Pick<Call, 'session'>>(call: C, ownerId: string): C {
  return { ...call, session: { ...call.session, userId: ownerId } }
}

/**
 * Whose entry it is: the caller's, who may not have it at all, or another's who shares it with the caller, to read or to edit. Throws 'files.not_found' or
 * 'files.folder_not_found' where it is shared and of the other kind, and 'share.read_only'.
 */
export async function findOwner(
  tx: Tx,
  caller: Owner,
  kind: EntryKind,
  id: string,
  purpose: 'read' | 'edit',
): Promise<Owner> {
  const right = await findRight(tx, id)
  if (!right) return caller
  if (right.isFolder !== (kind === 'folder')) throw new PortalError(TABLES[kind].missing)
  if (purpose === 'edit' && !right.edit) throw new PortalError('share.read_only')
  return { unitId: caller.unitId, userId: right.ownerId }
}

/** Whose folder it is that the caller puts something into, for null the caller's top. Throws 'files.folder_not_found' and 'share.read_only'. */
export async function findPlaceOwner(tx: Tx, caller: Owner, folderId: string | null): Promise<Owner> {
  return folderId === null ? caller : findOwner(tx, caller, 'folder', folderId, 'edit')
}
