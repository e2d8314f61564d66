import type { FastifyInstance } from 'fastify'
import * as messages from '../../../contract/endpoints/messages.ts'
import * as todos from '../../../contract/endpoints/todos.ts'
import { readRoute, route, streamRoute } from '../../http/route.ts'
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
import * as publications from '../../../contract/endpoints/publications.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { sendFound } from '../files/download.ts'
import { answerTodo, replyToMessage } from './answers.ts'
import { countReceivers, findReceivers, readOptions } from './audience.ts'
import {
  cancelPublication,
  describePublication,
  findAttachment,
  listPublications,
  listReceipts,
  readPublication,
  recallPublication,
  remindReceivers,
  savePublication,
} from './publications.ts'
import { handlePublications, sendLater } from './send-publication.ts'
import { registerThirdPartyMessages } from './third-party.ts'
import { readTodos, setTodoOpen } from './todos.ts'

export function registerMessageRoutes(app: FastifyInstance): void {
  readRoute(app, messages.unhandledCount, OWN_COUNTS, (counts) => counts)
  route(app, messages.unread, (given, { tx, session }) => readUnread(tx, session, given))
  route(app, messages.markRead, ({ desktopMessageId }, { tx, session }) => markRead(tx, session, desktopMessageId))
  route(app, messages.ignoreAll, ({ desktopMessageIds }, { tx, session }) => ignoreAll(tx, session, desktopMessageIds))
  route(app, messages.restore, ({ desktopMessageIds }, { tx, session }) =>
    restoreMessages(tx, session, desktopMessageIds),
  )
  route(app, messages.reply, ({ desktopMessageId, reply }, { tx, session }) =>
    replyToMessage(tx, session, desktopMessageId, reply),
  )
  route(app, messages.publish, async (input, { tx, session, record }) => {
    const published = await publishMessage(tx, session, input)
    const { importance, userTypes } = input
    const { messageId: id, recipients } = published
    await record(tx, { target: { kind: 'message', id }, changes: { importance, userTypes, recipients } })
    return published
  })
  route(app, messages.config, async (_, { tx, session }) => ({ config: await readMessageConfig(tx, session) }))
  route(app, messages.saveConfig, async (input, { tx, session, record }) => {
    await record(tx, { changes: input })
    return saveMessageConfig(tx, session, input)
  })
  route(app, todos.popup, (input, { tx, session }) => readTodos(tx, session, input))
  route(app, todos.ignore, ({ todoId }, { tx, session }) => setTodoOpen(tx, session, todoId, false))
  route(app, todos.answer, ({ todoId, given }, { tx, session }) => answerTodo(tx, session, todoId, given))
  route(app, todos.restore, ({ todoId }, { tx, session }) => setTodoOpen(tx, session, todoId, true))
  registerPublications(app)
  registerThirdPartyMessages(app)
}

function registerPublications(app: FastifyInstance): void {
  handlePublications(app.database, app.jobs)
  const targetOf = (id: string) => ({ kind: 'publication', id }) as const

  route(app, publications.options, (_, { tx }) => readOptions(tx))
  route(app, publications.findPeople, ({ query }, { tx }) => findReceivers(tx, query))
  route(app, publications.countAudience, async ({ userTypes, ...places }, { tx }) => {
    const types = ([1, 2, 3, 4] as const).filter((type) => userTypes.split(',').includes(String(type)))
    return { recipients: await countReceivers(tx, { userTypes: types, ...places }) }
  })
  route(app, publications.list, ({ page }, { tx }) => listPublications(tx, page))
  route(app, publications.show, ({ publicationId }, { tx }) => readPublication(tx, publicationId))
  route(app, publications.receipts, (wanted, { tx }) => listReceipts(tx, wanted))
  route(app, publications.save, async (given, { tx, session, record }) => {
    const { at, ...saved } = await savePublication(tx, session, given)
    await sendLater(app.jobs, tx, session.unitId, saved.publicationId, at)
    await record(tx, {
      target: targetOf(saved.publicationId),
      changes: { isNew: given.publicationId === null, ...describePublication(given), recipients: saved.recipients },
    })
    return saved
  })
  route(app, publications.cancel, async ({ publicationId }, { tx, record }) => {
    const title = await cancelPublication(tx, publicationId)
    await record(tx, { target: targetOf(publicationId), changes: { title, cancelled: true } })
  })
  route(app, publications.recall, async ({ publicationId }, { tx, session, record }) => {
    const recalled = await recallPublication(tx, session, publicationId)
    const changes = { ...describePublication(await readPublication(tx, publicationId)), recalled }
    await record(tx, { target: targetOf(publicationId), changes })
    return { recalled }
  })
  route(app, publications.remind, async ({ publicationId }, { tx, session, record }) => {
    const reminded = await remindReceivers(tx, session, publicationId)
    const changes = { ...describePublication(await readPublication(tx, publicationId)), reminded }
    await record(tx, { target: targetOf(publicationId), changes })
    return { reminded }
  })
}

/** For a portal that stores files. */
export function registerMessageFiles(app: FastifyInstance, bytes: ByteStore): void {
  streamRoute(app, publications.file, (call) =>
    sendFound(bytes, (tx) => findAttachment(tx, call.session, call.parse({}).id), call),
  )
}
