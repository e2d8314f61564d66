import type { Folder, list } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'

/** The loaded pages of a folder, and the folders above it. */
export type Listing = ResponseOf<typeof list>

/** The number of loaded entries. */
export function countEntries({ folders, files }: Pick<Listing, 'folders' | 'files'>): number {
  return folders.length + files.length
}

/** Appends the next page. Entries that are listed already, such as new uploads, are replaced. */
export function withPage(listing: Listing, { folders, files, next }: Listing): Listing {
  return { ...listing, folders: upsert(listing.folders, folders), files: upsert(listing.files, files), next }
}

/** The numbers of a whole folder; `bytes` is the size of its files. */
export interface Totals {
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** The numbers of the whole folder: counted when all pages are loaded, else the server's of the first page with the changes made here since. */
export function totalsOf(
  listing: Pick<Listing, 'next' | 'totals'> & {
    readonly folders: readonly Folder[]
    readonly files: readonly StoredFile[]
  },
  removed: Readonly<Record<string, unknown>>,
): Totals {
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

/** Replaces items that equal those of `before` by the same objects, so that their rows are not drawn again. */
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

/** Adds files; one of the same id is replaced. */
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

/** Adds a folder; one of the same id is replaced. */
export function withFolder(listing: Listing, folder: Folder): Listing {
  const { totals } = listing
  const more = listing.folders.some(({ id }) => id === folder.id) ? 0 : 1
  return {
    ...listing,
    folders: upsert(listing.folders, [folder]),
    totals: totals && { ...totals, folders: totals.folders + more },
  }
}

/** Renames an entry of the listing, or a folder above it. */
export function withEntryRenamed(listing: Listing, id: string, name: string): Listing {
  const renamed = <T extends { id: string; name: string }>(item: T): T => (item.id === id ? { ...item, name } : item)
  return {
    ...listing,
    path: listing.path.map(renamed),
    folders: listing.folders.map(renamed),
    files: listing.files.map(renamed),
  }
}

/** The highlight is an animation, which is drawn in every frame: more new entries than this are not highlighted at all. */
const MAX_HIGHLIGHTED = 30
const NONE: Readonly<Record<string, true>> = {}

/** Whether there are too many new entries to highlight them. */
export function isCrowded(fresh: Readonly<Record<string, true>>): boolean {
  return Object.keys(fresh).length > MAX_HIGHLIGHTED
}

/** The new entries to highlight. */
export function highlighted(fresh: Readonly<Record<string, true>>): Readonly<Record<string, true>> {
  return isCrowded(fresh) ? NONE : fresh
}

/** Leaves out the removed entries. */
export function withoutRemoved(
  listing: { readonly folders: readonly Folder[]; readonly files: readonly StoredFile[] },
  removed: Readonly<Record<string, unknown>>,
): { folders: readonly Folder[]; files: readonly StoredFile[] } {
  const stays = ({ id }: { id: string }) => !Object.hasOwn(removed, id)
  return { folders: listing.folders.filter(stays), files: listing.files.filter(stays) }
}

/** The folders from the top to a folder; before its own listing has arrived, from the listings of its neighbours. */
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
