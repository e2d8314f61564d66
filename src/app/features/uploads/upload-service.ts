import { PortalError } from '../../../../contract/portal-error.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { StoredFile } from '../../../../contract/endpoints/storage/storage.ts'
import { DEFAULT_SERVER_ID } from '../../../../contract/limits.ts'
import { transport } from '../../core/api/call.ts'
import { language } from '../../core/language/language.ts'
import { notify } from '../../core/notices/notices.ts'
import { createObservable } from '../../core/state/observable.ts'
import { guardLeaving, hadUploads, hasActiveUploads } from '../../core/state/uploading.ts'
import { mayKeep } from '../../core/storage/local-keys.ts'
import type { ChosenFile, FileTree } from '../../micro-apps/upload-types.ts'
import {
  countKeptUploads,
  isSettled,
  isUnderWay,
  type JoiningEntry,
  type JoiningFile,
  type JoiningFolder,
  openUploadBridge,
  reopenFile,
  type UploadChanges,
  type UploadCommand,
  type UploadFailure,
  type UploadItem,
} from '../../platform/upload.ts'
import { queuedOf, readTransfer } from './file-tree.ts'
import { uploadFailureText } from './upload-failure-text.ts'
import { joinUploadTabs, type UploadTabs } from './upload-tabs.ts'
import { uploadAccount, uploadsKey } from './uploads-key.ts'
import type { PortalUpload } from '../../micro-apps/micro-app.ts'
import { chooseFiles } from './choose-files.ts'
import type { FileQueue } from './single-upload.ts'

/** Prefix of an account's broadcast channel and lock. */
const CHANNEL = 'school-portal-uploads'

/** The uploads of this account in queue order, with those that ended in this visit. */
export const uploads = createObservable<readonly UploadItem[]>([])

/** How often something was added in this tab. */
export const additions = createObservable(0)

type StoredListener = (file: StoredFile) => void
const storedListeners = new Set<StoredListener>()
let tabs: UploadTabs | null = null
let account = ''

/**
 * Joins the user's queue of uploads, once, and continues those of earlier visits. Where the device may store nothing, and without the lock manager (it
 * needs HTTPS), the queue lives as long as the page.
 */
export function joinUploads(user: { unitId: string; userId: string }): void {
  if (tabs) return
  account = uploadAccount(user)
  const key = uploadsKey(account)
  const locks = mayKeep() ? navigator.locks : undefined
  const owner = { account, mayKeep: locks !== undefined }
  const name = `${CHANNEL} ${account}`
  tabs = joinUploadTabs({
    tab: createId(),
    channel: new BroadcastChannel(locks ? name : `${name} ${createId()}`),
    whenLeading(lead) {
      if (!locks) return lead()
      // Held for as long as the page lives; the browser gives it to the next tab when this one ends, in whatever way.
      void locks.request(name, async () => {
        // Browsers write local storage seconds later: after a crash there may be uploads without the key.
        if (key.get() !== true && (await countKeptUploads(owner.account)) > 0) key.set(true)
        lead()
        return new Promise<never>(() => {})
      })
    },
    openBridge: (deps) => openUploadBridge({ ...deps, owner }),
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
    runAfter: (milliseconds, work) => void setTimeout(work, milliseconds),
    random: Math.random,
    onOnline: (run) => addEventListener('online', run),
  })
  addEventListener('pagehide', () => tabs?.leave())
  uploads.subscribe(() => {
    hasActiveUploads.set(uploads.current.some(isUnderWay))
    if (uploads.current.length > 0) hadUploads.set(true)
  })
  guardLeaving(() => isOnlyTab() && uploads.current.some((item) => isUnderWay(item) && !item.kept))
}

/** Calls the listeners once for each upload that has ended. */
function applyAndNotify(changes: UploadChanges, whole: boolean): void {
  const before = new Map(uploads.current.map(({ id, state }) => [id, state.phase]))
  uploads.set(applyChanges(uploads.current, changes, whole))
  for (const { id, state } of changes.items) {
    if (whole || before.get(id) === state.phase) continue
    if (state.phase === 'done' && state.file) for (const listener of storedListeners) listener(state.file)
    if (state.phase === 'failed') warn(state.failure)
  }
}

/** The list after changes. `whole`: what they do not list is gone, unless it has ended. */
export function applyChanges(items: readonly UploadItem[], changes: UploadChanges, whole: boolean): UploadItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const listed = new Set(changes.items.map(({ id }) => id))
  if (whole) for (const [id, item] of byId) if (!listed.has(id) && !isSettled(item.state)) byId.delete(id)
  for (const item of changes.items) byId.set(item.id, item)
  for (const id of changes.removed) byId.delete(id)
  if (!changes.order) return [...byId.values()]
  // Uploads that the order does not name ended before it was made, and come first.
  const ordered = new Set(changes.order)
  const others = [...byId.values()].filter(({ id }) => !ordered.has(id))
  return [...others, ...changes.order.flatMap((id) => byId.get(id) ?? [])]
}

/** Shows a failure in the visible tab; every tab gets it. */
function warn(failure: UploadFailure): void {
  if (document.visibilityState === 'visible') notify('warning', warningOf(language.current, failure))
}

/** The text of the warning that section 8 of the specification asks for: 'status：message'. */
export function warningOf(speech: Language, failure: UploadFailure): string {
  return `${failure.status}：${uploadFailureText(speech, failure)}`
}

