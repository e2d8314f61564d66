import * as z from 'zod/mini'
import {
  failureOfCode,
  isUnderWay,
  joiningEntry,
  type JoiningFile,
  type JoiningFolder,
  type UploadBridge,
  uploadChanges,
  type UploadChanges,
  uploadCommand,
  type UploadCommand,
  type UploadItem,
} from '../../platform/upload.ts'
import { retryPause } from '../../core/timing/retry-pause.ts'

const tab = z.string()

/** What the tabs of one account tell each other about uploads. One of them leads: its worker has the queue. */
export const tabMessage = z.discriminatedUnion('kind', [
  /** A tab is new. Every other one answers that it is here, and the leader tells how things stand and hands over its files. */
  z.object({ kind: z.literal('hello'), tab }),
  z.object({ kind: z.literal('here'), tab }),
  z.object({ kind: z.literal('bye'), tab }),
  /** From now on this one leads. */
  z.object({ kind: z.literal('leads'), tab }),
  /** For whoever leads, who says that it was carried out. Numbers count for each tab. */
  z.object({ kind: z.literal('command'), tab, number: z.number(), command: uploadCommand }),
  z.object({ kind: z.literal('taken'), tab, number: z.number() }),
  /** The files that the leader holds, for a tab that is new. */
  z.object({ kind: z.literal('holds'), entries: z.array(joiningEntry) }),
  /** What the leader tells; `whole` when it is the whole list. */
  z.object({ kind: z.literal('changes'), changes: uploadChanges, whole: z.boolean() }),
])
export type TabMessage = z.infer<typeof tabMessage>

/** Pauses before a worker that broke is started again, in milliseconds. */
const PAUSES = { first: 2000, longest: 30_000 }
/** A worker that broke this often in a row, within about half a minute, is not started again until the user asks for something. */
const ATTEMPTS = 5
/** A breakdown this many milliseconds after the one before counts as the first. */
const SOUND_AFTER = 60_000

/** The part of a BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

export interface UploadTabsDeps {
  /** What tells this tab from the others. */
  readonly tab: string
  readonly channel: TabChannel
  /** Calls back once no other tab leads, and never again. */
  whenLeading(lead: () => void): void
  openBridge(parts: {
    known(): readonly (JoiningFile | JoiningFolder)[]
    onChanges(changes: UploadChanges): void
    onBroken(): void
  }): UploadBridge
  /** How things stand, for a tab that is new. */
  list(): UploadChanges
  onChanges(changes: UploadChanges, whole: boolean): void
  /** Somebody in some tab wants to see these no more, as far as they have ended. */
  onDismissed(ids: readonly string[]): void
  /** Whether the queue has something to do that needs a worker, though nobody has asked for anything yet. */
  hasWork(): boolean
  later(milliseconds: number, work: () => void): void
  /** From 0 to 1. */
  random(): number
  /** Calls back each time the browser's network comes back: a worker's script may not have arrived without it. */
  onOnline(run: () => void): void
}

/** The uploads of an account as one tab has them, together with all others. */
export interface UploadTabs {
  /** Resolves when the leader has carried it out; a leader that goes away meanwhile is followed by another. A worker that was given up is started again. */
  send(command: UploadCommand): Promise<void>
  /** Whether other tabs of the account are open, which can go on with what this one holds. */
  hasOthers(): boolean
  /** Whether the worker is this tab's. */
  leads(): boolean
  /** This tab is about to go. */
  leave(): void
}

interface Pending {
  readonly command: UploadCommand
  done(): void
}

/** A command that the worker has to carry out. */
interface TabCommand {
  readonly from: string
  readonly number: number
  readonly command: UploadCommand
}

