import type { PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'

type Item = PortalUpload['items']['current'][number]

/** A folder of the page that uploads are filling. */
export interface ArrivingFolder {
  readonly name: string
  /** Its files of this visit, and those that are stored already; without failed ones. */
  readonly total: number
  readonly done: number
  /** Of all bytes, 0 to 1. */
  readonly fraction: number
}

/** The folder of a page: the folders from the top to it, of which the last is the folder itself. */
export interface Location {
  readonly folderId: string | null
  readonly path: readonly { readonly id: string; readonly name: string }[]
}

/** The folders directly in a folder that unfinished uploads fill, by name; `loose` is the number of unfinished files that go into the folder itself. */
export function arrivingIn(
  items: readonly Item[],
  location: Location,
): { readonly folders: ReadonlyMap<string, ArrivingFolder>; readonly loose: number } {
  const sums = new Map<string, { total: number; done: number; size: number; sent: number; open: boolean }>()
  let loose = 0
  for (const item of items) {
    if (item.state.phase === 'failed') continue
    const below = pathBelow(item, location)
    if (below === null) continue
    const [first] = below
    const isDone = item.state.phase === 'done'
    if (first === undefined) {
      if (!isDone) loose += 1
      continue
    }
    const name = first.normalize('NFC')
    const sum = sums.get(name) ?? { total: 0, done: 0, size: 0, sent: 0, open: false }
    sums.set(name, sum)
    sum.open ||= !isDone
    if (item.kind === 'folder') continue
    sum.total += 1
    if (isDone) sum.done += 1
    sum.size += item.size
    sum.sent += sentOf(item)
  }
  const folders = new Map<string, ArrivingFolder>()
  for (const [name, { total, done, size, sent, open }] of sums) {
    if (!open) continue
    const byCount = total > 0 ? done / total : 0
    folders.set(name, { name, total, done, fraction: size > 0 ? sent / size : byCount })
  }
  return { folders, loose }
}

function sentOf({ size, state }: Item): number {
  if (state.phase === 'done' || state.phase === 'merging') return size
  return 'sent' in state ? Math.min(size, state.sent) : 0
}

/** The names from the page's folder down to the upload, without that of a file; null for an upload to elsewhere. */
function pathBelow({ kind, folderId, path, name }: Item, location: Location): readonly string[] | null {
  const names = kind === 'folder' ? [...path, name] : path
  if (folderId === location.folderId) return names
  // The target may be above: the upload's own folders then lead through this one.
  const above = folderId === null ? -1 : location.path.findIndex(({ id }) => id === folderId)
  if (folderId !== null && above < 0) return null
  const between = location.path.slice(above + 1)
  const leadsHere = between.every((folder, at) => names[at]?.normalize('NFC') === folder.name)
  return leadsHere ? names.slice(between.length) : null
}

/** Passes on the uploads that have been done since, with each change of the list; returns how to stop. */
export function followDone(items: PortalUpload['items'], onDone: (done: readonly Item[]) => void): () => void {
  const isDone = ({ state }: Item) => state.phase === 'done'
  const reported = new Set(items.current.filter(isDone).map(({ id }) => id))
  return items.subscribe(() => {
    const done = items.current.filter((item) => isDone(item) && !reported.has(item.id))
    for (const { id } of done) reported.add(id)
    onDone(done)
  })
}

/** Says the name of each folder directly in the page's folder that uploads have made or filled, once for all that are done together; returns how to stop. `locate` is asked each time. */
export function followFoldersBelow(
  items: PortalUpload['items'],
  locate: () => Location,
  note: (name: string) => void,
): () => void {
  return followDone(items, (done) => {
    const location = locate()
    const names = new Set(done.flatMap((item) => pathBelow(item, location)?.[0]?.normalize('NFC') ?? []))
    for (const name of names) note(name)
  })
}
