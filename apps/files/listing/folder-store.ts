import { proxy, ref } from 'valtio/vanilla'
import * as files from '../../../contract/endpoints/storage/files.ts'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Portal, PortalUpload } from '../../../src/app/micro-apps/micro-app.ts'
import type { Entry, Sort } from './entries.ts'
import { failureCode } from '../failure.ts'
import {
  countEntries,
  isCrowded,
  withEntryRenamed,
  withFiles,
  withFolder,
  withKnown,
  withPage,
  type Listing,
} from './listing.ts'

/** Milliseconds between two batches: each one costs a pass over the whole list. */
const BATCH_INTERVAL = 100
/** Files in a batch; drawing more rows at once would block the page. */
const BATCH_SIZE = 48

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

export interface FolderState {
  /** The shown folder; null is the top. */
  folderId: string | null
  load: Load
  /** The request for its next page. */
  more: Load
  /**
   * The last listing of each folder of this visit, by `listingKey`; shown while a newer one is fetched. Immutable and wrapped in valtio's `ref`, because
   * tracking each property of a thousand files costs more than drawing them.
   */
  listings: Record<string, Listing>
  /** Entries hidden because they were deleted: 'asked' until the server has answered, then 'gone'. */
  removed: Record<string, 'asked' | 'gone'>
  /** New entries, to be highlighted. */
  fresh: Record<string, true>
}

/** The key of a folder in `listings`; the top folder has no id. */
export function listingKey(folderId: string | null): string {
  return folderId ?? ''
}

/** The order of a listing, which the request names because it decides the pages. */
export interface Order extends Sort {
  readonly language: Language
}

export type FolderStore = ReturnType<typeof createFolderStore>

