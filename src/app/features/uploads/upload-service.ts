import { type Language, textFor } from '../../../../contract/envelope.ts'
import { createObservable } from '../../core/state/observable.ts'
import { DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import type { StoredFile } from '../../../../contract/endpoints/storage.ts'
import {
  countKeptUploads,
  failureOfCode,
  isSettled,
  isUnderWay,
  type JoiningFile,
  type JoiningFolder,
  openUploadBridge,
  type QueueOwner,
  reopenFile,
  type UploadChanges,
  type UploadCommand,
  type UploadFailure,
  type UploadItem,
} from '../../platform/upload.ts'
import { queuedOf } from './file-tree.ts'
import { uploadsKey } from './uploads-key.ts'
import { joinUploadTabs, type UploadTabs } from './upload-tabs.ts'
import type { ChosenFile, FileTree } from '../../micro-apps/upload-types.ts'

/** All tabs of the portal hear each other here; the queue of an account has a channel and a lock of its own. */
const CHANNEL = 'school-portal-uploads'

/** The uploads of this account, in the order of the queue; those that ended in this visit too. */
export const uploads = createObservable<readonly UploadItem[]>([])

/** How often something was added in this tab. */
export const additions = createObservable(0)

/** The list after what has changed. `whole`: what is not among it is there no more, unless it has ended. */
export function applyChanges(items: readonly UploadItem[], changes: UploadChanges, whole: boolean): UploadItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const told = new Set(changes.items.map(({ id }) => id))
  if (whole) for (const [id, item] of byId) if (!told.has(id) && !isSettled(item.state)) byId.delete(id)
  for (const item of changes.items) byId.set(item.id, item)
  for (const id of changes.removed) byId.delete(id)
  return changes.order ? inOrder(byId, changes.order) : [...byId.values()]
}

/** Those that the order does not name have ended before it was made, and stand first. */
function inOrder(byId: ReadonlyMap<string, UploadItem>, order: readonly string[]): UploadItem[] {
  const named = new Set(order)
  const others = [...byId.values()].filter(({ id }) => !named.has(id))
  return [...others, ...order.flatMap((id) => byId.get(id) ?? [])]
}

type StoredListener = (file: StoredFile) => void
type FailureListener = (failure: UploadFailure, item: UploadItem | null) => void

const storedListeners = new Set<StoredListener>()
const failureListeners = new Set<FailureListener>()
let tabs: UploadTabs | null = null
let account = ''

/**
 * Joins the account's queue; once per page. What was left by earlier visits goes on. Where the device may keep nothing, and without the lock
 * manager (it needs HTTPS), the queue lives as long as the page.
 */
export function openUploads(owner: QueueOwner): void {
  const locks = owner.mayKeep ? navigator.locks : undefined
  const key = uploadsKey(owner.account)
  account = owner.account
  const name = `${CHANNEL} ${owner.account}`
  tabs = joinUploadTabs({
    tab: createId(),
    channel: new BroadcastChannel(locks ? name : `${name} ${createId()}`),
    whenLeading(lead) {
      if (!locks) return lead()
      // Held for as long as the page lives; the browser gives it to the next tab when this one goes, however that happens.
      void locks.request(name, async () => {
        // Browsers write such keys seconds later: one that was killed has the uploads, and not the key.
        if (key.get() !== true && (await countKeptUploads(owner.account)) > 0) key.set(true)
        lead()
        return new Promise<never>(() => {})
      })
    },
    openBridge: (parts) => openUploadBridge({ ...parts, owner: { ...owner, mayKeep: locks !== undefined } }),
    list: () => ({ items: [...uploads.current], removed: [], order: uploads.current.map(({ id }) => id) }),
    onChanges(changes, whole) {
      applyAndNotify(changes, whole)
      const isWanted = uploads.current.some(({ state }) => state.phase !== 'done')
      if (isWanted === (key.get() === true)) return
      if (isWanted) key.set(true)
      else key.remove()
    },
    onDismissed(ids) {
      const gone = new Set(ids)
      uploads.set(uploads.current.filter(({ id, state }) => !gone.has(id) || state.phase !== 'done'))
    },
    hasWork: () => uploads.current.some(isUnderWay) || (uploads.current.length === 0 && key.get() === true),
    later: (milliseconds, work) => void setTimeout(work, milliseconds),
    random: Math.random,
    onOnline: (run) => addEventListener('online', run),
  })
  addEventListener('pagehide', () => tabs?.leave())
}

/** Tells the listeners what has come to an end, once each. */
function applyAndNotify(changes: UploadChanges, whole: boolean): void {
  const before = new Map(uploads.current.map(({ id, state }) => [id, state.phase]))
  uploads.set(applyChanges(uploads.current, changes, whole))
  for (const item of changes.items) {
    const { state } = item
    if (whole || before.get(item.id) === state.phase) continue
    if (state.phase === 'done' && state.file) for (const listener of storedListeners) listener(state.file)
    if (state.phase === 'failed') notifyFailure(state.failure, item)
  }
}

function notifyFailure(failure: UploadFailure, item: UploadItem | null): void {
  for (const listener of failureListeners) listener(failure, item)
}

function send(command: UploadCommand): void {
  void sendNow(command)
}

