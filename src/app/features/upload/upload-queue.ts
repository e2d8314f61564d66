import { DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import type { StoredFile } from '../../../../contract/calls/storage.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { UploadBridge, UploadFailure, UploadState } from '../../bridges/upload.ts'
import { refuseFile } from './refuse-file.ts'
import type { UploadItem } from './upload-item.ts'
import { failureOfCode } from './upload-warning.ts'

/** Files that are uploaded at once; the others wait. */
const FILES_AT_ONCE = 2

/** Where added files go. */
export interface UploadTarget {
  readonly folderId: string | null
  readonly serverid?: string
  /** Bytes; larger files are refused before anything is sent. */
  readonly maxSize?: number
}

/** What happens to uploads, for whoever tells people about it. */
export interface UploadEvents {
  onStored(file: StoredFile): void
  /** An upload failed; without an item when there was no file at all. */
  onFailure(failure: UploadFailure, item: UploadItem | null): void
}

/** What can be done with uploads. Nothing here throws: what goes wrong is an item's state. */
export interface UploadQueue {
  add(files: readonly File[], target: UploadTarget): void
  pause(id: string): void
  resume(id: string): void
  /** Stops an upload and takes it off the list. */
  abort(id: string): void
  retry(id: string): void
  /** Takes a finished or failed upload off the list. */
  dismiss(id: string): void
}

/** What the queue knows of an item beside what screens show. */
interface Entry {
  readonly file: File
  readonly serverid: string
  readonly maxSize: number | undefined
  controller: AbortController
  /** The worker has it, be it paused. */
  isStarted: boolean
  /** It takes one of the places. */
  isBusy: boolean
}

/** Uploads files in the order in which they came, two at a time. `store` is changed in place; `createId` makes an id that is used nowhere else. */
export function createUploadQueue(
  store: { items: UploadItem[] },
  bridge: UploadBridge,
  events: UploadEvents,
  createId: () => string = createUploadId,
): UploadQueue {
  const entries = new Map<string, Entry>()
  const find = (id: string) => store.items.find((item) => item.id === id)

  function setState(id: string, state: UploadState): void {
    const index = store.items.findIndex((item) => item.id === id)
    const item = store.items[index]
    if (item) store.items[index] = { ...item, state }
  }

  function fail(id: string, failure: UploadFailure): void {
    setState(id, { phase: 'failed', failure })
    events.onFailure(failure, find(id) ?? null)
  }

  function remove(id: string): void {
    entries.delete(id)
    store.items = store.items.filter((item) => item.id !== id)
  }

  function enqueue(id: string, { file, maxSize }: Entry): void {
    const refusal = refuseFile(file, maxSize)
    if (refusal) fail(id, failureOfCode('checkerror', refusal))
    else setState(id, { phase: 'waiting' })
  }

  /** Gives free places to those that wait. */
  function fillPlaces(): void {
    let free = FILES_AT_ONCE - [...entries.values()].filter((entry) => entry.isBusy).length
    for (const { id, state } of store.items) {
      const entry = entries.get(id)
      if (free <= 0) return
      if (!entry || entry.isBusy || state.phase !== 'waiting') continue
      free -= 1
      entry.isBusy = true
      if (entry.isStarted) bridge.resume(id)
      else void run(id, entry)
    }
  }

  async function run(id: string, entry: Entry): Promise<void> {
    const item = find(id)
    if (!item) return
    entry.isStarted = true
    const { signal } = entry.controller
    const job = { id, name: item.name, serverid: entry.serverid, folderId: item.folderId }
    try {
      const settled = await bridge.upload(signal, job, entry.file, (state) => {
        // What the worker said before it heard of a pause or a resume comes too late.
        if (entry.isBusy === (state.phase !== 'paused')) setState(id, state)
      })
      settle(id, entry, settled)
    } catch (error) {
      if (signal.aborted) return
      const code = error instanceof PortalError ? error.code : 'client.worker_stopped'
      settle(id, entry, { phase: 'failed', failure: failureOfCode('uploadunkerror', code) })
    }
  }

  function settle(id: string, entry: Entry, state: UploadState): void {
    if (entries.get(id) !== entry || entry.controller.signal.aborted) return
    entry.isBusy = false
    entry.isStarted = false
    if (state.phase === 'failed') fail(id, state.failure)
    else setState(id, state)
    if (state.phase === 'done' && state.file) events.onStored(state.file)
    fillPlaces()
  }

  return {
    add(files, { folderId, serverid = DEFAULT_SERVER_ID, maxSize }) {
      if (files.length === 0) events.onFailure(failureOfCode('checkerror', 'storage.file_missing'), null)
      for (const file of files) {
        const id = createId()
        const entry = { file, serverid, maxSize, controller: new AbortController(), isStarted: false, isBusy: false }
        entries.set(id, entry)
        store.items.push({ id, name: file.name, size: file.size, folderId, state: { phase: 'waiting' } })
        enqueue(id, entry)
      }
      fillPlaces()
    },
    pause(id) {
      const entry = entries.get(id)
      const phase = find(id)?.state.phase
      if (!entry || phase === undefined || phase === 'paused' || phase === 'failed' || phase === 'done') return
      entry.isBusy = false
      // The worker knows how far it is, and says so when it stops. Until it has said anything this one still waits, and must not get its place back.
      if (phase === 'waiting') setState(id, { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 })
      if (entry.isStarted) bridge.pause(id)
      fillPlaces()
    },
    resume(id) {
      if (find(id)?.state.phase !== 'paused') return
      setState(id, { phase: 'waiting' })
      fillPlaces()
    },
    abort(id) {
      entries.get(id)?.controller.abort()
      remove(id)
      fillPlaces()
    },
    retry(id) {
      const entry = entries.get(id)
      if (!entry || find(id)?.state.phase !== 'failed') return
      entry.controller = new AbortController()
      enqueue(id, entry)
      fillPlaces()
    },
    dismiss(id) {
      const phase = find(id)?.state.phase
      if (phase === 'failed' || phase === 'done') remove(id)
    },
  }
}

/** Unlike crypto.randomUUID this also works where a school serves the portal without HTTPS. */
function createUploadId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
