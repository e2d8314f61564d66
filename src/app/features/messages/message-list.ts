import * as calls from '../../../../contract/endpoints/messages.ts'
import { proxy, ref } from 'valtio/vanilla'
import { call } from '../../core/api/call.ts'
import { waiting } from '../../core/live/waiting.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio/react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { notify } from '../../core/notices/notices.ts'

type MessageListState =
  | { status: 'loading' }
  | { status: 'ready'; list: readonly calls.Message[] }
  | { status: 'failed' }

export const messageList = proxy<{ state: MessageListState }>({ state: { status: 'loading' } })

let loading: Promise<void> | null = null
let again = false

/** Loads the list; concurrent calls share one request. Never rejects; a failure keeps the loaded list. */
function loadMessages(): Promise<void> {
  if (loading) {
    // The running request may be outdated.
    again = true
    return loading
  }
  loading = read().finally(() => {
    loading = null
    if (again) {
      again = false
      void loadMessages()
    }
  })
  return loading
}

async function read(): Promise<void> {
  try {
    show(await call(calls.unread, {}))
  } catch {
    if (messageList.state.status !== 'ready') messageList.state = { status: 'failed' }
  }
}

/** How many lists of messages are on the page. */
let lists = 0

/** Loads the list again where one is shown. Never rejects. */
export async function reloadShownMessages(): Promise<void> {
  if (lists > 0) await loadMessages()
}

/** Starts again after a failure. */
export function retryMessages(): void {
  messageList.state = { status: 'loading' }
  void loadMessages()
}

/** Marks a message as read: it leaves the list at once. On failure rejects, with the list as the server has it. */
export async function readMessage(id: string): Promise<void> {
  await takeAway([id], () => call(calls.markRead, { desktopMessageId: id }))
}

/** Makes messages unread again. */
async function restoreMessages(ids: readonly string[]): Promise<void> {
  await call(calls.restore, { desktopMessageIds: [...ids] })
  await loadMessages()
}

async function takeAway(ids: readonly string[], tell: () => Promise<unknown>): Promise<void> {
  const { state } = messageList
  const before = waiting.counts
  if (state.status === 'ready') {
    const list = state.list.filter(({ id }) => !ids.includes(id))
    const fewer = state.list.length - list.length
    if (before) waiting.counts = { ...before, message: Math.max(0, before.message - fewer) }
    show(list)
  }
  try {
    await tell()
    // The running request may be outdated.
    if (loading) void loadMessages()
  } catch (error) {
    waiting.counts = before
    await loadMessages()
    throw error
  }
}

function show(list: readonly calls.Message[]): void {
  messageList.state = { status: 'ready', list: ref(list) }
}

/** The user's unread messages, loaded again when a list is mounted. */
export function useMessages(): MessageListState {
  useEffect(() => {
    void loadMessages()
    lists += 1
    return () => {
      lists -= 1
    }
  }, [])
  return useSnapshot(messageList).state
}

/** Marks messages as read and offers an undo. Never rejects. */
export async function ignoreWithUndo(ids: readonly string[], said: string, undo: string): Promise<void> {
  const [only, ...others] = ids
  try {
    if (only !== undefined && others.length === 0) await readMessage(only)
    else await takeAway(ids, () => call(calls.ignoreAll, { desktopMessageIds: [...ids] }))
  } catch (error) {
    reportFailure(error)
    return
  }
  notify('success', said, { action: { label: undo, run: () => void restoreMessages(ids).catch(reportFailure) } })
}
