import type { Folder, list } from '../../contract/endpoints/files.ts'
import type { StoredFile } from '../../contract/endpoints/storage.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'

/** A folder's content as far as it has come, and the way to it: the first page as the server tells it, and the later ones put to it. */
export type Listing = ResponseOf<typeof list>

/** How many entries of a folder have come. */
export function countEntries({ folders, files }: Pick<Listing, 'folders' | 'files'>): number {
  return folders.length + files.length
}

/** The listing with its next page, of which something may have come by another way already. */
export function withPage(listing: Listing, { folders, files, next }: Listing): Listing {
  return { ...listing, folders: upsert(listing.folders, folders), files: upsert(listing.files, files), next }
}

/**
 * What a whole folder holds, `bytes` in its files: counted where all of it has come, else what the server said with the first page, and what has changed here
 * since then.
 */
export function totalsOf(
  listing: Pick<Listing, 'next' | 'totals'> & {
    readonly folders: readonly Folder[]
    readonly files: readonly StoredFile[]
  },
  removed: Readonly<Record<string, unknown>>,
): { folders: number; files: number; bytes: number } {
  const { totals, next } = listing
  const left = withoutRemoved(listing, removed)
  if (next === null || !totals) {
    return { folders: left.folders.length, files: left.files.length, bytes: sumOf(left.files) }
  }
  return {
    folders: totals.folders - (listing.folders.length - left.folders.length),
    files: totals.files - (listing.files.length - left.files.length),
    bytes: totals.bytes - (sumOf(listing.files) - sumOf(left.files)),
  }
}

function sumOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

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
  const known = new Set(listing.files.map(({ id }) => id))
  const more = files.filter(({ id }) => !known.has(id))
  const { totals } = listing
  return {
    ...listing,
    files: upsert(listing.files, files),
    totals: totals && { ...totals, files: totals.files + more.length, bytes: totals.bytes + sumOf(more) },
  }
}

/** The listing with a folder in it; one of the same id is replaced. */
export function withFolder(listing: Listing, folder: Folder): Listing {
  const { totals } = listing
  const more = listing.folders.some(({ id }) => id === folder.id) ? 0 : 1
  return {
    ...listing,
    folders: upsert(listing.folders, [folder]),
    totals: totals && { ...totals, folders: totals.folders + more },
  }
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
