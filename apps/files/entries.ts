import type { Folder } from '../../contract/endpoints/files.ts'
import type { StoredFile } from '../../contract/endpoints/storage.ts'
import type { Language } from '../../contract/envelope.ts'

/** One row of the list. */
export interface Entry {
  readonly kind: 'file' | 'folder'
  readonly id: string
  readonly name: string
  /** Bytes; null for a folder. */
  readonly size: number | null
  readonly changedAt: string
}

export interface Sort {
  readonly by: 'name' | 'size' | 'date'
  readonly descending: boolean
}

/** The rows of a folder: its folders first, each kind in the wished order; equal ones by name, and numbers in names by their value. */
export type EntrySorter = (
  listing: { folders: readonly Folder[]; files: readonly StoredFile[] },
  sort: Sort,
  language: Language,
) => readonly Entry[]

/** A sorter that remembers what it has sorted: to a list of thousands that grows all the time it compares only what is new. */
export function createEntrySorter(): EntrySorter {
  let sorted: { readonly by: string; folders: readonly Entry[]; files: readonly Entry[] } | undefined
  return (listing, sort, language) => {
    const by = JSON.stringify([sort, language])
    const before = sorted?.by === by ? sorted : undefined
    const compare = comparing(sort, language)
    const folders = listing.folders.map((folder) => entryOf('folder', folder))
    const files = listing.files.map((file) => entryOf('file', file))
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
  // As the server orders them, which decides what comes first of a long list.
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

/** Puts `entries` in order, given the order of those that were there before. */
function sortAgain(before: readonly Entry[], entries: readonly Entry[], compare: Compare): readonly Entry[] {
  const [wanted, known] = [new Set(entries), new Set(before)]
  const staying = before.filter((entry) => wanted.has(entry))
  const coming = entries.filter((entry) => !known.has(entry)).toSorted(compare)
  const all: Entry[] = []
  let taken = 0
  for (const entry of coming) {
    const place = placeOf(entry, staying, taken, compare)
    all.push(...staying.slice(taken, place), entry)
    taken = place
  }
  return [...all, ...staying.slice(taken)]
}

/** Where an entry belongs in a list that is in order, from a place on that is not after it. */
function placeOf(entry: Entry, list: readonly Entry[], from: number, compare: Compare): number {
  let [low, high] = [from, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** A collator takes longer to make than to sort a short list. */
const collators = new Map<Language, Intl.Collator>()

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, collator)
  return collator
}

/** The same object for what has not changed, by which a row sees that it need not be drawn again. */
const entries = new WeakMap<Folder | StoredFile, Entry>()

function entryOf(kind: Entry['kind'], item: Folder | StoredFile): Entry {
  const known = entries.get(item)
  if (known) return known
  const { id, name, createdAt } = item
  const entry: Entry = { kind, id, name, size: 'size' in item ? item.size : null, changedAt: createdAt }
  entries.set(item, entry)
  return entry
}

/** How a column answers a press on its heading: the other direction when it leads already, else its natural one. */
export function nextSort(sort: Sort, by: Sort['by']): Sort {
  if (sort.by === by) return { by, descending: !sort.descending }
  return { by, descending: by !== 'name' } // Largest and newest are what one looks for.
}
