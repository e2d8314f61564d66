import * as z from 'zod/mini'
import { retryPause } from '../../core/timing/retry-pause.ts'
import {
  isUnderWay,
  joiningEntry,
  type JoiningEntry,
  type openUploadBridge,
  type UploadBridge,
  uploadChanges,
  type UploadChanges,
  uploadCommand,
  type UploadCommand,
  type UploadFailure,
  type UploadItem,
} from '../../platform/upload.ts'

const tabId = z.string()

/** Messages between the tabs of one account. One tab leads: its worker has the queue. */
const tabMessage = z.discriminatedUnion('kind', [
  /** From a new tab. All others answer 'here', and the leader sends its list and its files. */
  z.object({ kind: z.literal('hello'), tab: tabId }),
  z.object({ kind: z.literal('here'), tab: tabId }),
  z.object({ kind: z.literal('bye'), tab: tabId }),
  /** For the leader. All others hold its files. */
  z.object({ kind: z.literal('command'), command: uploadCommand }),
  /** The leader's files, for a new tab. */
  z.object({ kind: z.literal('holds'), entries: z.array(joiningEntry) }),
  /** From the leader; `whole` when it is the whole list. */
  z.object({ kind: z.literal('changes'), changes: uploadChanges, whole: z.boolean() }),
])
type TabMessage = z.infer<typeof tabMessage>

/** Of uploads whose worker crashed too often. */
const CRASHED: UploadFailure = {
  kind: 'uploaderror',
  code: 'client.worker_stopped',
  status: 0,
  message: 'client.worker_stopped',
}

/** Pauses before a crashed worker is started again, in milliseconds. */
const PAUSES = { first: 2000, longest: 30_000 }
/** Crashes in a row, within about half a minute, after which the worker is not started again until the user does something. */
const ATTEMPTS = 5
/** A crash this many milliseconds after the last one counts as the first. */
const SOUND_AFTER = 60_000

/** The part of a BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

export interface UploadTabsDeps {
  /** Identifies this tab. */
  readonly tab: string
  readonly channel: TabChannel
  /** Calls back once when no other tab leads. */
  whenLeading(lead: () => void): void
  openBridge(deps: Omit<Parameters<typeof openUploadBridge>[0], 'owner'>): UploadBridge
  /** The whole list, for a new tab. */
  list(): UploadChanges
  onChanges(changes: UploadChanges, whole: boolean): void
  /** Some tab dismissed these; those that are done leave the list. */
  onDismissed(ids: readonly string[]): void
  /** Whether the worker must run although no command is waiting, because uploads are unfinished. */
  hasWork(): boolean
  runAfter(milliseconds: number, work: () => void): void
  /** From 0 to 1. */
  random(): number
  /** Calls back each time the network is back: without it the worker's script may not have been loaded. */
  onOnline(run: () => void): void
}

/** The uploads of an account across its tabs, seen from one of them. */
export type UploadTabs = ReturnType<typeof joinUploadTabs>

/** A command for the worker. */
interface TabCommand {
  readonly command: UploadCommand
  /** Called when it is carried out. */
  readonly done: () => void
}

