import * as z from 'zod/mini'
import * as todos from '../../../../contract/endpoints/messages/todos.ts'
import { keepResponses } from '../../core/query/kept-responses.ts'
import { todoQuery, type TodoPage } from './todo-pages.ts'

/** The first page of to-dos on this device: of the user, and of those about a child. */
export const keptTodos = keepResponses<TodoPage>({
  name: 'todos',
  schema: z.extend(todos.popup.response, { page: z.literal(0) }),
  keyOf: (child) => todoQuery(0, child ?? undefined).queryKey,
})
