import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { ask } from '../../support/callers/call.ts'

let test: TestApp
let teacher: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  teacher = await test.signIn('teacher')
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`update message_recipient set read_at = null where read_at is not null`)
  await runAsOwner(test, sql`update todo set closed_at = null where closed_at is not null`)
})

async function readUnread(browser: TestBrowser): Promise<messages.Message[]> {
  return z.parse(messages.unread.response, (await browser.get(messages.unread.path)).envelope.data)
}

async function readCounts(browser: TestBrowser): Promise<messages.WaitingCounts> {
  return z.parse(messages.waitingCounts, (await browser.get(messages.unhandledCount.path)).envelope.data)
}

async function readTodos(browser: TestBrowser, start: number, size = 3) {
  const { envelope } = await browser.get(`${todos.popup.path}?start=${start}&size=${size}`)
  return z.parse(todos.popup.response, envelope.data)
}

describe('messages', () => {
  it('come newest first, of every importance, and with what the module-expiry dialog shows', async () => {
    const list = await readUnread(teacher)
    const dates = list.map(({ messageDate }) => messageDate)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(new Set(list.map(({ importance }) => importance))).toEqual(new Set([1, 2, 3, 4, 5]))
    const expiring = list.find(({ openWay }) => openWay === 1)
    const modules = z.parse(messages.expiringModules, JSON.parse(expiring?.content ?? ''))
    expect(modules.length).toBeGreaterThan(2)
    expect(await readCounts(teacher)).toMatchObject({ message: list.length })
  })

  it('are read one by one and stay read, and are unread again when that is taken back', async () => {
    const [first, ...others] = await readUnread(teacher)
    const read = await teacher.post(messages.markRead.path, { desktopMessageId: first?.id ?? '' })
    expect(read.envelope).toMatchObject({ status: 200, data: 'success' })
    expect((await teacher.post(messages.markRead.path, { desktopMessageId: first?.id ?? '' })).envelope.status).toBe(
      200,
    )
    expect(await readUnread(teacher)).toEqual(others)
    expect(await ask(teacher, messages.restore, { desktopMessageIds: [first?.id] })).toMatchObject({ data: 'success' })
    expect(await readUnread(teacher)).toEqual([first, ...others])
  })

  it('are ignored all at once, or only those that somebody has seen', async () => {
    const list = await readUnread(teacher)
    const seen = list.slice(0, 2).map(({ id }) => id)
    const form = Object.fromEntries(seen.map((id, at) => [`desktopMessageIds[${at}]`, id]))
    expect((await teacher.post(messages.ignoreAll.path, form)).envelope.data).toBe('success')
    expect(await readUnread(teacher)).toEqual(list.slice(2))
    expect((await teacher.post(messages.ignoreAll.path)).envelope.data).toBe('success')
    expect(await readUnread(teacher)).toEqual([])
    expect(await readCounts(teacher)).toMatchObject({ message: 0 })
  })

  it('of somebody else cannot be read, ignored or taken back', async () => {
    const student = await test.signIn('student')
    const own = new Set((await readUnread(teacher)).map(({ id }) => id))
    const foreign = (await readUnread(student)).find(({ id }) => !own.has(id))?.id ?? ''
    expect((await teacher.post(messages.markRead.path, { desktopMessageId: foreign })).envelope.code).toBe(
      'message.gone',
    )
    await teacher.post(messages.ignoreAll.path, { 'desktopMessageIds[0]': foreign })
    expect((await readUnread(student)).map(({ id }) => id)).toContain(foreign)
    expect((await ask(teacher, messages.restore, { desktopMessageIds: [foreign] })).code).toBe('message.gone')
    expect((await ask(teacher, messages.restore, { desktopMessageIds: ['x'] })).code).toBe('message.gone')
  })

  it('are no more than the list holds, and at least one when ids are named', async () => {
    const many = Array.from({ length: messages.UNREAD_SHOWN + 1 }, (_, at) => `id-${at}`)
    expect((await ask(teacher, messages.restore, { desktopMessageIds: many })).code).toBe('request.invalid')
    expect((await ask(teacher, messages.restore, { desktopMessageIds: [] })).code).toBe('request.invalid')
  })

  it('are published by administrators to everybody of the chosen types in their own unit, and to nobody else', async () => {
    const admin = await test.signIn('admin')
    const student = await test.signIn('student')
    const elsewhere = await test.signIn('teacher', { host: 'ginkgo.localhost' })
    const before = (await readUnread(elsewhere)).length
    const text = '明天全校停课一天'
    const { data } = await ask(admin, publications.save, messageTo([2, 4], text, { importance: 5 }))
    const { publicationId, recipients } = z.parse(publications.save.response, data)
    await settleJobs(test.database)
    const [row] = await runAsOwner(
      test,
      sql`select message_id from publication where publication_id = ${publicationId}`,
    )
    const messageId = String(row?.['message_id'])
    const [counted] = await runAsOwner(
      test,
      sql`select count(*)::int as count from user_account a join unit_host h using (unit_id)
        where h.host = 'localhost' and a.user_type in (2, 4) and a.status = 1`,
    )
    expect(recipients).toBe(counted?.['count'])
    expect((await readUnread(teacher))[0]).toMatchObject({
      id: messageId,
      messageMeno: text,
      importance: 5,
      module: 'notice',
    })
    expect((await readUnread(student)).map(({ id }) => id)).not.toContain(messageId)
    expect(await readUnread(elsewhere)).toHaveLength(before)
    const { userId } = await readMe(admin)
    expect(await runAsOwner(test, sql`select author_id from message where message_id = ${messageId}`)).toEqual([
      { author_id: userId },
    ])
  })

  it('have a bell with a count or a dot, as administrators choose', async () => {
    const read = async () => z.parse(messages.config.response, (await teacher.get(messages.config.path)).envelope.data)
    const config = async () => z.parse(messages.messageConfig, JSON.parse((await read()).config))
    expect(await config()).toEqual({ pcOpen: 0 })
    expect((await ask(teacher, messages.saveConfig, { pcOpen: 1 })).code).toBe('access.denied')
    const admin = await test.signIn('admin')
    expect((await ask(admin, messages.saveConfig, { pcOpen: 1 })).data).toBe('success')
    expect(await config()).toEqual({ pcOpen: 1 })
    await ask(admin, messages.saveConfig, { pcOpen: 0 })
  })
})

