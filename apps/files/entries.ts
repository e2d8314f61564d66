import type { Folder } from '../../contract/calls/files.ts'
import type { StoredFile } from '../../contract/calls/storage.ts'
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
export function sortEntries(
  listing: { folders: readonly Folder[]; files: readonly StoredFile[] },
  sort: Sort,
  language: Language,
): Entry[] {
  const collator = collatorOf(language)
  const byName = (a: Entry, b: Entry) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
  const direction = sort.descending ? -1 : 1
  const compare = (a: Entry, b: Entry): number => {
    switch (sort.by) {
      case 'name':
        return direction * byName(a, b)
      case 'size':
        return direction * ((a.size ?? 0) - (b.size ?? 0)) || byName(a, b)
      case 'date':
        return direction * (Date.parse(a.changedAt) - Date.parse(b.changedAt)) || byName(a, b)
    }
  }
  const folders = listing.folders.map((folder) => entryOf('folder', folder))
  const files = listing.files.map((file) => entryOf('file', file))
  return [...folders.toSorted(compare), ...files.toSorted(compare)]
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
