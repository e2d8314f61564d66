import { proxy, ref } from 'valtio/vanilla'
import * as files from '../../contract/calls/files.ts'
import type { StoredFile } from '../../contract/calls/storage.ts'
import type { Portal } from '../../src/app/micro-app.ts'
import type { Entry } from './entries.ts'
import { failureCode } from './failure.ts'
import { isCrowded, withEntryRenamed, withFiles, withFolder, withKnown, type Listing } from './listing.ts'

export type Load = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string }

export interface FolderState {
  /** The folder on the screen; null is the top. */
  folderId: string | null
  load: Load
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

export type FolderStore = ReturnType<typeof createFolderStore>

/** Keeps the folder on the screen and everything that is done to it. Actions that fail reject and leave the list as it was. */
export function createFolderStore(portal: Pick<Portal, 'call'>) {
  const state = proxy<FolderState>({ folderId: null, load: { phase: 'loading' }, listings: {}, removed: {}, fresh: {} })
  let running = new AbortController()
  /** Files that arrived while a listing was on its way, which may therefore lack them. */
  let arrived: StoredFile[] = []
  /** A folder was made while a listing was on its way. */
  let isBehind = false

  function updateListing(folderId: string | null, change: (listing: Listing) => Listing): void {
    const listing = state.listings[listingKey(folderId)]
    if (listing) state.listings[listingKey(folderId)] = ref(change(listing))
  }

  /** Shows a folder and fetches its content; the answer to an earlier question is dropped. */
  async function open(folderId: string | null): Promise<void> {
    running.abort()
    const controller = new AbortController()
    running = controller
    arrived = []
    isBehind = false
    const goneBefore = Object.keys(state.removed).filter((id) => state.removed[id] === 'gone')
    if (folderId !== state.folderId) state.fresh = {} // Or what was new an hour ago would light up again.
    state.folderId = folderId
    state.load = { phase: 'loading' }
    try {
      const { signal } = controller
      const answer = await portal.call(files.list, folderId === null ? {} : { folderId }, { signal, quiet: true })
      if (signal.aborted) return
      const key = listingKey(folderId)
      state.listings[key] = ref(withFiles(withKnown(answer, state.listings[key]), arrived))
      // What was gone before the question and is in the answer has been restored elsewhere.
      for (const id of goneBefore) {
        if ([...answer.folders, ...answer.files].some((item) => item.id === id)) delete state.removed[id]
      }
      state.load = { phase: 'ready' }
      if (isBehind) void open(folderId)
    } catch (error) {
      if (controller.signal.aborted) return
      const code = failureCode(error)
      if (code === 'files.folder_not_found') delete state.listings[listingKey(folderId)]
      state.load = { phase: 'failed', code }
    }
  }

  return {
    state,
    open,

    /** Fetches the folder on the screen again. */
    refresh: () => open(state.folderId),

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
      const known = state.listings[listingKey(parentId)]?.folders ?? []
      if (known.some((folder) => folder.name === name.normalize('NFC'))) return
      if (state.load.phase === 'loading') isBehind = true
      else void open(parentId)
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