/** Joins the tabs on a channel. Every tab holds the files that any of them added, so that the last one left can still send them. */
export function joinUploadTabs(deps: UploadTabsDeps) {
  const { tab, channel } = deps
  const others = new Set<string>()
  const held = new Map<string, JoiningEntry>()
  let bridge: UploadBridge | null = null
  /** `pausing`: the worker crashed and will be started again. `given up`: it crashed too often. Commands wait meanwhile. */
  let mode: 'working' | 'pausing' | 'given up' = 'working'
  let waiting: TabCommand[] = []
  let crashes = 0
  let crashesInARow = 0

  function post(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
    channel.postMessage(message)
  }

  function hold(command: UploadCommand): void {
    if (command.kind === 'add') for (const entry of command.entries) held.set(entry.id, entry)
    // A restarted worker has no settled uploads to dismiss.
    if (command.kind === 'dismiss') deps.onDismissed(command.ids)
    if (command.kind !== 'provide') return
    for (const { id, file, handle } of command.files) {
      const entry = held.get(id)
      if (entry?.kind === 'file') held.set(id, { ...entry, file, handle })
    }
  }

  function receiveChanges(changes: UploadChanges, whole: boolean): void {
    for (const id of changes.removed) held.delete(id)
    for (const { id, state } of changes.items) if (state.phase === 'done') held.delete(id)
    deps.onChanges(changes, whole)
  }

  function publishChanges(changes: UploadChanges): void {
    receiveChanges(changes, false)
    post({ kind: 'changes', changes, whole: false })
  }

  function lead(): void {
    bridge = deps.openBridge({
      known: () => [...held.values()],
      onChanges(changes) {
        publishChanges(changes)
        bridge?.setBusy(deps.hasWork())
      },
      onBroken,
    })
    deps.onOnline(() => {
      if (mode === 'given up') beginAnew()
    })
    if (held.size > 0 || deps.hasWork()) bridge.setBusy(true)
    executeWaiting(bridge)
  }

  function carryOut(command: TabCommand): void {
    waiting.push(command)
    if (mode === 'given up') beginAnew()
    else if (mode === 'working' && bridge) executeWaiting(bridge)
  }

  function executeWaiting(worker: UploadBridge): void {
    const ready = waiting
    waiting = []
    for (const command of ready) void executeCommand(worker, command)
  }

  async function executeCommand(worker: UploadBridge, tabCommand: TabCommand): Promise<void> {
    try {
      await worker.execute(tabCommand.command)
    } catch {
      // The worker crashed; the next one gets the command again.
      waiting.push(tabCommand)
      return onBroken()
    }
    tabCommand.done()
  }

  /** Schedules the next start of the worker. Each unfinished command and the bridge's `onBroken` report the same crash. */
  function onBroken(): void {
    if (mode !== 'working') return
    crashes += 1
    crashesInARow += 1
    const which = crashes
    deps.runAfter(SOUND_AFTER, () => {
      if (crashes === which) crashesInARow = 0
    })
    if (crashesInARow === ATTEMPTS) return giveUp()
    mode = 'pausing'
    deps.runAfter(retryPause(crashesInARow, PAUSES, deps.random()), () => startAgain(deps.hasWork()))
  }

  function startAgain(isBusy: boolean): void {
    mode = 'working'
    if (!bridge) return
    bridge.setBusy(isBusy)
    executeWaiting(bridge)
  }

  function beginAnew(): void {
    crashesInARow = 0
    startAgain(true)
  }

  /** Marks as failed every upload that the worker had, and those that it never listed. */
  function giveUp(): void {
    mode = 'given up'
    const listed = deps.list().items
    const ids = new Set(listed.map(({ id }) => id))
    const unlisted = [...held.values()].filter(({ id }) => !ids.has(id))
    const state: UploadItem['state'] = { phase: 'failed', failure: CRASHED }
    const items = [...listed.filter(isUnderWay), ...unlisted.map(itemOf)].map((item) => ({ ...item, state }))
    publishChanges({ items, removed: [], order: null })
  }

  function handleMessage(message: TabMessage): void {
    switch (message.kind) {
      case 'hello':
        others.add(message.tab)
        post({ kind: 'here', tab })
        if (!bridge) break
        post({ kind: 'changes', changes: deps.list(), whole: true })
        if (held.size > 0) post({ kind: 'holds', entries: [...held.values()] })
        break
      case 'here':
        others.add(message.tab)
        // One of the others leads, or all of them hold what was asked for.
        if (!bridge) for (const { done } of waiting.splice(0)) done()
        break
      case 'bye':
        others.delete(message.tab)
        break
      case 'command':
        hold(message.command)
        if (bridge) carryOut({ command: message.command, done: () => {} })
        break
      case 'holds':
        for (const entry of message.entries) held.set(entry.id, entry)
        break
      case 'changes':
        receiveChanges(message.changes, message.whole)
    }
  }

  channel.addEventListener('message', ({ data }) => {
    const message = tabMessage.safeParse(data)
    // Another version of the portal may send messages that this one does not have.
    if (message.success) handleMessage(message.data)
  })
  post({ kind: 'hello', tab })
  deps.whenLeading(lead)

  return {
    /** Resolves when this tab's worker has carried it out, or in a later task when another tab's does. Starts a given-up worker again. */
    send(command: UploadCommand): Promise<void> {
      hold(command)
      // Also when this tab leads: the others hold the files too.
      post({ kind: 'command', command })
      return new Promise((done) => {
        if (bridge || others.size === 0) carryOut({ command, done })
        else deps.runAfter(0, done)
      })
    },
    /** Whether other tabs of the account are open, which can continue this one's uploads. */
    hasOthers: () => others.size > 0,
    /** Whether this tab leads. */
    leads: () => bridge !== null,
    /** This tab is about to close. */
    leave: () => post({ kind: 'bye', tab }),
  }
}

/** An upload that is not on the list yet. */
function itemOf(one: JoiningEntry): Omit<UploadItem, 'state'> {
  const { id, kind, name, folderId, path } = one
  return { id, kind, name, size: one.kind === 'file' ? one.file.size : 0, folderId, path, kept: false }
}
