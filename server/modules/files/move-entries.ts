import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type * as files from '../../../contract/endpoints/storage/files.ts'
import { FOLDER_DEPTH } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { ParsedRequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Call } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { storageFile, storageFolder } from '../../db/tables.generated.ts'
import { queryOne } from '../../db/query.ts'
import { chooseFolderName, findFile, findFolder, lockNames, ownerOf, type Owner } from './entries.ts'
import { readPath } from './edit-entries.ts'
import { chooseFileName } from './filing.ts'

/**
 * Moves files and folders into another folder, or to the top; with numbers where their names are taken. All or none. Throws 'files.not_found',
 * 'files.folder_not_found' (without a field: of the target), 'files.move_inside' and 'files.too_deep'.
 */
export async function moveEntries(
  { entries, ...to }: ParsedRequestOf<typeof files.move>,
  call: Call,
): Promise<ResponseOf<typeof files.move>> {
  const owner = ownerOf(call)
  const folderId = to.folderId ?? null
  await lockNames(call.tx, owner)
  const path = await readPath(call.tx, owner, folderId)
  const target: Target = { folderId, above: new Set(path.map(({ id }) => id)) }
  const moved = []
  for (const [index, { id, kind }] of entries.entries()) {
    const change = kind === 'file' ? moveFile : moveFolder
    const name = await change(call.tx, owner, id, target).catch((error: unknown) => {
      throw error instanceof PortalError ? ofEntry(index, error.code) : error
    })
    moved.push({ id, kind, name })
  }
  return { entries: moved }
}

interface Target {
  readonly folderId: string | null
  /** The target and the folders above it. */
  readonly above: ReadonlySet<string>
}

function ofEntry(index: number, code: ErrorCode): PortalError {
  return new PortalError(code, { fields: [{ field: `entries.${index}`, code }] })
}

async function moveFile(tx: Tx, owner: Owner, id: string, { folderId }: Target): Promise<string> {
  const file = await findFile(tx, owner, id)
  if (file.folderId === folderId) return file.name
  const name = await chooseFileName(tx, owner, { name: file.name, folderId })
  await tx.update(storageFile).set({ folderId, name }).where(eq(storageFile.fileId, file.fileId))
  return name
}

async function moveFolder(tx: Tx, owner: Owner, id: string, { folderId, above }: Target): Promise<string> {
  const folder = await findFolder(tx, owner, id)
  if (above.has(folder.folderId)) throw new PortalError('files.move_inside')
  if (folder.parentId === folderId) return folder.name
  if (above.size + (await heightOf(tx, owner, folder.folderId)) > FOLDER_DEPTH) throw new PortalError('files.too_deep')
  const name = await chooseFolderName(tx, owner, folder.name, folderId)
  await tx.update(storageFolder).set({ parentId: folderId, name }).where(eq(storageFolder.folderId, folder.folderId))
  return name
}

const heightRow = z.object({ height: z.number() })

/** The levels of a folder with all below it, 1 for one without folders. Those in the bin count, because they can be restored to their place. */
async function heightOf(tx: Tx, owner: Owner, folderId: string): Promise<number> {
  const found = await queryOne(tx, heightRow)`
    with recursive inside as (
      select ${folderId}::uuid as folder_id, 1 as level
      union all
      select f.folder_id, inside.level + 1 from storage_folder f join inside on f.parent_id = inside.folder_id
      where f.unit_id = ${owner.unitId} and f.owner_id = ${owner.userId}
    ) select max(level) as height from inside`
  return found.height
}
