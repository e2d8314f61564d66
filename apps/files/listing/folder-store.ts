import { infiniteQueryOptions, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { proxy, ref } from 'valtio/vanilla'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { storageUsage, type StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { FILE_ENTRIES_MAX } from '../../../contract/limits.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Portal, PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { followDone } from '../incoming/arriving-folders.ts'
import type { Entry, Sort } from './entries.ts'
import { isCrowded, joinPages, renamed, withoutItems, type Item, type Listing, type Page } from './listing.ts'

/** Milliseconds between two batches: each one costs a pass over the whole list. */
const BATCH_INTERVAL = 100
/** Files in a batch; drawing more rows at once would block the page. */
const BATCH_SIZE = 48

/** What this visit changed; the listings themselves are in the query cache. */
export interface FolderState {
  /** Folders and files that were created, oldest first. Wrapped in valtio's `ref`: tracking thousands of them costs more than drawing them. */
  added: readonly Item[]
  /** Entries hidden because they were deleted: 'asked' until the server has answered, then 'gone'. */
  removed: Record<string, 'asked' | 'gone'>
  /** New entries, to be highlighted. */
  fresh: Record<string, true>
}

/** The order of a listing, which the request names because it decides the pages. */
export interface Order extends Sort {
  readonly language: Language
}

type Pages = InfiniteData<Page, string | null>

const ALL_FOLDERS = [files.list.name]
const BIN = [files.bin.name]

/** What names an entry to the server. */
export type EntryRef = Pick<Entry, 'id' | 'kind'>

export type FolderStore = ReturnType<typeof createFolderStore>

/** Creates the queries of folders and the actions on them. Actions that fail reject and leave the list unchanged. */
export function createFolderStore(portal: Pick<Portal, 'call'>, client: QueryClient, language: Language) {
  const state = proxy<FolderState>({ added: ref([]), removed: {}, fresh: {} })
  let order: Order = { by: 'name', descending: false, language }
  /** Subfolders for which a folder was fetched again already. */
  const noted = new Set<string>()

  /** The pages of a folder, those of this visit until newer ones have arrived; null is the top folder. */
  function folderQuery(folderId: string | null) {
    return infiniteQueryOptions({
      queryKey: [...ALL_FOLDERS, folderId] as const,
      async queryFn({ signal, pageParam: after }): Promise<Page> {
        const addedBefore = state.added.length
        const goneBefore = Object.keys(state.removed).filter((id) => state.removed[id] === 'gone')
        const input = { ...order, ...(folderId !== null && { folderId }), ...(after !== null && { after }) }
        const page = await portal.call(files.list, input, { signal, quiet: true })
        // An entry that was deleted before the request and is in the response has been restored in another window.
        const ids = new Set([...page.folders, ...page.files].map(({ id }) => id))
        for (const id of goneBefore) if (ids.has(id)) delete state.removed[id]
        return { ...page, addedBefore }
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      gcTime: Infinity,
      // Fails at once while offline, because the page offers a retry.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Compares by position, but entries move: the sorter keeps those that have not changed.
      structuralSharing: false,
    })
  }

  function listingOf(folderId: string | null): Listing | undefined {
    const data = client.getQueryData<Pages>(folderQuery(folderId).queryKey)
    return data && joinPages(data.pages, state.added)
  }

  /** What is known of all folders of this visit. */
  function knownFolders(): Page[] {
    return client.getQueriesData<Pages>({ queryKey: ALL_FOLDERS }).flatMap(([, data]) => data?.pages ?? [])
  }

  function add(items: readonly Item[]): void {
    state.added = ref([...state.added, ...items])
    // Of more than the list points out it points out none: following each of thousands would cost more than drawing it.
    if (!isCrowded(state.fresh)) for (const { id } of items) state.fresh[id] = true
  }

  function refreshBin(): void {
    void client.invalidateQueries({ queryKey: BIN })
    void client.invalidateQueries({ queryKey: [storageUsage.name] })
  }

  /** Does something with entries, which are hidden meanwhile, in as many requests as needed; shows those again that failed and all after them. */
  async function hideDuring(entries: readonly EntryRef[], work: (part: EntryRef[]) => Promise<void>): Promise<void> {
    for (const { id } of entries) state.removed[id] = 'asked'
    try {
      for (const part of partsOf(entries)) await work(part)
    } catch (error) {
      for (const { id } of entries) if (state.removed[id] === 'asked') delete state.removed[id]
      throw error
    }
  }

  return {
    state,
    folderQuery,

    knownFolders,

    /** To be called when a folder was opened: of the others only the first page is kept, so that they open with one request. */
    enter(folderId: string | null): void {
      state.fresh = {} // Else entries that were new an hour ago would be highlighted again.
      noted.clear()
      const isOther = ({ queryKey }: Query) => queryKey[1] !== folderId
      client.removeQueries({
        queryKey: ALL_FOLDERS,
        predicate: (query) => isOther(query) && isMissing(query.state.error),
      })
      client.setQueriesData<Pages>({ queryKey: ALL_FOLDERS, predicate: isOther }, firstPage)
    },

    /** Changes the order of listings. A complete listing is sorted in the page; the beginning of another one is fetched again. */
    async arrange(folderId: string | null, wanted: Order): Promise<void> {
      const { by, descending, language: names } = order
      if (by === wanted.by && descending === wanted.descending && names === wanted.language) return
      order = wanted
      const { queryKey } = folderQuery(folderId)
      if (listingOf(folderId)?.next === null && client.isFetching({ queryKey }) === 0) return
      await client.cancelQueries({ queryKey })
      client.setQueryData<Pages>(queryKey, firstPage)
      await client.invalidateQueries({ queryKey })
    },

    /** Adds files that uploads have stored; many in batches, because each change is a pass over the whole list. */
    addFiles: (stored: readonly StoredFile[]): void => add(stored),

    /** Fetches the list again when an upload has made or filled a folder that the list lacks. */
    async noteFolder(parentId: string | null, name: string): Promise<void> {
      const { queryKey } = folderQuery(parentId)
      const wanted = name.normalize('NFC')
      // The response to a running request may lack the folder: all that are noted meanwhile share the next one.
      await client
        .getQueryCache()
        .find({ queryKey })
        ?.promise?.catch(() => undefined)
      const listing = listingOf(parentId)
      if (listing?.folders.some((folder) => folder.name === wanted)) return
      // Fetched already and not found: it is on a page that is not loaded.
      const note = `${parentId ?? ''}/${wanted}`
      if (listing?.next !== null && noted.has(note)) return
      noted.add(note)
      await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    },

    /** Creates a folder, adds it to the list and returns it. */
    async createFolder(parentId: string | null, name: string) {
      const folder = await portal.call(files.createFolder, parentId === null ? { name } : { name, parentId }, {
        quiet: true,
      })
      add([folder])
      return folder
    },

    /** Renames an entry in all listings. */
    async rename({ id, kind }: Pick<Entry, 'id' | 'kind'>, name: string): Promise<void> {
      await portal.call(files.rename, { id, kind, name }, { quiet: true })
      state.added = ref(renamed(state.added, id, name))
      client.setQueriesData<Pages>({ queryKey: ALL_FOLDERS }, (data) => {
        const pages = data?.pages.map((page) => ({
          ...page,
          path: renamed(page.path, id, name),
          folders: renamed(page.folders, id, name),
          files: renamed(page.files, id, name),
        }))
        return data && pages && { ...data, pages }
      })
    },

    /** Moves entries to the bin: they are hidden at once, and those that could not be removed are shown again. */
    async remove(entries: readonly EntryRef[]): Promise<void> {
      await hideDuring(entries, async (part) => {
        await portal.call(files.remove, { entries: part }, { quiet: true })
        for (const { id } of part) state.removed[id] = 'gone'
      })
      refreshBin()
    },

    /** Restores removed entries. */
    async restore(entries: readonly EntryRef[]): Promise<void> {
      try {
        for (const part of partsOf(entries)) {
          await portal.call(files.restore, { entries: part }, { quiet: true })
          for (const { id } of part) {
            if (!isCrowded(state.fresh)) state.fresh[id] = true
            delete state.removed[id]
          }
        }
      } finally {
        // Also after a refusal: a part of them may have left the bin.
        refreshBin()
      }
      const listed = new Set([...state.added, ...knownFolders().flatMap(itemsOf)].map(({ id }) => id))
      // A listing that was fetched after the deletion lacks them.
      if (entries.some(({ id }) => !listed.has(id))) await client.invalidateQueries({ queryKey: ALL_FOLDERS })
    },

    /** Deletes removed entries for good. */
    async purge(entries: readonly EntryRef[]): Promise<void> {
      try {
        for (const part of partsOf(entries)) await portal.call(files.purge, { entries: part }, { quiet: true })
      } finally {
        refreshBin()
      }
    },

    /** Moves entries into a folder, or to the top: they leave the list at once, and those that could not be moved come back. */
    async move(entries: readonly EntryRef[], folderId: string | null): Promise<void> {
      await hideDuring(entries, async (part) => {
        const where = folderId === null ? {} : { folderId }
        const moved = await portal.call(files.move, { entries: part, ...where }, { quiet: true })
        const names = new Map(moved.entries.map(({ id, name }) => [id, name]))
        const known = new Map([...knownFolders().flatMap(itemsOf), ...state.added].map((item) => [item.id, item]))
        client.setQueriesData<Pages>({ queryKey: ALL_FOLDERS }, (data) => {
          const ids = new Set(names.keys())
          return data && { ...data, pages: data.pages.map((page) => withoutItems(page, ids)) }
        })
        add([...names].flatMap(([id, name]) => movedItem(known.get(id), name, folderId) ?? []))
        for (const { id } of part) {
          delete state.removed[id]
          // The way to it is another one now.
          client.removeQueries({ queryKey: [...ALL_FOLDERS, id] })
        }
      })
    },
  }
}

/** As many entries as one request takes. */
function partsOf(entries: readonly EntryRef[]): EntryRef[][] {
  const refs = entries.map(({ id, kind }) => ({ id, kind }))
  const count = Math.ceil(refs.length / FILE_ENTRIES_MAX)
  return Array.from({ length: count }, (_, at) => refs.slice(at * FILE_ENTRIES_MAX, (at + 1) * FILE_ENTRIES_MAX))
}

const itemsOf = (page: Page): Item[] => [...page.folders, ...page.files]

function movedItem(item: Item | undefined, name: string, folderId: string | null): Item | undefined {
  if (!item) return undefined
  return 'parentId' in item ? { ...item, name, parentId: folderId } : { ...item, name, folderId }
}

/** Whether a folder could not be fetched because it no longer exists. */
export function isMissing(error: unknown): boolean {
  return failureCode(error) === 'files.folder_not_found'
}

function firstPage(data: Pages | undefined): Pages | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}

/**
 * Returns a function that collects items into batches and passes them to `take`: the first batch at the end of the current task, then one every
 * BATCH_INTERVAL while items come in.
 */
export function batch<T>(
  take: (items: readonly T[]) => void,
  delay: (milliseconds: number, work: () => void) => void = (milliseconds, work) => void setTimeout(work, milliseconds),
): (item: T) => void {
  let items: T[] = []
  let isScheduled = false

  function flush(): void {
    const batched = items.slice(0, BATCH_SIZE)
    items = items.slice(BATCH_SIZE)
    isScheduled = batched.length > 0
    if (!isScheduled) return
    delay(BATCH_INTERVAL, flush)
    take(batched)
  }

  return (item) => {
    items.push(item)
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(flush)
  }
}

/** Reports to the store which top folder each finished upload has made or filled, once an upload; returns how to stop. */
export function followUploadedFolders(
  items: PortalUpload['items'],
  store: Pick<FolderStore, 'noteFolder'>,
): () => void {
  return followDone(items, (done) => {
    for (const { kind, path, name, folderId } of done) {
      const top = kind === 'folder' ? [...path, name][0] : path[0]
      if (top !== undefined) void store.noteFolder(folderId, top)
    }
  })
}
