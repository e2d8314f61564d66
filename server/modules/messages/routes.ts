import type { FastifyInstance } from 'fastify'
import * as messages from '../../../contract/endpoints/messages.ts'
import * as todos from '../../../contract/endpoints/todos.ts'
import { readRoute, route } from '../../http/route.ts'
import { OWN_COUNTS } from '../live/live-counts.ts'
import {
  ignoreAll,
  markRead,
  publishMessage,
  readMessageConfig,
  readUnread,
  restoreMessages,
  saveMessageConfig,
} from './messages.ts'
import { readTodos, setTodoOpen } from './todos.ts'

export function registerMessageRoutes(app: FastifyInstance): void {
  readRoute(app, messages.unhandledCount, OWN_COUNTS, (counts) => counts)
  route(app, messages.unread, (_, { tx, session }) => readUnread(tx, session))
  route(app, messages.markRead, ({ desktopMessageId }, { tx, session }) => markRead(tx, session, desktopMessageId))
  route(app, messages.ignoreAll, ({ desktopMessageIds }, { tx, session }) => ignoreAll(tx, session, desktopMessageIds))
  route(app, messages.restore, ({ desktopMessageIds }, { tx, session }) =>
    restoreMessages(tx, session, desktopMessageIds),
  )
  route(app, messages.publish, (input, { tx, session }) => publishMessage(tx, session, input))
  route(app, messages.config, async (_, { tx, session }) => ({ config: await readMessageConfig(tx, session) }))
  route(app, messages.saveConfig, (input, { tx, session }) => saveMessageConfig(tx, session, input))
  route(app, todos.popup, (input, { tx, session }) => readTodos(tx, session, input))
  route(app, todos.ignore, ({ todoId }, { tx, session }) => setTodoOpen(tx, session, todoId, false))
  route(app, todos.restore, ({ todoId }, { tx, session }) => setTodoOpen(tx, session, todoId, true))
}
