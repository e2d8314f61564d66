import type { JoiningFile, JoiningFolder, UploadBridge, UploadChanges, UploadCommand } from '../../bridges/upload.ts'
import { tabMessage, type TabMessage } from './tab-message.ts'

/** A worker that broke is started again after so many milliseconds. */
const START_AGAIN = 2000

/** The part of a BroadcastChannel that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

export interface TabsParts {
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
}

/** The uploads of an account as one tab has them, together with all others. */
export interface UploadTabs {
  /** Resolves when whoever leads has carried it out; a leader that goes away meanwhile is followed by another. */
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

/** Joins the tabs on a channel. Every tab holds the files that any of them added, so that the last one left can still send them. */
export function joinUploadTabs(parts: TabsParts): UploadTabs {
  const { tab, channel } = parts
  const others = new Set<string>()
  const pending = new Map<number, Pending>()
  const held = new Map<string, JoiningFile | JoiningFolder>()
  /** The last command of each tab that was carried out here, because a tab that hears of a new leader says its own again. */
  const carriedOut = new Map<string, Set<number>>()
  let bridge: UploadBridge | null = null
  let lastNumber = 0

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

  function hear(changes: UploadChanges, whole: boolean): void {
    for (const id of changes.removed) held.delete(id)
    for (const { id, state } of changes.items) if (state.phase === 'done') held.delete(id)
    parts.onChanges(changes, whole)
  }

  function lead(): void {
    bridge = parts.openBridge({
      known: () => [...held.values()],
      onChanges(changes) {
        hear(changes, false)
        post({ kind: 'changes', changes, whole: false })
        bridge?.setBusy(parts.hasWork())
      },
      onBroken() {
        parts.later(START_AGAIN, () => bridge?.setBusy(parts.hasWork()))
      },
    })
    if (parts.hasWork()) bridge.setBusy(true)
    post({ kind: 'leads', tab })
    for (const [number, { command }] of pending) void carryOut(tab, number, command)
  }

  async function carryOut(from: string, number: number, command: UploadCommand): Promise<void> {
    const known = carriedOut.get(from) ?? new Set()
    carriedOut.set(from, known)
    if (!bridge || known.has(number)) return
    known.add(number)
    try {
      await bridge.obey(command)
    } catch {
      // The worker broke; what it was told is told to the next one.
      known.delete(number)
      parts.later(START_AGAIN, () => void carryOut(from, number, command))
      return
    }
    if (from === tab) settle(number)
    else post({ kind: 'taken', tab: from, number })
  }

  function settle(number: number): void {
    pending.get(number)?.done()
    pending.delete(number)
  }

  function answer(message: TabMessage): void {
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
        if (bridge) void carryOut(message.tab, message.number, message.command)
        break
      case 'taken':
        if (message.tab === tab) settle(message.number)
        break
      case 'holds':
        for (const entry of message.entries) held.set(entry.id, entry)
        break
      case 'changes':
        hear(message.changes, message.whole)
    }
  }

  channel.addEventListener('message', ({ data }) => {
    const message = tabMessage.safeParse(data)
    // Another version of the portal may say what this one does not know.
    if (message.success) answer(message.data)
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
        if (bridge) void carryOut(tab, number, command)
      })
    },
    hasOthers: () => others.size > 0,
    leads: () => bridge !== null,
    leave: () => post({ kind: 'bye', tab }),
  }
}
