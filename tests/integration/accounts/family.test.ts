import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import { call } from '../../support/callers/call.ts'

const GINKGO = { host: 'ginkgo.localhost' }

let test: TestApp
let parent: TestBrowser
let parentId: string
beforeAll(async () => {
  test = await createTestApp()
  parent = await test.signIn('parent')
  parentId = (await readMe(parent)).userId
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(
    test,
    sql`update guardian g set chosen_at = case when s.real_name = '林溪' then now() end from student s
      where s.student_id = g.student_id and g.parent_id = ${parentId}`,
  )
})

async function childrenOf(browser: TestBrowser): Promise<family.Child[]> {
  const { userId } = await readMe(browser)
  const { envelope } = await browser.get(`${family.children.path}?parentId=${userId}`)
  return z.parse(family.children.response, envelope.data)
}

async function currentOf(browser: TestBrowser, of: string): Promise<unknown> {
  return (await browser.get(`${family.currentChild.path}?parentId=${of}`)).envelope.data
}

function choose(browser: TestBrowser, of: string, childId: string, more: Record<string, string> = {}) {
  return browser.post(`${family.setCurrentChild.path}?parentId=${of}`, { id: childId, ...more })
}

async function overviewOf(browser: TestBrowser): Promise<family.FamilyOverview> {
  return z.parse(family.overview.response, (await browser.get(family.overview.path)).envelope.data)
}

/** A parent of the same school with one child, whose password is the demo's. */
async function neighbour(): Promise<{ browser: TestBrowser; userId: string; childId: string; childName: string }> {
  const [row] = await runAsOwner(
    test,
    sql`select g.parent_id, a.login_name, s.student_id, s.real_name from guardian g
      join user_account a on a.user_id = g.parent_id join student s on s.student_id = g.student_id
      join unit_host h on h.unit_id = g.unit_id and h.host = 'localhost'
      where g.parent_id <> ${parentId} order by a.login_name limit 1`,
  )
  await runAsOwner(
    test,
    sql`insert into credential (unit_id, user_id, password_hash)
      select c.unit_id, ${row?.['parent_id']}, c.password_hash from credential c where c.user_id = ${parentId}
      on conflict do nothing`,
  )
  return {
    browser: await test.signIn(String(row?.['login_name'])),
    userId: String(row?.['parent_id']),
    childId: String(row?.['student_id']),
    childName: String(row?.['real_name']),
  }
}

describe('a parent’s children', () => {
  it('come with grade and class in both languages, the youngest first', async () => {
    const children = await childrenOf(parent)
    expect(children).toEqual([
      expect.objectContaining({ realName: '林溪', gradeName: '四年级', gradeEnglishName: 'Grade 4' }),
      expect.objectContaining({ realName: '林川', gradeName: '七年级', classEnglishName: 'Class 2' }),
    ])
  })

  it('have one that is current: the one chosen last, the first while none was, nobody for whoever has none', async () => {
    const [xi, chuan] = await childrenOf(parent)
    expect(await currentOf(parent, parentId)).toEqual({ id: xi?.id, realName: '林溪', englishName: 'Lin Xi' })
    const { gradeName = '', className = '' } = chuan ?? {}
    const chosen = await choose(parent, parentId, chuan?.id ?? '', { realName: '林川', gradeName, className })
    expect(chosen.envelope).toMatchObject({ status: 200, data: 'success' })
    expect(await currentOf(parent, parentId)).toEqual({ id: chuan?.id, realName: '林川', englishName: 'Lin Chuan' })
    await runAsOwner(test, sql`update guardian set chosen_at = null where parent_id = ${parentId}`)
    expect(await currentOf(parent, parentId)).toEqual({ id: xi?.id, realName: '林溪', englishName: 'Lin Xi' })
    const { browser, userId } = await neighbour()
    const kept = await runAsOwner(test, sql`delete from guardian where parent_id = ${userId} returning *`)
    expect(await currentOf(browser, userId)).toBeNull()
    expect(await overviewOf(browser)).toMatchObject({ children: [] })
    for (const { unit_id: unit, student_id: child } of kept)
      await runAsOwner(test, sql`insert into guardian values (${unit}, ${userId}, ${child}, now())`)
  })
})

describe('nobody but the parent', () => {
  it('may ask for a family or choose in it, whatever they put into the address', async () => {
    const other = await neighbour()
    const elsewhere = await test.signIn('parent', GINKGO)
    const [own] = await childrenOf(parent)
    for (const browser of [other.browser, elsewhere]) {
      for (const { path } of [family.children, family.currentChild])
        expect((await browser.get(`${path}?parentId=${parentId}`)).envelope.code).toBe('access.denied')
      expect((await choose(browser, parentId, own?.id ?? '')).envelope.code).toBe('access.denied')
    }
    for (const name of ['teacher', 'student', 'staff', 'admin']) {
      const browser = await test.signIn(name)
      for (const { path } of [family.children, family.currentChild, family.overview])
        expect((await browser.get(`${path}?parentId=${parentId}`)).envelope.code, `${name} ${path}`).toBe(
          'access.denied',
        )
      expect((await choose(browser, parentId, own?.id ?? '')).envelope.code).toBe('access.denied')
    }
    const nobody = test.visit()
    expect((await nobody.get(family.overview.path)).envelope.code).toBe('session.required')
    expect(await currentOf(parent, parentId)).toMatchObject({ realName: '林溪' })
  })

  it('has the parent’s children: somebody else’s cannot be chosen, nor one that is none', async () => {
    const other = await neighbour()
    const [abroad] = await childrenOf(await test.signIn('parent', GINKGO))
    for (const childId of [other.childId, abroad?.id ?? '', 'x', '018f0000-0000-7000-8000-000000000000'])
      expect((await choose(parent, parentId, childId)).envelope.code).toBe('access.denied')
    expect((await choose(parent, parentId, '')).envelope.code).toBe('request.invalid')
    // The body cannot say another parent than the address.
    const mixed = await choose(other.browser, parentId, other.childId, { parentId: other.userId })
    expect(mixed.envelope.code).toBe('access.denied')
  })
})

