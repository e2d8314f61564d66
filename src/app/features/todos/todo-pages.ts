import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import * as todos from '../../../../contract/endpoints/messages/todos.ts'
import { POPUP_PAGE_SIZE } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'
import { keepResponses } from '../../core/query/kept-responses.ts'
import { queryClient } from '../../core/query/query-client.ts'

export interface TodoPage {
  readonly list: readonly todos.Todo[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

/** A page of to-dos, of a parent's child where one is given, or the last one when there are fewer by now. Offline it fails at once, and what was there stays. */
export const todoQuery = (page: number, studentId?: string) =>
  queryOptions({
    queryKey: [todos.popup.name, page, studentId],
    queryFn: ({ signal }) => readTodos(page, studentId, signal),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    refetchOnReconnect: true,
  })

async function readTodos(page: number, studentId: string | undefined, signal: AbortSignal): Promise<TodoPage> {
  const range = { start: page * POPUP_PAGE_SIZE, size: POPUP_PAGE_SIZE, studentId }
  const { list, pages, total } = await call(todos.popup, range, { signal })
  if (list.length === 0 && page > 0) return readTodos(Math.min(page - 1, Math.max(0, pages - 1)), studentId, signal)
  return { list, page, pages, total }
}

/** The first page of to-dos on this device: of the user, and of those about a child. */
export const keepTodos = keepResponses({
  name: 'todos',
  schema: z.extend(todos.popup.response, { page: z.literal(0) }),
  keyOf: (child) => todoQuery(0, child ?? undefined).queryKey,
})

/** Loads the shown to-dos again. Never rejects; a failure keeps them. */
export const renewTodos = () => queryClient.invalidateQueries({ queryKey: [todos.popup.name] })