/** Resolves when the queue has carried it out. */
function send(command: UploadCommand): Promise<void> {
  if (!tabs) throw new Error('uploads were not opened')
  return tabs.send(command)
}

/** Where added files go. */
export interface UploadTarget {
  readonly folderId: string | null
  readonly serverid?: string
  /** 'name': files of the same names there get the content; or the id of the file that gets it. Otherwise taken names get a number. */
  readonly replaces?: string
}

/** With the status that the server gives to the same mistake. */
export const NO_FILE: UploadFailure = {
  kind: 'checkerror',
  code: 'storage.file_missing',
  status: 400,
  message: 'storage.file_missing',
}

/** Queues files for upload, and returns their ids; refused files are listed as failed. */
export function addUploads(chosen: readonly (File | ChosenFile)[], target: UploadTarget): string[] {
  if (chosen.length === 0) warn(NO_FILE)
  const entries = chosen.map((one) => joinFile(one instanceof File ? { file: one } : one, target))
  if (entries.length > 0) void join(entries)
  return entries.map(({ id }) => id)
}

/** Entries added with one command: a folder of thousands must not block the page or the worker. */
const AT_ONCE = 200

/** Queues a tree of files and directories, empty ones too. Resolves when all of it is on the list. */
export async function addTree(tree: FileTree, target: UploadTarget): Promise<void> {
  const { files, folders } = queuedOf(tree)
  const entries = [...folders.map((path) => joinFolder(path, target)), ...files.map((file) => joinFile(file, target))]
  // One after the other, because the queue keeps their order.
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await join(entries.slice(at, at + AT_ONCE))
  }
}

function join(entries: JoiningEntry[]): Promise<void> {
  additions.set(additions.current + 1)
  return send({ kind: 'add', entries })
}

function joinFolder(path: readonly string[], target: UploadTarget): JoiningFolder {
  return { kind: 'folder', id: createId(), name: path.at(-1) ?? '', path: path.slice(0, -1), ...locationOf(target) }
}

function joinFile({ file, handle = null, path = [] }: ChosenFile, target: UploadTarget): JoiningFile {
  const { name, lastModified } = file
  const own = { id: createId(), name, lastModified, file, handle, path: [...path] }
  return { kind: 'file', ...own, ...locationOf(target), replaces: target.replaces }
}

function locationOf({ folderId, serverid = DEFAULT_SERVER_ID }: UploadTarget) {
  return { folderId, serverid, app: transport.appCode }
}

function listCommand(kind: 'pause' | 'resume' | 'abort' | 'restore' | 'retry' | 'dismiss') {
  return (ids: readonly string[]): void => void send({ kind, ids: [...ids] })
}

/** Aborts requests under way, which are repeated when resumed. */
export const pauseUploads = listCommand('pause')
export const resumeUploads = listCommand('resume')
/** Stops uploads and takes them off the list; `restoreUploads` can undo it for 15 seconds. */
export const abortUploads = listCommand('abort')
export const restoreUploads = listCommand('restore')
/** Starts failed uploads again; what the server has already is not sent twice. */
export const retryUploads = listCommand('retry')
/** Takes finished or failed uploads off the list. */
export const dismissUploads = listCommand('dismiss')

/** Moves an upload before another one, or to the end. */
export function moveUpload(id: string, before: string | null): void {
  void send({ kind: 'move', id, before })
}

/** Gives an upload its file again; a different file than before is refused, which its state then says. */
export function provideFile(id: string, file: File, handle: FileSystemFileHandle | null = null): void {
  void send({ kind: 'provide', files: [{ id, file, handle }] })
}

/** Asks the user to let an upload read its file again; then it continues. Only during a user gesture. */
export async function allowFile(id: string): Promise<void> {
  const found = await reopenFile(account, id)
  if (found) provideFile(id, found.file, found.handle)
}

/** Calls the listener for each file that the server has stored; returns how to stop that. */
export function onStored(listener: StoredListener): () => void {
  storedListeners.add(listener)
  return () => void storedListeners.delete(listener)
}

/** Whether this tab's worker is the one that sends. */
export function leadsUploads(): boolean {
  return tabs?.leads() ?? false
}

/** Whether no other tab of the account is open, as far as this one knows. */
export function isOnlyTab(): boolean {
  return !tabs?.hasOthers()
}

/** Unlike crypto.randomUUID this also works where a school serves the portal without HTTPS. */
function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const queue: FileQueue = { items: uploads, add: addUploads, abort: abortUploads }

/** The upload interface of applications. The queue belongs to the shell: uploads continue when their application is closed. */
export const portalUpload: PortalUpload = {
  items: uploads,
  addTree,
  choose: chooseFiles,
  get choosesDirectories() {
    return 'webkitdirectory' in HTMLInputElement.prototype
  },
  async read(transfer) {
    const tree = await readTransfer(transfer)
    if (tree.entries.length === 0 && tree.unread.length === 0) throw new PortalError('storage.file_missing')
    return tree
  },
  onStored,
  async single(signal, upload) {
    const { uploadQueued, uploadSingle } = await import('./single-upload.ts')
    return uploadSingle(signal, upload, (during, accepted) => uploadQueued(queue, during, accepted))
  },
}
