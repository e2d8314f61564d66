import { proxy, ref } from 'valtio/vanilla'
import * as calls from '../../../../contract/endpoints/todos.ts'
import { POPUP_PAGE_SIZE } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'

/** One page of the person's to-dos; `page` counts from 0. */
export interface TodoPage {
  readonly list: readonly calls.Todo[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

/** The page that is shown: being read, there, or not to be had. */
export type TodoState = { status: 'loading' } | { status: 'ready'; shown: TodoPage } | { status: 'failed' }

/** What the pop-up shows. */
export const todoPages = proxy<{ state: TodoState }>({ state: { status: 'loading' } })

/** Number of the newest request; answers to older ones are dropped. */
let newest = 0

/** The page shown now, or the last existing one if only `total` to-dos are left. */
export function pageShown(total = Number.POSITIVE_INFINITY): number {
  const page = todoPages.state.status === 'ready' ? todoPages.state.shown.page : 0
  return Math.max(0, Math.min(page, Math.ceil(total / POPUP_PAGE_SIZE) - 1))
}

/** Reads a page and shows it; when it has become empty, the one before. Never rejects; a page that is there stays when it cannot be read anew. */
export async function showTodos(page: number): Promise<void> {
  newest += 1
  const request = newest
  try {
    const { list, pages, total } = await call(calls.popup, { start: page * POPUP_PAGE_SIZE, size: POPUP_PAGE_SIZE })
    if (request !== newest) return
    if (list.length === 0 && page > 0) {
      await showTodos(Math.min(page - 1, Math.max(0, pages - 1)))
      return
    }
    todoPages.state = { status: 'ready', shown: ref({ list, page, pages, total }) }
  } catch {
    if (request === newest && todoPages.state.status !== 'ready') todoPages.state = { status: 'failed' }
  }
}

/** Begins again after a failure. */
export function retryTodos(): void {
  todoPages.state = { status: 'loading' }
  void showTodos(0)
}

/** Takes a to-do off the list and shows what the page holds then. Rejects when it could not be taken. */
export async function ignoreTodo(todoId: string): Promise<void> {
  try {
    await call(calls.ignore, { todoId })
  } finally {
    await showTodos(pageShown())
  }
}

/** Puts a to-do back. */
export async function restoreTodo(todoId: string): Promise<void> {
  await call(calls.restore, { todoId })
  await showTodos(pageShown())
}
