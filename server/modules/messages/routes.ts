import type { FastifyInstance } from 'fastify'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import type { Session } from '../../http/call.ts'
import { readRoute, route, streamRoute } from '../../http/route.ts'
import { OWN_COUNTS } from '../live/live-counts.ts'
import { ignoreAll, markRead, readMessageConfig, readUnread, restoreMessages, saveMessageConfig } from './messages.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { sendFound } from '../files/download.ts'
import { answerTodo, replyToMessage } from './answers.ts'
import { countReceivers, findReceiver, findReceivers, readClassOptions, readOptions } from './audience.ts'
import {
  cancelPublication,
  describePublication,
  findAttachment,
  listPublications,
  listReceipts,
  readPublication,
  recallPublication,
  remindReceivers,
  type WriterRight,
} from './publications.ts'
import { requireOwnClasses, savePublication } from './save-publication.ts'
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
  route(app, classPublications.options, (_, { tx, session }) => readClassOptions(tx, session))
  answer(publications, () => ({ of: 'unit' }))
  answer(classPublications, ({ userId }) => ({ of: 'classes', userId }))

  /** Answers the calls of one right. */
  function answer(
    calls: typeof publications | typeof classPublications,
    rightOf: (session: Session) => WriterRight,
  ): void {
    const teacherOf = (session: Session) => (rightOf(session).of === 'classes' ? session.userId : null)
    route(app, calls.findPeople, ({ query }, { tx, session }) => findReceivers(tx, teacherOf(session), query))
    route(app, calls.findPerson, ({ userId }, { tx, session }) => findReceiver(tx, teacherOf(session), userId))
    route(app, calls.countAudience, async ({ userTypes, ...places }, { tx, session }) => {
      const types = ([1, 2, 3, 4] as const).filter((type) => userTypes.split(',').includes(String(type)))
      const audience = { userTypes: types, ...places }
      await requireOwnClasses(tx, rightOf(session), audience)
      return { recipients: await countReceivers(tx, audience) }
    })
    route(app, calls.list, ({ page }, { tx, session }) => listPublications(tx, rightOf(session), page))
    route(app, calls.show, ({ publicationId }, { tx, session }) => readPublication(tx, rightOf(session), publicationId))
    route(app, calls.receipts, (wanted, { tx, session }) => listReceipts(tx, rightOf(session), wanted))
    route(app, calls.save, async (given, { tx, session, record }) => {
      const { saved, at, isStored } = await savePublication(tx, session, rightOf(session), given)
      if (isStored) return saved
      await sendLater(app.jobs, tx, session.unitId, saved.publicationId, at)
      await record(tx, {
        target: targetOf(saved.publicationId),
        changes: { isNew: given.publicationId === null, ...describePublication(given), recipients: saved.recipients },
      })
      return saved
    })
    route(app, calls.cancel, async ({ publicationId }, { tx, session, record }) => {
      const title = await cancelPublication(tx, rightOf(session), publicationId)
      await record(tx, { target: targetOf(publicationId), changes: { title, cancelled: true } })
    })
    route(app, calls.recall, async ({ publicationId }, { tx, session, record }) => {
      const right = rightOf(session)
      const recalled = await recallPublication(tx, session, right, publicationId)
      const changes = { ...describePublication(await readPublication(tx, right, publicationId)), recalled }
      await record(tx, { target: targetOf(publicationId), changes })
      return { recalled }
    })
    route(app, calls.remind, async ({ publicationId }, { tx, session, record }) => {
      const right = rightOf(session)
      const reminded = await remindReceivers(tx, session, right, publicationId)
      const changes = { ...describePublication(await readPublication(tx, right, publicationId)), reminded }
      await record(tx, { target: targetOf(publicationId), changes })
      return { reminded }
    })
  }
}

/** For a portal that stores files. */
export function registerMessageFiles(app: FastifyInstance, bytes: ByteStore): void {
  streamRoute(app, publications.file, (call) =>
    sendFound(bytes, (tx) => findAttachment(tx, call.session, call.parse({}).id), call),
  )
}
