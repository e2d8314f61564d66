import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import { endpoints } from '../../../contract/table.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { sampleOf } from '../../support/callers/sample-call.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile } from '../../support/callers/storage-caller.ts'
import { call, send } from '../../support/callers/call.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'

// The database separates the messages of units. Whose a message is within its unit is asked by each query, because receipts are read by others than the receivers.
// So whatever is not for a person is looked for in the answers of all endpoints.

const MARK = '雨伞九三'
const ANSWER = '回条七一'

let test: TestApp
let teacher: TestBrowser
let parent: TestBrowser
let admin: TestBrowser
/** By who they are: people of the class that was written to, and others. */
let others: ReadonlyMap<string, TestBrowser>
/** What was sent to the parents of a class, by the names that requests have for it. */
let ids: Readonly<Record<string, readonly string[]>>
let toClass: publications.Audience

beforeAll(async () => {
  test = await createTestApp()
  ;[teacher, parent, admin] = (await Promise.all(['teacher', 'parent', 'admin'].map((name) => test.signIn(name)))) as [
    TestBrowser,
    TestBrowser,
    TestBrowser,
  ]
  const pupil = await test.signIn('student')
  const [teacherId, parentId, pupilId] = (await Promise.all(
    [teacher, parent, pupil].map(async (browser) => (await readMe(browser)).userId),
  )) as [string, string, string]
  const unitId = await unitOf(test)
  const [place] = await run(
    sql`update class_group c set head_teacher_id = ${teacherId} from student s where s.class_id = c.class_id and s.user_id = ${pupilId}
      returning c.class_id as id, s.student_id as pupil`,
  )
  const classId = String(place?.['id'])
  toClass = { userTypes: [3], gradeIds: [], classIds: [classId], userIds: [], roleIds: [] }
  const far = await run(sql`
    select a.login_name as name, a.user_id as id from student s join guardian g using (student_id) join user_account a on a.user_id = g.parent_id and a.status = 1
    where s.unit_id = ${unitId} and s.class_id <> ${classId} and not exists (
      select from guardian h join student x using (student_id) where h.parent_id = a.user_id and x.class_id = ${classId}) limit 1`)
  const colleagues = await run(sql`
    select a.login_name as name, a.user_id as id from user_account a
    where a.unit_id = ${unitId} and a.user_type = 2 and a.status = 1 and a.user_id <> ${teacherId}
      and a.user_id not in (select user_id from role_member where user_id is not null) order by a.login_name limit 1`)
  for (const { id } of [...far, ...colleagues])
    await run(sql`
      insert into credential (unit_id, user_id, password_hash, is_first)
      select unit_id, ${id}, password_hash, false from credential where user_id = ${teacherId} on conflict do nothing`)
  const colleague = colleagues[0]
  // Teaches the class, and is neither its head nor the author.
  await run(sql`
    insert into class_teacher (unit_id, class_id, user_id, subject_id)
    select ${unitId}, ${classId}, ${colleague?.['id']}, subject_id from subject where unit_id = ${unitId} limit 1 on conflict do nothing`)
  await run(sql`update class_group set head_teacher_id = null where head_teacher_id = ${colleague?.['id']}`)
  others = new Map([
    ['a pupil of the class', pupil],
    ['a parent of another class', await test.signIn(String(far[0]?.['name']))],
    ['a teacher of a subject', await test.signIn(String(colleague?.['name']))],
    ['an employee', await test.signIn('staff')],
    ['a parent of another school', await test.signIn('parent', { host: 'ginkgo.localhost' })],
    ['an administrator of another school', await test.signIn('admin', { host: 'ginkgo.localhost' })],
    ['the education office', await test.signIn('admin', { host: 'area.localhost' })],
  ])

  const fileId = dataOf(storage.upload, await createStorageCaller(teacher).whole(makeFile(`${MARK}.md`, 300))).id
  const letter = { text: MARK, audience: toClass }
  await call(
    teacher,
    classPublications.save,
    messageTo([3], `${MARK} message`, { ...letter, asks: 'reply', fileIds: [fileId] }),
  )
  await call(
    teacher,
    classPublications.save,
    messageTo([3], `${MARK} to-do`, { ...letter, kind: 'todo', asks: 'reply' }),
  )
  // Read and answered, which its sender alone sees.
  await call(teacher, classPublications.save, messageTo([3], `${MARK} answered`, { ...letter, asks: 'reply' }))
  await settleJobs(test.database)
  const got = z.parse(messages.unread.response, (await parent.get(messages.unread.path)).envelope.data)
  const answered = got.find(({ messageMeno }) => messageMeno.includes('answered'))
  await call(parent, messages.reply, { desktopMessageId: answered?.id ?? '', reply: ANSWER })
  const idsOf = async (select: ReturnType<typeof sql>) => (await run(select)).map(({ id }) => String(id))
  const publicationIds = await idsOf(
    sql`select publication_id as id from publication where title like ${`${MARK}%`} order by created_at`,
  )
  const messageIds = await idsOf(sql`select message_id as id from publication where message_id is not null`)
  ids = {
    publicationId: publicationIds,
    desktopMessageId: messageIds,
    todoId: await idsOf(sql`select todo_id as id from todo where user_id = ${parentId} and publication_id is not null`),
    // The name of whatever a call is about.
    id: await idsOf(sql`select attachment_id as id from publication_file`),
    studentId: [String(place?.['pupil'])],
    classId: [classId],
    userId: [parentId],
    parentId: [parentId],
  }
})
afterAll(() => test.close())
beforeEach(() => run(sql`delete from rate_limit`))

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

