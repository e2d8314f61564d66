import type { FastifyInstance } from 'fastify'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import type { Call, Session } from '../../http/call.ts'
import { readRoute, route, streamRoute } from '../../http/route.ts'
import { OWN_COUNTS } from '../live/live-hub.ts'
import {
  ignoreAll,
  markRead,
  readMessageConfig,
  readUnread,
  replyToMessage,
  restoreMessages,
  saveMessageConfig,
} from './messages.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import type { ByteStore } from '../../blobs/byte-store.ts'
import { sendFound } from '../files/download.ts'
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
import { answerTodo, ignoreTodo, readTodos, restoreTodo } from './todos.ts'

export function registerMessageRoutes(app: FastifyInstance): void {
  readRoute(app, messages.unhandledCount, OWN_COUNTS, (counts) => counts)
  route(app, messages.unread, readUnread)
  route(app, messages.markRead, markRead)
  route(app, messages.ignoreAll, ignoreAll)
  route(app, messages.restore, restoreMessages)
  route(app, messages.reply, replyToMessage)
  route(app, messages.config, readMessageConfig)
  route(app, messages.saveConfig, saveMessageConfig)
  route(app, todos.popup, readTodos)
  route(app, todos.ignore, ignoreTodo)
  route(app, todos.answer, answerTodo)
  route(app, todos.restore, restoreTodo)
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
    /** Does something with a publication that was sent, and records for how many. */
    const change = async (publicationId: string, call: Call, work: typeof recallPublication, name: string) => {
      const { tx, session, record } = call
      const right = rightOf(session)
      const count = await work(tx, session, right, publicationId)
      const changes = { ...describePublication(await readPublication(tx, right, publicationId)), [name]: count }
      await record(tx, { target: targetOf(publicationId), changes })
      return count
    }
    route(app, calls.recall, async ({ publicationId }, call) => ({
      recalled: await change(publicationId, call, recallPublication, 'recalled'),
    }))
    route(app, calls.remind, async ({ publicationId }, call) => ({
      reminded: await change(publicationId, call, remindReceivers, 'reminded'),
    }))
  }
}

/** For a portal that stores files. */
export function registerMessageFiles(app: FastifyInstance, bytes: ByteStore): void {
  streamRoute(app, publications.file, (call) =>
    sendFound(bytes, (tx) => findAttachment(tx, call.session, call.parse({}).id), call),
  )
}
