import { proxy, ref } from 'valtio/vanilla'
import * as files from '../../contract/endpoints/files.ts'
import type { StoredFile } from '../../contract/endpoints/storage.ts'
import type { Language } from '../../contract/envelope.ts'
import type { Portal } from '../../src/app/micro-apps/micro-app.ts'
import type { Entry, Sort } from './entries.ts'
import { failureCode } from './failure.ts'
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

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

export interface FolderState {
  /** The folder on the screen; null is the top. */
  folderId: string | null
  load: Load
  /** The next page of that folder. */
  more: Load
  /**
   * What is known of each folder seen in this visit, by `listingKey`. It stays on the screen while a newer one is fetched. Never changed but replaced, and
   * not looked into: following each property of a thousand files costs more than drawing them.
   */
  listings: Record<string, Listing>
  /** Entries taken off the list: 'asked' until the server has answered, then 'gone'. */
  removed: Record<string, 'asked' | 'gone'>
  /** Entries that have just arrived and are pointed out. */
  fresh: Record<string, true>
}

/** Where a folder's listing stands in the state; the top folder has no id. */
export function listingKey(folderId: string | null): string {
  return folderId ?? ''
}

/** In which order a folder is shown: of one that has not come whole, what comes first must be known. */
export interface Order extends Sort {
  readonly language: Language
}

export type FolderStore = ReturnType<typeof createFolderStore>

