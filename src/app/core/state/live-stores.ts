const CHANNEL = 'school-portal-forget'

const live = new Map<string, Set<() => void>>()
let channel: BroadcastChannel | null = null

/** Registers a user's persisted store; `drop` is called when that user is deleted in any tab. Returns its removal. */
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

/** Ends the persistence of a user's stores, here and in other tabs, so that nothing is written again after the deletion. */
export function dropLiveStores(userId: string): void {
  dropHere(userId)
  listenToOtherTabs()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel has none
  channel?.postMessage(userId)
}

/** The same for all users in this page. */
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