describe('to-dos', () => {
  it('come in pages, the newest first', async () => {
    const first = await readTodos(teacher, 0)
    const second = await readTodos(teacher, 3)
    expect(first.list).toHaveLength(3)
    expect(first.pages).toBe(Math.ceil(first.total / 3))
    const dates = [...first.list, ...second.list].map(({ createTime }) => createTime)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(await readTodos(teacher, 99)).toMatchObject({ list: [], total: first.total })
    expect(await readCounts(teacher)).toMatchObject({ todo: first.total })
  })

  it('are ignored, come back when that is taken back, and not after ten minutes', async () => {
    const before = await readTodos(teacher, 0)
    const todoId = before.list[0]?.id
    expect((await ask(teacher, todos.ignore, { todoId })).data).toBe('success')
    expect((await ask(teacher, todos.ignore, { todoId })).code).toBe('todo.gone')
    expect((await readTodos(teacher, 0)).total).toBe(before.total - 1)
    expect((await ask(teacher, todos.restore, { todoId })).data).toBe('success')
    expect(await readTodos(teacher, 0)).toEqual(before)
    await runAsOwner(test, sql`update todo set closed_at = now() - interval '11 minutes' where todo_id = ${todoId}`)
    expect((await ask(teacher, todos.restore, { todoId })).code).toBe('todo.gone')
  })

  it('of somebody else stay theirs', async () => {
    const parent = await test.signIn('parent')
    const [foreign] = (await readTodos(parent, 0)).list
    expect((await ask(teacher, todos.ignore, { todoId: foreign?.id })).code).toBe('todo.gone')
    expect((await ask(teacher, todos.ignore, { todoId: 'x' })).code).toBe('todo.gone')
    expect((await readTodos(parent, 0)).list[0]).toEqual(foreign)
  })
})
