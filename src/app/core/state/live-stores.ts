/** Where a store's record lies: every cached thing is keyed by user, null being the device itself. */
export interface RecordKey {
  readonly userId: string | null
  readonly name: string
}

const CHANNEL = 'school-portal-forget'

const live = new Map<string, Set<() => void>>()
let channel: BroadcastChannel | null = null

/** Notes that a user's store is being kept; `drop` is called when that user is forgotten in any tab. Returns its removal. */
export function addLiveStore(userId: string | null, drop: () => void): () => void {
  if (userId === null) return () => {}
  listenToOtherTabs()
  const drops = live.get(userId) ?? new Set()
  live.set(userId, drops)
  drops.add(drop)
  return () => {
    drops.delete(drop)
  }
}

/** Ends the keeping of all of a user's stores, here and in the other tabs, so that nothing writes again what is about to be deleted. */
export function dropLiveStores(userId: string): void {
  dropHere(userId)
  listenToOtherTabs()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
  channel?.postMessage(userId)
}

/** Ends the keeping of every user's stores in this page. */
export function dropAllLiveStores(): void {
  for (const userId of live.keys()) dropHere(userId)
}

function dropHere(userId: string): void {
  for (const drop of live.get(userId) ?? []) drop()
  live.delete(userId)
}

function listenToOtherTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') dropHere(event.data)
  })
}
