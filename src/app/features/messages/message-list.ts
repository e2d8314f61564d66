import { useQuery } from '@tanstack/react-query'
import * as messages from '../../../../contract/endpoints/messages/messages.ts'
import { call } from '../../core/api/call.ts'
import { ownCounts } from '../../core/live/counts.ts'
import { keepResponses } from '../../core/query/kept-responses.ts'
import { endpointQuery, queryClient } from '../../core/query/query-client.ts'

/** Offline it fails at once, and what was there stays. */
export const unreadQuery = (studentId?: string) =>
  ({
    ...endpointQuery(messages.unread, studentId === undefined ? {} : { studentId }),
    networkMode: 'always',
    refetchOnReconnect: true,
  }) as const

/** The lists of unread messages on this device: the user's, and those about a child. */
export const keepMessages = keepResponses({
  name: 'messages',
  schema: messages.unread.response,
  keyOf: (child) => unreadQuery(child ?? undefined).queryKey,
})

/** Of all lists that are shown: the user's, and that about a child. */
const LISTS = { queryKey: [messages.unread.name] }

/** The user's unread messages; of a parent those about a child and the whole family, where one is given. */
export const useMessages = (studentId?: string, enabled = true) => useQuery({ ...unreadQuery(studentId), enabled })

/** Loads the list again where one is shown. Never rejects; a failure keeps the list. */
export const renewMessages = () => queryClient.invalidateQueries(LISTS)

/** Marks a message as read: it leaves the list at once. On failure rejects, with the list as the server has it. */
export async function readMessage(id: string): Promise<void> {
  await takeAway([id], () => call(messages.markRead, { desktopMessageId: id }))
}

/** Takes messages off the lists at once, and tells the server by `tell`. On failure rejects, with the lists as the server has them. */
export async function takeAway(ids: readonly string[], tell: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries(LISTS)
  const before = ownCounts.current
  const gone = new Set<string>()
  const were = queryClient.getQueriesData<readonly messages.Message[]>(LISTS).map(([queryKey, list]) => ({
    queryKey,
    list,
    updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
  }))
  for (const { queryKey, list, updatedAt } of were) {
    for (const { id } of list ?? []) if (ids.includes(id)) gone.add(id)
    const left = list?.filter(({ id }) => !ids.includes(id))
    queryClient.setQueryData(queryKey, left, { updatedAt })
  }
  ownCounts.set(before && { ...before, message: Math.max(0, before.message - gone.size) })
  try {
    await tell()
    // A request that was sent before may bring them back.
    if (queryClient.isFetching(LISTS) > 0) void renewMessages()
  } catch (error) {
    if (before) ownCounts.set(before)
    // Without a network nothing else brings them back.
    for (const { queryKey, list, updatedAt } of were) queryClient.setQueryData(queryKey, list, { updatedAt })
    await renewMessages()
    throw error
  }
}
