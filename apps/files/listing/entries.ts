import type { Folder } from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Language } from '../../../contract/envelope.ts'

/** A folder or file in the list. */
export interface Entry {
  readonly kind: 'file' | 'folder'
  readonly id: string
  readonly name: string
  /** Bytes; null for a folder. */
  readonly size: number | null
  readonly changedAt: string
  /** A folder that uploads are about to make. */
  readonly arriving?: true
}

export interface Sort {
  readonly by: 'name' | 'size' | 'date'
  readonly descending: boolean
}

/** Sorts a folder: folders first, equal entries by name, numbers in names by value. */
export type EntrySorter = (
  listing: { folders: readonly Folder[]; files: readonly StoredFile[] },
  sort: Sort,
  language: Language,
) => readonly Entry[]

/** Creates a sorter that keeps its last result, so that a growing list of thousands costs comparisons for the new entries only. */
export function createEntrySorter(): EntrySorter {
  let sorted: { readonly by: string; folders: readonly Entry[]; files: readonly Entry[] } | undefined
  let known = new Map<string, Entry>()
  return (listing, sort, language) => {
    const by = JSON.stringify([sort, language])
    const before = sorted?.by === by ? sorted : undefined
    const compare = comparing(sort, language)
    const folders = listing.folders.map((folder) => entryOf('folder', folder, known))
    const files = listing.files.map((file) => entryOf('file', file, known))
    known = new Map([...folders, ...files].map((entry) => [entry.id, entry]))
    sorted = {
      by,
      folders: sortAgain(before?.folders ?? [], folders, compare),
      files: sortAgain(before?.files ?? [], files, compare),
    }
    return [...sorted.folders, ...sorted.files]
  }
}

type Compare = (a: Entry, b: Entry) => number

function comparing(sort: Sort, language: Language): Compare {
  const collator = collatorOf(language)
  // The server's order, which decides the pages of a long list.
  const byName = (a: Entry, b: Entry) =>
    collator.compare(a.name, b.name) || compareText(a.name, b.name) || compareText(a.id, b.id)
  const direction = sort.descending ? -1 : 1
  return (a, b) => {
    switch (sort.by) {
      case 'name':
        return direction * byName(a, b)
      case 'size':
        return direction * ((a.size ?? 0) - (b.size ?? 0)) || byName(a, b)
      case 'date':
        return direction * (Date.parse(a.changedAt) - Date.parse(b.changedAt)) || byName(a, b)
    }
  }
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** Sorts `entries` by inserting the new ones into `before`, which is sorted. */
function sortAgain(before: readonly Entry[], entries: readonly Entry[], compare: Compare): readonly Entry[] {
  const [wanted, known] = [new Set(entries), new Set(before)]
  const staying = before.filter((entry) => wanted.has(entry))
  const coming = entries.filter((entry) => !known.has(entry)).toSorted(compare)
  const all: Entry[] = []
  let taken = 0
  for (const entry of coming) {
    const index = insertionIndex(entry, staying, taken, compare)
    all.push(...staying.slice(taken, index), entry)
    taken = index
  }
  return [...all, ...staying.slice(taken)]
}

/** The index of an entry in a sorted list, by binary search from `from` on. */
function insertionIndex(entry: Entry, list: readonly Entry[], from: number, compare: Compare): number {
  let [low, high] = [from, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Kept, because creating a collator takes longer than sorting a short list. */
const collators = new Map<Language, Intl.Collator>()

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator
}

interface Listed extends Pick<Folder, 'id' | 'name' | 'createdAt'> {
  readonly size?: number
}

/** The entries of a page of a folder, in its order. */
export function entriesOf({ folders, files }: { folders: readonly Listed[]; files: readonly Listed[] }): Entry[] {
  const made = (kind: Entry['kind'], items: readonly Listed[]) => items.map((item) => entryOf(kind, item))
  return [...made('folder', folders), ...made('file', files)]
}

/** The known entry of an item that has not changed, so that its row is not drawn again. */
function entryOf(kind: Entry['kind'], item: Listed, known?: ReadonlyMap<string, Entry>): Entry {
  const { id, name, createdAt, size = null } = item
  const entry: Entry = { kind, id, name, size, changedAt: createdAt }
  const old = known?.get(id)
  const isSame = old?.name === name && old.size === entry.size && old.changedAt === createdAt
  return isSame ? old : entry
}

/** The order after a press on a heading: the sorted column is reversed, another starts in its natural direction. */
export function nextSort(sort: Sort, by: Sort['by']): Sort {
  if (sort.by === by) return { by, descending: !sort.descending }
  return { by, descending: by !== 'name' } // Largest and newest first.
}

/** The list with folders that uploads are about to make in front of it, unless it has them already. */
export function withArriving(entries: readonly Entry[], names: readonly string[]): readonly Entry[] {
  if (names.length === 0) return entries
  const there = new Set(entries.flatMap(({ kind, name }) => (kind === 'folder' ? name : [])))
  const coming = names.filter((name) => !there.has(name))
  const made = coming.map((name): Entry => {
    return { kind: 'folder', id: `arriving ${name}`, name, size: null, changedAt: '', arriving: true }
  })
  return made.length === 0 ? entries : [...made, ...entries]
}