/** Resolves when the queue has carried it out. */
function sendNow(command: UploadCommand): Promise<void> {
  if (!tabs) throw new Error('uploads were not opened')
  return tabs.send(command)
}

/** Queues files for upload, and returns the ids by which they are listed; what cannot be uploaded is on the list as failed. */
export function addUploads(chosen: readonly (File | ChosenFile)[], target: UploadTarget): string[] {
  if (chosen.length === 0) notifyFailure(failureOfCode('checkerror', 'storage.file_missing'), null)
  const entries = chosen.map((one) => joinFile(one instanceof File ? { file: one } : one, target))
  if (entries.length > 0) void join(entries)
  return entries.map(({ id }) => id)
}

/** What is handed to the queue at once: a folder of thousands must keep neither the page nor the worker from anything else. */
const AT_ONCE = 200

/** Queues what was chosen with its directories, empty ones too. Resolves when all of it is on the list. */
export async function addTree(tree: FileTree, target: UploadTarget): Promise<void> {
  const { files, folders } = queuedOf(tree)
  const entries = [...folders.map((path) => joinFolder(path, target)), ...files.map((file) => joinFile(file, target))]
  // One after the other, because the queue keeps their order.
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await join(entries.slice(at, at + AT_ONCE))
  }
}

function join(entries: (JoiningFile | JoiningFolder)[]): Promise<void> {
  additions.set(additions.current + 1)
  return sendNow({ kind: 'add', entries })
}

function joinFolder(path: readonly string[], target: UploadTarget): JoiningFolder {
  return { kind: 'folder', id: createId(), name: path.at(-1) ?? '', path: path.slice(0, -1), ...locationOf(target) }
}

function joinFile({ file, handle = null, path = [] }: ChosenFile, target: UploadTarget): JoiningFile {
  const { name, lastModified } = file
  const own = { id: createId(), name, lastModified, file, handle, path: [...path], maxSize: target.maxSize ?? null }
  return { kind: 'file', ...own, ...locationOf(target) }
}

function locationOf({ folderId, serverid = DEFAULT_SERVER_ID }: UploadTarget) {
  return { folderId, serverid }
}

/** Pauses uploads; what is under way is cut short and sent again when resumed. */
export const pauseUploads = (ids: readonly string[]): void => send({ kind: 'pause', ids: [...ids] })
/** Goes on with paused uploads as soon as there is a place for them. */
export const resumeUploads = (ids: readonly string[]): void => send({ kind: 'resume', ids: [...ids] })
/** Stops uploads and takes them off the list; for 15 seconds they can be brought back. */
export const abortUploads = (ids: readonly string[]): void => send({ kind: 'abort', ids: [...ids] })
/** Brings back what was aborted just now. */
export const restoreUploads = (ids: readonly string[]): void => send({ kind: 'restore', ids: [...ids] })
/** Begins failed uploads again; what the server has already is not sent twice. */
export const retryUploads = (ids: readonly string[]): void => send({ kind: 'retry', ids: [...ids] })
/** Takes finished or failed uploads off the list. */
export const dismissUploads = (ids: readonly string[]): void => send({ kind: 'dismiss', ids: [...ids] })
/** Lets an upload have its turn before another one, or after all others. */
export const moveUpload = (id: string, before: string | null): void => send({ kind: 'move', id, before })
/** Gives an upload its file again; another one than it was is refused, which its state then says. */
export const provideFile = (id: string, file: File, handle: FileSystemFileHandle | null = null): void =>
  send({ kind: 'provide', files: [{ id, file, handle }] })

/** Asks the browser to let an upload read its file again, which only a press may do; when it does, the upload goes on. */
export async function allowFile(id: string): Promise<void> {
  const file = await reopenFile(account, id)
  if (file) send({ kind: 'provide', files: [{ id, ...file }] })
}

/** Calls the listener for each file that the server has stored; returns how to stop listening. */
export function onStored(listener: StoredListener): () => void {
  storedListeners.add(listener)
  return () => void storedListeners.delete(listener)
}

/** Calls the listener for each upload that failed, and without an item when there was no file; returns how to stop listening. */
export function onUploadFailed(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => void failureListeners.delete(listener)
}

/** Whether anything is being uploaded or waits for its turn; paused uploads do not count. */
export function hasActiveUploads(): boolean {
  return uploads.current.some(isUnderWay)
}

/** Whether this tab's worker is the one that sends. */
export function leadsUploads(): boolean {
  return tabs?.leads() ?? false
}

/** Whether no other tab of the account is open, as far as this one knows. */
export function isOnlyTab(): boolean {
  return !tabs?.hasOthers()
}

/** Whether files would have to be chosen again if this page went now. */
export function wouldLoseUploads(): boolean {
  return isOnlyTab() && uploads.current.some((item) => isUnderWay(item) && !item.kept)
}

/** Unlike crypto.randomUUID this also works where a school serves the portal without HTTPS. */
function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where added files go. */
export interface UploadTarget {
  readonly folderId: string | null
  readonly serverid?: string
  /** Bytes; larger files are refused before anything is sent. */
  readonly maxSize?: number
}

/** The text of the warning that section 8 of the specification asks for: 'status：message'. */
export function warningOf(language: Language, { status, message }: UploadFailure): string {
  return `${status}：${textFor(language, message)}`
}
