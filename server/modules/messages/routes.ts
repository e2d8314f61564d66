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
import { ignoreTodo, readTodos, restoreTodo } from './todos.ts'

const success = 'success' as const

export function registerMessageRoutes(app: FastifyInstance): void {
  readRoute(app, messages.unhandledCount, OWN_COUNTS, (counts) => counts)
  route(app, messages.unread, (_, { tx, session }) => readUnread(tx, session))
  route(app, messages.markRead, async ({ desktopMessageId }, { tx, session }) => {
    await markRead(tx, session, desktopMessageId)
    return success
  })
  route(app, messages.ignoreAll, async ({ desktopMessageIds }, { tx, session }) => {
    await ignoreAll(tx, session, desktopMessageIds)
    return success
  })
  route(app, messages.restore, async ({ desktopMessageIds }, { tx, session }) => {
    await restoreMessages(tx, session, desktopMessageIds)
    return success
  })
  route(app, messages.publish, (input, { tx, session }) => publishMessage(tx, session, input))
  route(app, messages.config, async (_, { tx, session }) => ({ config: await readMessageConfig(tx, session) }))
  route(app, messages.saveConfig, async (input, { tx, session }) => {
    await saveMessageConfig(tx, session, input)
    return success
  })
  route(app, todos.popup, (input, { tx, session }) => readTodos(tx, session, input))
  route(app, todos.ignore, async ({ todoId }, { tx, session }) => {
    await ignoreTodo(tx, session, todoId)
    return success
  })
  route(app, todos.restore, async ({ todoId }, { tx, session }) => {
    await restoreTodo(tx, session, todoId)
    return success
  })
}
