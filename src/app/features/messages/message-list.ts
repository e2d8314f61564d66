import { useQuery } from '@tanstack/react-query'
import * as calls from '../../../../contract/endpoints/messages.ts'
import { call } from '../../core/api/call.ts'
import { countsQuery } from '../../core/live/waiting.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { endpointQuery, queryClient } from '../../core/query/query-client.ts'

/** Offline it fails at once, and the list offers a retry. */
const unreadQuery = { ...endpointQuery(calls.unread, {}), networkMode: 'always' } as const

/** The user's unread messages. */
export const useMessages = () => useQuery(unreadQuery)

/** Loads the list again where one is shown. Never rejects; a failure keeps the list. */
export const renewMessages = () => queryClient.invalidateQueries(unreadQuery)

/** Marks a message as read: it leaves the list at once. On failure rejects, with the list as the server has it. */
export async function readMessage(id: string): Promise<void> {
  await takeAway([id], () => call(calls.markRead, { desktopMessageId: id }))
}

/** Makes messages unread again. */
async function restoreMessages(ids: readonly string[]): Promise<void> {
  await call(calls.restore, { desktopMessageIds: [...ids] })
  await renewMessages()
}

async function takeAway(ids: readonly string[], tell: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries(unreadQuery)
  const before = queryClient.getQueryData(countsQuery.queryKey)
  queryClient.setQueryData(unreadQuery.queryKey, (list) => {
    const left = list?.filter(({ id }) => !ids.includes(id))
    const fewer = (list?.length ?? 0) - (left?.length ?? 0)
    const counts = before && { ...before, message: Math.max(0, before.message - fewer) }
    queryClient.setQueryData(countsQuery.queryKey, counts)
    return left
  })
  try {
    await tell()
    // A request that was sent before may bring them back.
    if (queryClient.isFetching(unreadQuery) > 0) void renewMessages()
  } catch (error) {
    queryClient.setQueryData(countsQuery.queryKey, before)
    await renewMessages()
    throw error
  }
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