describe('the overview', () => {
  it('has the child’s name on everything: one child’s, or all of them for what is for the whole family', async () => {
    const [xi, chuan] = await childrenOf(parent)
    const { messages, todos } = await overviewOf(parent)
    const about = (text: string) =>
      [...messages, ...todos].find((one) => ('title' in one ? one.title : one.messageMeno).includes(text))?.childIds
    expect(about('科技馆，请穿校服')).toEqual([xi?.id])
    expect(about('签署科技馆参观同意书')).toEqual([xi?.id])
    expect(about('期中家长会，请准时')).toEqual([chuan?.id])
    expect(about('回复是否参加期中家长会')).toEqual([chuan?.id])
    expect(about('家长开放日定于下周四')).toEqual([xi?.id, chuan?.id])
    for (const dates of [messages.map((one) => one.messageDate), todos.map((one) => one.createTime)])
      expect(dates).toEqual(dates.toSorted().toReversed())
  })

  it('counts for each child, and in all', async () => {
    const { children, messages, todos, total } = await overviewOf(parent)
    expect(total).toEqual({ message: messages.length, todo: todos.length })
    for (const { id, message, todo } of children) {
      expect(message).toBe(messages.filter(({ childIds }) => childIds.includes(id)).length)
      expect(todo).toBe(todos.filter(({ childIds }) => childIds.includes(id)).length)
      expect(message).toBeLessThan(total.message)
    }
  })

  it('leaves out what was read, and what is about a child that is no longer theirs', async () => {
    const before = await overviewOf(parent)
    const [xi, chuan] = before.children
    const first = before.messages.find(({ childIds }) => childIds.length === 2)
    await parent.post('/api/base/desktop/message_update_statusby_id', { desktopMessageId: first?.id ?? '' })
    const [row] = await runAsOwner(
      test,
      sql`delete from guardian where parent_id = ${parentId} and student_id = ${chuan?.id} returning unit_id`,
    )
    const after = await overviewOf(parent)
    expect(after.children.map(({ id }) => id)).toEqual([xi?.id])
    expect(after.messages.map(({ id }) => id)).not.toContain(first?.id)
    expect([...after.messages, ...after.todos].flatMap(({ childIds }) => childIds)).not.toContain(chuan?.id)
    expect(after.total.message).toBe(after.messages.length)
    await runAsOwner(test, sql`insert into guardian values (${row?.['unit_id']}, ${parentId}, ${chuan?.id}, null)`)
    await runAsOwner(test, sql`update message_recipient set read_at = null where message_id = ${first?.id}`)
  })
})

describe('what administrators publish to pupils', () => {
  const send = async (userIds: string[] = []) => {
    const admin = await test.signIn('admin')
    const message = messageTo([1, 3], '给同学们的通知')
    const { publicationId, recipients } = await call(admin, publications.save, {
      ...message,
      audience: { ...message.audience, userIds },
    })
    await settleJobs(test.database)
    const [row] = await runAsOwner(
      test,
      sql`select message_id from publication where publication_id = ${publicationId}`,
    )
    return { messageId: String(row?.['message_id']), recipients }
  }

  it('reaches their parents too, once each, and says which child it is about', async () => {
    const other = await neighbour()
    const { messageId, recipients } = await send()
    const [counted] = await runAsOwner(
      test,
      sql`select count(*)::int as count from user_account a join unit_host h using (unit_id)
        where h.host = 'localhost' and a.status = 1 and a.user_type in (1, 3)`,
    )
    expect(recipients).toBe(counted?.['count'])
    const own = (await overviewOf(parent)).messages.find(({ id }) => id === messageId)
    expect(own?.childIds).toHaveLength(2)
    const theirs = (await overviewOf(other.browser)).messages.find(({ id }) => id === messageId)
    expect(theirs?.childIds).toEqual([other.childId])
    const elsewhere = await overviewOf(await test.signIn('parent', GINKGO))
    expect(elsewhere.messages.map(({ id }) => id)).not.toContain(messageId)
  })

  it('is not sent twice to parents who are meant themselves', async () => {
    const { messageId } = await send([parentId])
    const rows = await runAsOwner(
      test,
      sql`select user_id from message_recipient where message_id = ${messageId} group by user_id having count(*) > 1`,
    )
    expect(rows).toEqual([])
  })
})
