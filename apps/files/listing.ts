import type { Folder, list } from '../../contract/calls/files.ts'
import type { StoredFile } from '../../contract/calls/storage.ts'
import type { AnswerOf } from '../../contract/row.ts'

/** A folder's content and the way to it, as the server tells it. */
export type Listing = AnswerOf<typeof list>

function upsert<T extends { id: string }>(list: readonly T[], items: readonly T[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return [...list.filter(({ id }) => !byId.has(id)), ...byId.values()]
}

/** The listing, in which everything that is as it was before is the same object: rows of what has not changed are not drawn again. */
export function withKnown(listing: Listing, before: Listing | undefined): Listing {
  if (!before) return listing
  return { ...listing, folders: reuse(listing.folders, before.folders), files: reuse(listing.files, before.files) }
}

function reuse<T extends Folder | StoredFile>(items: readonly T[], before: readonly T[]): T[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return items.map((item) => {
    const old = known.get(item.id)
    return old && JSON.stringify(old) === JSON.stringify(item) ? old : item
  })
}

/** The listing with files in it; one of the same id is replaced. */
export function withFiles(listing: Listing, files: readonly StoredFile[]): Listing {
  return { ...listing, files: upsert(listing.files, files) }
}

/** The listing with a folder in it; one of the same id is replaced. */
export function withFolder(listing: Listing, folder: Folder): Listing {
  return { ...listing, folders: upsert(listing.folders, [folder]) }
}

/** The listing after something got another name, be it a row of it or a folder on the way to it. */
export function withEntryRenamed(listing: Listing, id: string, name: string): Listing {
  const renamed = <T extends { id: string; name: string }>(item: T): T => (item.id === id ? { ...item, name } : item)
  return {
    ...listing,
    path: listing.path.map(renamed),
    folders: listing.folders.map(renamed),
    files: listing.files.map(renamed),
  }
}

/** An entry that lights up is drawn anew in every frame: of more than so many none does, and among so many nobody would find one. */
const MOST_POINTED_OUT = 30
const NONE: Readonly<Record<string, true>> = {}

/** Whether so many entries have just arrived that none is pointed out. */
export function isCrowded(fresh: Readonly<Record<string, true>>): boolean {
  return Object.keys(fresh).length > MOST_POINTED_OUT
}

/** Those of the entries that have just arrived which the list points out. */
export function pointedOut(fresh: Readonly<Record<string, true>>): Readonly<Record<string, true>> {
  return isCrowded(fresh) ? NONE : fresh
}

/** The listing without the entries that were taken off it. */
export function withoutRemoved(
  listing: { readonly folders: readonly Folder[]; readonly files: readonly StoredFile[] },
  removed: Readonly<Record<string, unknown>>,
): { folders: readonly Folder[]; files: readonly StoredFile[] } {
  const stays = ({ id }: { id: string }) => !Object.hasOwn(removed, id)
  return { folders: listing.folders.filter(stays), files: listing.files.filter(stays) }
}

/** The way from the top to a folder as far as it is known before its own listing has arrived: from the listings of folders around it. */
export function knownPath(
  listings: Readonly<Record<string, { readonly path: readonly Folder[]; readonly folders: readonly Folder[] }>>,
  folderId: string | null,
): readonly Folder[] {
  if (folderId === null) return []
  const own = listings[folderId]
  if (own) return own.path
  for (const { path, folders } of Object.values(listings)) {
    const above = path.findIndex((folder) => folder.id === folderId)
    if (above >= 0) return path.slice(0, above + 1)
    const child = folders.find((folder) => folder.id === folderId)
    if (child) return [...path, child]
  }
  return []
}
