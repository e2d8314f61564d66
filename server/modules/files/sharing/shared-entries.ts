import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Call, StreamCall } from '../../../http/call.ts'
import type { Tx } from '../../../db/database.ts'
import { asId, queryRows } from '../../../db/query.ts'
import type { Owner } from '../entries.ts'

const entryRight = z.object({
  ownerId: z.string(),
  isFolder: z.boolean(),
  edit: z.boolean(),
  /** By a folder above, so that the entry itself may be removed. */
  editAbove: z.boolean(),
  /** The uppermost entry that is shared with the caller. */
  top: z.string(),
})
export type EntryRight = z.infer<typeof entryRight>

const KINDS = { file: 'files.not_found', folder: 'files.folder_not_found' } as const
export type EntryKind = keyof typeof KINDS

/** What shares give the caller of another's entry; undefined for the caller's own, and for what is not shared with them. */
export async function findRight(tx: Tx, id: string): Promise<EntryRight | undefined> {
  const [found] = await queryRows(tx, entryRight)`
    select owner_id as "ownerId", is_folder as "isFolder", may_edit as edit, edit_above as "editAbove", top from portal_shared_entry(${asId(id)})`
  return found
}

/** As `findRight`; throws 'files.not_found' or 'files.folder_not_found' without any. */
export async function requireRight(tx: Tx, kind: EntryKind, id: string): Promise<EntryRight> {
  const right = await findRight(tx, id)
  if (!right || right.isFolder !== (kind === 'folder')) throw new PortalError(KINDS[kind])
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

/** Whose files a folder is in that the caller puts something into: the caller's, or another's by a share. Throws 'files.folder_not_found' and 'share.read_only'. */
export async function findPlaceOwner(tx: Tx, caller: Owner, folderId: string | null): Promise<Owner> {
  if (folderId === null) return caller
  const right = await findRight(tx, folderId)
  if (!right) return caller
  if (!right.isFolder) throw new PortalError('files.folder_not_found')
  if (!right.edit) throw new PortalError('share.read_only')
  return { unitId: caller.unitId, userId: right.ownerId }
}

/** Whose folder it is that the caller reads: the caller's, or another's by a share. Throws 'files.folder_not_found'. */
export async function requireFolderToRead(tx: Tx, caller: Owner, id: string): Promise<Owner> {
  const right = await findRight(tx, id)
  if (!right) return caller
  if (!right.isFolder) throw new PortalError('files.folder_not_found')
  return { unitId: caller.unitId, userId: right.ownerId }
}

/** The right to read a shared file, for downloads outside a transaction. */
export async function requireSharedFile(call: Pick<StreamCall, 'session'>, tx: Tx, id: string): Promise<Owner> {
  const { ownerId } = await requireRight(tx, 'file', id)
  return { unitId: call.session.unitId, userId: ownerId }
}