/** Keeps the folder on the screen and everything that is done to it. Actions that fail reject and leave the list as it was. */
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
  /** Files that arrived while a listing was on its way, which may therefore lack them. */
  let arrived: StoredFile[] = []
  /** A folder was made while a listing was on its way. */
  let isBehind = false
  /** Names of folders in the folder on the screen that uploads have made or filled. */
  let noted = new Set<string>()

  function updateListing(folderId: string | null, change: (listing: Listing) => Listing): void {
    const listing = state.listings[listingKey(folderId)]
    if (listing) state.listings[listingKey(folderId)] = ref(change(listing))
  }

  function ask(folderId: string | null, after: string | null, signal: AbortSignal): Promise<Listing> {
    const input = { ...order, ...(folderId !== null && { folderId }), ...(after !== null && { after }) }
    return portal.call(files.list, input, { signal, quiet: true })
  }

  /** Fetches so many entries of a folder, rounded up to whole pages. */
  async function fetchListing(folderId: string | null, count: number, signal: AbortSignal): Promise<Listing> {
    let listing = await ask(folderId, null, signal)
    while (listing.next !== null && countEntries(listing) < count && !signal.aborted) {
      listing = withPage(listing, await ask(folderId, listing.next, signal))
    }
    return listing
  }

  /**
   * Shows a folder and fetches the beginning of its content, at least so many entries of it; the answer to an earlier question is dropped.
   */
  async function open(folderId: string | null, count = 0): Promise<void> {
    running.abort()
    const controller = new AbortController()
    running = controller
    arrived = []
    isBehind = false
    const goneBefore = Object.keys(state.removed).filter((id) => state.removed[id] === 'gone')
    if (folderId !== state.folderId) {
      state.fresh = {} // Or what was new an hour ago would light up again.
      noted = new Set()
    }
    state.folderId = folderId
    state.load = { phase: 'loading' }
    state.more = { phase: 'ready' }
    try {
      const { signal } = controller
      const answer = await fetchListing(folderId, count, signal)
      if (signal.aborted) return
      const key = listingKey(folderId)
      state.listings[key] = ref(withFiles(withKnown(answer, state.listings[key]), arrived))
      // What was gone before the question and is in the answer has been restored elsewhere.
      for (const id of goneBefore) {
        if ([...answer.folders, ...answer.files].some((item) => item.id === id)) delete state.removed[id]
      }
      state.load = { phase: 'ready' }
      if (isBehind) void refresh()
    } catch (error) {
      if (controller.signal.aborted) return
      const code = failureCode(error)
      if (code === 'files.folder_not_found') delete state.listings[listingKey(folderId)]
      state.load = { phase: 'failed', code }
    }
  }

  /** Fetches again what the folder on the screen shows. */
  function refresh(): Promise<void> {
    const listing = state.listings[listingKey(state.folderId)]
    return open(state.folderId, listing ? countEntries(listing) : 0)
  }

  return {
    state,
    open: (folderId: string | null) => open(folderId),
    refresh,

    /** Shows folders in another order from now on. One that has come whole can be put into it here; of another the beginning is fetched. */
    arrange(wanted: Order): void {
      const { by, descending, language: names } = order
      if (by === wanted.by && descending === wanted.descending && names === wanted.language) return
      order = wanted
      const isWhole = state.listings[listingKey(state.folderId)]?.next === null
      if (!isWhole || state.load.phase === 'loading') void open(state.folderId)
    },

    /** Fetches the next page of the folder on the screen, if there is one and none is on its way. */
    async loadMore(): Promise<void> {
      const { folderId, load, more, listings } = state
      const next = listings[listingKey(folderId)]?.next ?? null
      if (next === null || load.phase === 'loading' || more.phase === 'loading') return
      const { signal } = running
      state.more = { phase: 'loading' }
      try {
        const page = await ask(folderId, next, signal)
        if (signal.aborted) return
        updateListing(folderId, (listing) => withPage(listing, page))
        state.more = { phase: 'ready' }
      } catch (error) {
        if (!signal.aborted) state.more = { phase: 'failed', code: failureCode(error) }
      }
    },

    /** Takes up files that uploads have just stored: together, because a listing costs its length to change. */
    addFiles(stored: readonly StoredFile[]): void {
      for (const folderId of new Set(stored.map((file) => file.folderId))) {
        const own = stored.filter((file) => file.folderId === folderId)
        if (state.load.phase === 'loading' && folderId === state.folderId) arrived.push(...own)
        updateListing(folderId, (listing) => withFiles(listing, own))
      }
      // Of more than the list points out it points out none: following each of thousands would cost more than drawing it.
      if (!isCrowded(state.fresh)) for (const { id } of stored) state.fresh[id] = true
    },

    /** An upload has made this folder, or put something into it: the list fetches what it lacks. */
    noteFolder(parentId: string | null, name: string): void {
      if (parentId !== state.folderId) return
      const wanted = name.normalize('NFC')
      const listing = state.listings[listingKey(parentId)]
      if (listing?.folders.some((folder) => folder.name === wanted)) return
      // What was fetched for and is not there is on a page that has not come.
      if (listing?.next !== null && noted.has(wanted)) return
      if (state.load.phase === 'loading') {
        isBehind = true
        return
      }
      noted.add(wanted)
      void refresh()
    },

    /** Returns the new folder, which is in the list by then. */
    async createFolder(name: string) {
      const parentId = state.folderId
      const folder = await portal.call(files.createFolder, parentId === null ? { name } : { name, parentId }, {
        quiet: true,
      })
      updateListing(parentId, (listing) => withFolder(listing, folder))
      state.fresh[folder.id] = true
      return folder
    },

    /** Gives an entry another name, in every listing that shows it. */
    async rename({ id, kind }: Pick<Entry, 'id' | 'kind'>, name: string): Promise<void> {
      await portal.call(files.rename, { id, kind, name }, { quiet: true })
      for (const [key, listing] of Object.entries(state.listings)) {
        state.listings[key] = ref(withEntryRenamed(listing, id, name))
      }
    },

    /** Takes an entry off the list at once, and puts it back if the server does not agree. */
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

    /** Brings back what `remove` took away, to its old place in the list. */
    async restore({ id, kind }: Pick<Entry, 'id' | 'kind'>): Promise<void> {
      await portal.call(files.restore, { id, kind }, { quiet: true })
      state.fresh[id] = true
      delete state.removed[id]
    },

    /** Drops the question on its way, when the application is left. */
    stop(): void {
      running.abort()
    },
  }
}