const isAbout = ({ name }: AnyEndpoint) => /^(?:messages|todos|publications|classmessages)\./.test(name)
/** Everything that answers a person with something that is stored, and all that is done with messages and to-dos. */
const asked = endpoints.filter(
  (endpoint) =>
    endpoint.access !== 'public' &&
    !endpoint.events &&
    (isAbout(endpoint) || (endpoint.method === 'GET' && !endpoint.changes)),
)

/** Inputs of an endpoint: only what it needs and all that it takes, each with the identifiers of what was sent; a search is for a part of the text. */
function inputsOf(endpoint: AnyEndpoint): Record<string, unknown>[] {
  if (endpoint.name.endsWith('.save') && isAbout(endpoint))
    return (ids['publicationId'] ?? []).map((publicationId) => ({
      ...messageTo([3], 'x', { audience: toClass }),
      publicationId,
    }))
  const whole = z.parse(z.record(z.string(), z.unknown()), sampleOf(endpoint.request) ?? {})
  const needed = Object.fromEntries(
    Object.entries(whole).filter(([name]) => {
      const { [name]: _, ...rest } = whole
      return !z.core.safeParse(endpoint.request, rest).success
    }),
  )
  const isSame = Object.keys(needed).length === Object.keys(whole).length
  return (isSame ? [whole] : [needed, whole]).flatMap(fill)
}

function fill(given: Record<string, unknown>): Record<string, unknown>[] {
  const most = Math.max(1, ...Object.keys(given).map((name) => ids[name]?.length ?? 0))
  return Array.from({ length: most }, (_, at) => ({
    ...given,
    ...('query' in given && { query: MARK.slice(0, 2) }),
    ...('size' in given && { size: 100 }),
    ...('start' in given && { start: 0 }),
    ...('page' in given && { page: 1 }),
    ...('desktopMessageIds' in given && { desktopMessageIds: ids['desktopMessageId'] }),
    ...Object.fromEntries(
      Object.entries(ids).flatMap(([name, all]) => (name in given ? [[name, all[at % all.length]]] : [])),
    ),
  }))
}

/** The endpoints that answer with anything of what was sent. */
async function shownTo(browser: TestBrowser, which = asked): Promise<string[]> {
  const found = new Set<string>()
  for (const endpoint of which)
    for (const input of inputsOf(endpoint)) {
      const response = await send(browser, endpoint, input)
      // Else the endpoint was not asked.
      if (response.body.includes('request.rate_limited')) found.add(`${endpoint.name}: limited`)
      if (isAbout(endpoint) && response.body.includes('request.invalid')) found.add(`${endpoint.name}: invalid`)
      const isFile = endpoint.name === publications.file.name && response.statusCode === 200
      if (isFile || response.body.includes(MARK) || response.body.includes(ANSWER)) found.add(endpoint.name)
    }
  return [...found].toSorted()
}

const readable = asked.filter(({ method }) => method === 'GET')
const stored = () =>
  run(sql`
    select to_jsonb(r) as row from message_recipient r where message_id = any (${sql.param(ids['desktopMessageId'])}::uuid[])
    union all select to_jsonb(t) from todo t where publication_id is not null
    union all select to_jsonb(p) from publication p order by 1`)

it('the receivers, the author and who writes to all of the unit are answered with it', async () => {
  const shown = await shownTo(parent, readable)
  expect(shown.filter((name) => name.includes(':'))).toEqual([])
  expect(shown).toEqual(expect.arrayContaining([messages.unread.name, publications.file.name, todos.popup.name]))
  expect(await shownTo(teacher, readable)).toEqual(
    expect.arrayContaining([
      classPublications.list.name,
      classPublications.show.name,
      classPublications.receipts.name,
      publications.file.name,
    ]),
  )
  expect(await shownTo(admin, readable)).toEqual(
    expect.arrayContaining([publications.list.name, publications.show.name, publications.receipts.name]),
  )
})

it('no endpoint answers anybody else with it, or does anything with it for them', async () => {
  const before = await stored()
  expect(before.length).toBeGreaterThan(5)
  const shown: Record<string, string[]> = {}
  for (const [who, browser] of others) {
    await run(sql`delete from rate_limit`)
    shown[who] = await shownTo(browser)
  }
  expect(shown).toEqual(Object.fromEntries([...others.keys()].map((who) => [who, []])))
  expect(await stored()).toEqual(before)
})