/** Joins the tabs on a channel. Every tab holds the files that any of them added, so that the last one left can still send them. */
export function joinUploadTabs(parts: UploadTabsDeps): UploadTabs {
  const { tab, channel } = parts
  const others = new Set<string>()
  const pending = new Map<number, Pending>()
  const held = new Map<string, JoiningFile | JoiningFolder>()
  /** The last command of each tab that was carried out here, because a tab that hears of a new leader says its own again. */
  const carriedOut = new Map<string, Set<number>>()
  let bridge: UploadBridge | null = null
  let lastNumber = 0
  /** `pausing`: the worker broke and is started again in a while. `given up`: it broke too often. Commands wait meanwhile. */
  let mode: 'working' | 'pausing' | 'given up' = 'working'
  let waiting: TabCommand[] = []
  let breakdowns = 0
  let breakdownsInARow = 0

  function post(message: TabMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
    channel.postMessage(message)
  }

  function hold(command: UploadCommand): void {
    if (command.kind === 'add') for (const entry of command.entries) held.set(entry.id, entry)
    // A worker that was started anew does not know what has ended.
    if (command.kind === 'dismiss') parts.onDismissed(command.ids)
    if (command.kind !== 'provide') return
    for (const { id, file, handle } of command.files) {
      const entry = held.get(id)
      if (entry?.kind === 'file') held.set(id, { ...entry, file, handle })
    }
  }

  function receiveChanges(changes: UploadChanges, whole: boolean): void {
    for (const id of changes.removed) held.delete(id)
    for (const { id, state } of changes.items) if (state.phase === 'done') held.delete(id)
    parts.onChanges(changes, whole)
  }

  function lead(): void {
    bridge = parts.openBridge({
      known: () => [...held.values()],
      onChanges(changes) {
        publishChanges(changes)
        bridge?.setBusy(parts.hasWork())
      },
      onBroken,
    })
    parts.onOnline(() => {
      if (mode === 'given up') beginAnew()
    })
    if (parts.hasWork()) bridge.setBusy(true)
    post({ kind: 'leads', tab })
    for (const [number, { command }] of pending) carryOut({ from: tab, number, command })
  }

  function publishChanges(changes: UploadChanges): void {
    receiveChanges(changes, false)
    post({ kind: 'changes', changes, whole: false })
  }

  function carryOut(asked: TabCommand): void {
    const { from, number } = asked
    const known = carriedOut.get(from) ?? new Set()
    carriedOut.set(from, known)
    if (!bridge || known.has(number)) return
    known.add(number)
    waiting.push(asked)
    if (mode === 'given up') beginAnew()
    else if (mode === 'working') executeWaiting(bridge)
  }

  function executeWaiting(worker: UploadBridge): void {
    const ready = waiting
    waiting = []
    for (const asked of ready) void executeCommand(worker, asked)
  }

  async function executeCommand(worker: UploadBridge, asked: TabCommand): Promise<void> {
    try {
      await worker.execute(asked.command)
    } catch {
      // The worker broke; what it was told is told to the next one.
      waiting.push(asked)
      return onBroken()
    }
    const { from, number } = asked
    if (from === tab) settle(number)
    else post({ kind: 'taken', tab: from, number })
  }

  /** Plans the next start of the worker. Each command that it had, and `onBroken` of the bridge, report the same breakdown. */
  function onBroken(): void {
    if (mode !== 'working') return
    breakdowns += 1
    breakdownsInARow += 1
    const which = breakdowns
    parts.later(SOUND_AFTER, () => {
      if (breakdowns === which) breakdownsInARow = 0
    })
    if (breakdownsInARow === ATTEMPTS) return giveUp()
    mode = 'pausing'
    parts.later(retryPause(breakdownsInARow, PAUSES, parts.random()), () => startAgain(parts.hasWork()))
  }

  function startAgain(isBusy: boolean): void {
    mode = 'working'
    if (!bridge) return
    bridge.setBusy(isBusy)
    executeWaiting(bridge)
  }

  function beginAnew(): void {
    breakdownsInARow = 0
    startAgain(true)
  }

  /** Nothing happens any more by itself, and every upload says so: those that the worker was sent, and those that it never listed. */
  function giveUp(): void {
    mode = 'given up'
    const listed = parts.list().items
    const ids = new Set(listed.map(({ id }) => id))
    const unlisted = [...held.values()].filter(({ id }) => !ids.has(id))
    const state: UploadItem['state'] = {
      phase: 'failed',
      failure: failureOfCode('uploaderror', 'client.worker_stopped'),
    }
    const items = [...listed.filter(isUnderWay), ...unlisted.map(itemOf)].map((item) => ({ ...item, state }))
    publishChanges({ items, removed: [], order: null })
  }

  function settle(number: number): void {
    pending.get(number)?.done()
    pending.delete(number)
  }

  function handleMessage(message: TabMessage): void {
    switch (message.kind) {
      case 'hello':
        others.add(message.tab)
        post({ kind: 'here', tab })
        if (!bridge) break
        post({ kind: 'changes', changes: parts.list(), whole: true })
        if (held.size > 0) post({ kind: 'holds', entries: [...held.values()] })
        break
      case 'here':
        others.add(message.tab)
        break
      case 'bye':
        others.delete(message.tab)
        break
      case 'leads':
        for (const [number, { command }] of pending) post({ kind: 'command', tab, number, command })
        break
      case 'command':
        hold(message.command)
        carryOut({ from: message.tab, number: message.number, command: message.command })
        break
      case 'taken':
        if (message.tab === tab) settle(message.number)
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
    // Another version of the portal may say what this one does not know.
    if (message.success) handleMessage(message.data)
  })
  post({ kind: 'hello', tab })
  parts.whenLeading(lead)

  return {
    send(command) {
      const number = ++lastNumber
      hold(command)
      return new Promise((done) => {
        pending.set(number, { command, done })
        // Also when this tab leads: the others hold the files too.
        post({ kind: 'command', tab, number, command })
        carryOut({ from: tab, number, command })
      })
    },
    hasOthers: () => others.size > 0,
    leads: () => bridge !== null,
    leave: () => post({ kind: 'bye', tab }),
  }
}

/** An upload that is on no list yet. */
function itemOf(one: JoiningFile | JoiningFolder): Omit<UploadItem, 'state'> {
  const { id, kind, name, folderId, path } = one
  return { id, kind, name, size: one.kind === 'file' ? one.file.size : 0, folderId, path, kept: false }
}
