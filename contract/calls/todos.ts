import * as z from 'zod/mini'
import { id, moment, wholeNumber } from '../fields.ts'
import { row } from '../row.ts'

export const todo = z.object({
  id,
  title: z.string(),
  module: z.string(),
  createTime: moment,
  url: z.nullable(z.string()),
})
export type Todo = z.infer<typeof todo>

export const popup = row({
  name: 'todos.popup',
  method: 'GET',
  path: '/api/base/desktop/popUpBox_select',
  encoding: 'query',
  access: 'session',
  input: z.object({ start: wholeNumber(0, 100_000), size: wholeNumber(1, 100) }),
  answer: z.object({ list: z.array(todo), pages: z.number(), total: z.number() }),
})
