import { proxy, ref } from 'valtio/vanilla'
import * as calls from '../../../../contract/endpoints/todos.ts'
import { POPUP_PAGE_SIZE } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'

export interface TodoPage {
  readonly list: readonly calls.Todo[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

export type TodoState = { status: 'loading' } | { status: 'ready'; shown: TodoPage } | { status: 'failed' }

export const todoPages = proxy<{ state: TodoState }>({ state: { status: 'loading' } })

/** Number of the newest request; answers to older ones are dropped. */
let newest = 0

/** The page shown now, or the last existing one if only `total` to-dos are left. */
export function pageShown(total = Number.POSITIVE_INFINITY): number {
  const page = todoPages.state.status === 'ready' ? todoPages.state.shown.page : 0
  return Math.max(0, Math.min(page, Math.ceil(total / POPUP_PAGE_SIZE) - 1))
}

/** Loads a page and shows it; when it has become empty, the one before. Never rejects; a failure keeps the shown page. */
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

/** Starts again after a failure. */
export function retryTodos(): void {
  todoPages.state = { status: 'loading' }
  void showTodos(0)
}

/** Ignores a to-do and shows the resulting page. Rejects on failure. */
export async function ignoreTodo(todoId: string): Promise<void> {
  try {
    await call(calls.ignore, { todoId })
  } finally {
    await showTodos(pageShown())
  }
}

export async function restoreTodo(todoId: string): Promise<void> {
  await call(calls.restore, { todoId })
  await showTodos(pageShown())
}
