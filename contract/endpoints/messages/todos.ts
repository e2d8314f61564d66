import * as z from 'zod/mini'
import { id, moment, names, wholeNumber } from '../../fields.ts'
import { get, postJson } from '../../endpoint.ts'
import { askedAnswer, givenAnswer } from './answers.ts'

export const todo = z.object({
  id,
  /** In two languages where it was written so, joined as in envelopes. */
  title: z.string(),
  module: z.string(),
  createTime: moment,
  url: z.nullable(z.string()),
  /** The last day, YYYY-MM-DD. */
  dueOn: z.optional(z.string()),
  /** The sender has reminded of it. */
  reminded: z.optional(z.boolean()),
  /** What its sender asks for, with the text above the answer, in two languages as the title. */
  asks: z.optional(z.object({ answer: askedAnswer, text: z.string() })),
  /** The third-party application or, to the own classes, the teacher who wrote it. */
  sender: z.optional(z.object(names)),
})
export type Todo = z.infer<typeof todo>

/** `start` is the number of to-dos before the page, newest first. With `studentId` those about a child of a parent, and about the whole family. */
export const popup = get({
  name: 'todos.popup',
  path: '/api/base/desktop/popUpBox_select',
  permission: null,
  request: z.object({ start: wholeNumber(0, 100_000), size: wholeNumber(1, 100), studentId: z.optional(id) }),
  response: z.object({ list: z.array(todo), pages: z.number(), total: z.number() }),
})

const linked = { permission: null, linked: true } as const

/** Takes an own to-do off the list. Throws 'todo.gone' for any other. */
export const ignore = postJson({
  ...linked,
  name: 'todos.ignore',
  path: '/api/base/desktop/todo_ignore',
  request: z.object({ todoId: id }),
})

/** Answers what an own to-do asks for, which takes it off the list. Throws 'todo.gone', and 'answer.not_asked' for another kind of answer. */
export const answer = postJson({
  ...linked,
  name: 'todos.answer',
  path: '/api/base/desktop/todo_answer',
  request: z.object({ todoId: id, given: givenAnswer }),
})

/** The undo of ignoring and of answering, within ten minutes: the answer is deleted. Throws 'todo.gone' after that. */
export const restore = postJson({
  ...linked,
  name: 'todos.restore',
  path: '/api/base/desktop/todo_restore',
  request: z.object({ todoId: id }),
})