/** Creates the state of the shown folder with the actions on it. Actions that fail reject and leave the list unchanged. */
export function createFolderStore(portal: Pick<Portal, 'call'>, language: Language) {
  const state = proxy<FolderState>({
    folderId: null,
    load: { phase: 'loading' },
    more: { phase: 'ready' },
    listings: {},
    removed: {},
    fresh: {},
  })
  let order: Order = { by: 'name', descending: false, language }
  let running = new AbortController()
  /** Files stored during a request, whose response may lack them. */
  let storedMeanwhile: StoredFile[] = []
  /** An upload made a folder during a request: another one follows. */
  let isStale = false
  /** Names of subfolders of the shown folder for which it was fetched again already. */
  let noted = new Set<string>()

  function updateListing(folderId: string | null, change: (listing: Listing) => Listing): void {
    const listing = state.listings[listingKey(folderId)]
    if (listing) state.listings[listingKey(folderId)] = ref(change(listing))
  }

  function fetchPage(folderId: string | null, after: string | null, signal: AbortSignal): Promise<Listing> {
    const input = { ...order, ...(folderId !== null && { folderId }), ...(after !== null && { after }) }
    return portal.call(files.list, input, { signal, quiet: true })
  }

  /** Fetches at least `count` entries of a folder, in whole pages. */
  async function fetchListing(folderId: string | null, count: number, signal: AbortSignal): Promise<Listing> {
    let listing = await fetchPage(folderId, null, signal)
    while (listing.next !== null && countEntries(listing) < count && !signal.aborted) {
      listing = withPage(listing, await fetchPage(folderId, listing.next, signal))
    }
    return listing
  }

  /** Shows a folder and fetches at least `count` of its entries; aborts an earlier request. */
  async function open(folderId: string | null, count = 0): Promise<void> {
    running.abort()
    const controller = new AbortController()
    running = controller
    storedMeanwhile = []
    isStale = false
    const goneBefore = Object.keys(state.removed).filter((id) => state.removed[id] === 'gone')
    if (folderId !== state.folderId) {
      state.fresh = {} // Else entries that were new an hour ago would be highlighted again.
      noted = new Set()
    }
    state.folderId = folderId
    state.load = { phase: 'loading' }
    state.more = { phase: 'ready' }
    try {
      const { signal } = controller
      const response = await fetchListing(folderId, count, signal)
      if (signal.aborted) return
      const key = listingKey(folderId)
      state.listings[key] = ref(withFiles(withKnown(response, state.listings[key]), storedMeanwhile))
      // An entry that was deleted before the request and is in the response has been restored in another window.
      for (const id of goneBefore) {
        if ([...response.folders, ...response.files].some((item) => item.id === id)) delete state.removed[id]
      }
      state.load = { phase: 'ready' }
      if (isStale) void refresh()
    } catch (error) {
      if (controller.signal.aborted) return
      const code = failureCode(error)
      if (code === 'files.folder_not_found') delete state.listings[listingKey(folderId)]
      state.load = { phase: 'failed', code }
    }
  }

  /** Fetches again all entries that are shown. */
  function refresh(): Promise<void> {
    const listing = state.listings[listingKey(state.folderId)]
    return open(state.folderId, listing ? countEntries(listing) : 0)
  }

  return {
    state,
    open: (folderId: string | null) => open(folderId),
    refresh,

    /** Changes the order of listings. A complete listing is sorted in the page; another one is fetched again. */
    arrange(wanted: Order): void {
      const { by, descending, language: names } = order
      if (by === wanted.by && descending === wanted.descending && names === wanted.language) return
      order = wanted
      const isWhole = state.listings[listingKey(state.folderId)]?.next === null
      if (!isWhole || state.load.phase === 'loading') void open(state.folderId)
    },

    /** Fetches the next page, if there is one and no request is running. */
    async loadMore(): Promise<void> {
      const { folderId, load, more, listings } = state
      const next = listings[listingKey(folderId)]?.next ?? null
      if (next === null || load.phase === 'loading' || more.phase === 'loading') return
      const { signal } = running
      state.more = { phase: 'loading' }
      try {
        const page = await fetchPage(folderId, next, signal)
        if (signal.aborted) return
        updateListing(folderId, (listing) => withPage(listing, page))
        state.more = { phase: 'ready' }
      } catch (error) {
        if (!signal.aborted) state.more = { phase: 'failed', code: failureCode(error) }
      }
    },

    /** Adds files that uploads have stored, in batches because each change copies the listing. */
    addFiles(stored: readonly StoredFile[]): void {
      for (const folderId of new Set(stored.map((file) => file.folderId))) {
        const own = stored.filter((file) => file.folderId === folderId)
        if (state.load.phase === 'loading' && folderId === state.folderId) storedMeanwhile.push(...own)
        updateListing(folderId, (listing) => withFiles(listing, own))
      }
      // Of more than the list points out it points out none: following each of thousands would cost more than drawing it.
      if (!isCrowded(state.fresh)) for (const { id } of stored) state.fresh[id] = true
    },

    /** Fetches the list again when an upload has made or filled a folder that the list lacks. */
    noteFolder(parentId: string | null, name: string): void {
      if (parentId !== state.folderId) return
      const wanted = name.normalize('NFC')
      const listing = state.listings[listingKey(parentId)]
      if (listing?.folders.some((folder) => folder.name === wanted)) return
      // Fetched already and not found: it is on a page that is not loaded.
      if (listing?.next !== null && noted.has(wanted)) return
      if (state.load.phase === 'loading') {
        isStale = true
        return
      }
      noted.add(wanted)
      void refresh()
    },

    /** Creates a folder in the shown one, adds it to the list and returns it. */
    async createFolder(name: string) {
      const parentId = state.folderId
      const folder = await portal.call(files.createFolder, parentId === null ? { name } : { name, parentId }, {
        quiet: true,
      })
      updateListing(parentId, (listing) => withFolder(listing, folder))
      state.fresh[folder.id] = true
      return folder
    },

    /** Renames an entry in all listings. */
    async rename({ id, kind }: Pick<Entry, 'id' | 'kind'>, name: string): Promise<void> {
      await portal.call(files.rename, { id, kind, name }, { quiet: true })
      for (const [key, listing] of Object.entries(state.listings)) {
        state.listings[key] = ref(withEntryRenamed(listing, id, name))
      }
    },

    /** Deletes an entry: it is hidden at once, and shown again if the request fails. */
    async remove({ id, kind }: Pick<Entry, 'id' | 'kind'>): Promise<void> {
      state.removed[id] = 'asked'
      try {
        await portal.call(files.remove, { id, kind }, { quiet: true })
        state.removed[id] = 'gone'
      } catch (error) {
        delete state.removed[id]
        throw error
      }
    },

    /** Restores a deleted entry. */
    async restore({ id, kind }: Pick<Entry, 'id' | 'kind'>): Promise<void> {
      await portal.call(files.restore, { id, kind }, { quiet: true })
      state.fresh[id] = true
      delete state.removed[id]
    },

    /** Aborts the running request, when the application is closed. */
    stop(): void {
      running.abort()
    },
  }
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

/** Adds files to the listing, in batches, as uploads store them; returns how to stop. */
export function followStoredFiles(upload: Pick<PortalUpload, 'onStored'>, store: FolderStore): () => void {
  return upload.onStored(batch<StoredFile>((stored) => store.addFiles(stored)))
}

/** Reports to the store which top folder each finished upload has made or filled, once an upload; returns how to stop. */
export function followUploadedFolders(
  items: PortalUpload['items'],
  store: Pick<FolderStore, 'noteFolder'>,
): () => void {
  const isDone = ({ state }: { state: { phase: string } }) => state.phase === 'done'
  const reported = new Set(items.current.filter(isDone).map(({ id }) => id))
  return items.subscribe(() => {
    for (const item of items.current) {
      if (!isDone(item) || reported.has(item.id)) continue
      reported.add(item.id)
      const name = item.kind === 'folder' ? [...item.path, item.name][0] : item.path[0]
      if (name !== undefined) store.noteFolder(item.folderId, name)
    }
  })
}
