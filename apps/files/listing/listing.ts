import type * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'

/** The loaded pages of a folder, and the folders above it. */
export type Listing = ResponseOf<typeof filesEndpoints.list>

export interface Page extends Listing {
  /** How many entries this visit had added when the page was requested: the server may not have known of later ones. */
  readonly addedBefore: number
}

/** A folder or a file. */
export type Item = Folder | StoredFile

/** Joins the pages of a folder and what was added to it since the first was requested. Nothing is listed twice. */
export function joinPages(pages: readonly Page[], added: readonly Item[]): Listing | undefined {
  const [first] = pages
  if (!first) return undefined
  // What was moved is in it again, with its new folder.
  const later = unique(added.slice(first.addedBefore))
  const folders = later.filter((item) => 'parentId' in item).filter(({ parentId }) => parentId === first.folderId)
  const files = later.filter((item) => 'folderId' in item).filter(({ folderId }) => folderId === first.folderId)
  const moreFiles = without(files, first.files)
  const { totals } = first
  return {
    ...first,
    folders: unique([...pages.flatMap((page) => page.folders), ...folders]),
    files: unique([...pages.flatMap((page) => page.files), ...files]),
    next: pages.at(-1)?.next ?? null,
    totals: totals && {
      folders: totals.folders + without(folders, first.folders).length,
      files: totals.files + moreFiles.length,
      bytes: totals.bytes + sumOf(moreFiles),
    },
  }
}

function unique<T extends Item>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

function without<T extends Item>(items: readonly T[], known: readonly Item[]): T[] {
  const ids = new Set(known.map(({ id }) => id))
  return items.filter(({ id }) => !ids.has(id))
}

/** The numbers of a whole folder; `bytes` is the size of its files. */
export interface Totals {
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** The numbers of the whole folder: counted when all pages are loaded, else the server's of the first page with the changes made here since. */
export function totalsOf(
  listing: Items & Pick<Listing, 'next' | 'totals'>,
  removed: Readonly<Record<string, unknown>>,
): Totals {
  const { folders, files, totals } = withoutItems(listing, new Set(Object.keys(removed)))
  if (listing.next !== null && totals) return totals
  return { folders: folders.length, files: files.length, bytes: sumOf(files) }
}

function sumOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

interface Items {
  readonly folders: readonly Folder[]
  readonly files: readonly StoredFile[]
}

/** Renames an item of a list. */
export function renamed<T extends Item>(items: readonly T[], id: string, name: string): T[] {
  return items.map((item) => (item.id === id ? { ...item, name } : item))
}

/** A page without these entries; its totals are those of the folder without them. */
export function withoutItems<T extends Items & Pick<Listing, 'totals'>>(page: T, ids: ReadonlySet<string>): T {
  const stays = ({ id }: Item) => !ids.has(id)
  const [folders, files] = [page.folders.filter(stays), page.files.filter(stays)]
  const { totals } = page
  return {
    ...page,
    folders,
    files,
    totals: totals && {
      folders: totals.folders - (page.folders.length - folders.length),
      files: totals.files - (page.files.length - files.length),
      bytes: totals.bytes - (sumOf(page.files) - sumOf(files)),
    },
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
export function withoutRemoved(listing: Items, removed: Readonly<Record<string, unknown>>): Items {
  return withoutItems({ ...listing, totals: null }, new Set(Object.keys(removed)))
}

/** The folders from the top to a folder; before its own first page has arrived, from the pages of its neighbours. */
export function knownPath(
  pages: readonly Pick<Listing, 'folderId' | 'path' | 'folders'>[],
  folderId: string | null,
): readonly Folder[] {
  if (folderId === null) return []
  const own = pages.find((page) => page.folderId === folderId)
  if (own) return own.path
  for (const { path, folders } of pages) {
    const above = path.findIndex((folder) => folder.id === folderId)
    if (above >= 0) return path.slice(0, above + 1)
    const child = folders.find((folder) => folder.id === folderId)
    if (child) return [...path, child]
  }
  return []
}
