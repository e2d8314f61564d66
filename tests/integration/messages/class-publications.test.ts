import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as desktopSearch from '../../../contract/endpoints/desktop/desktop-search.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import { saveClass } from '../../../contract/endpoints/people/structure.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import { endpoints } from '../../../contract/table.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { openStream } from '../../support/app/live-stream.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { createStorageCaller, cutFile } from '../../support/callers/storage-caller.ts'
import { accessOf, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let student: TestBrowser
let parent: TestBrowser
let unitId: string
let teacherId: string
let studentId: string
let parentId: string
/** Another teacher, with no class of the demo. */
let next: { browser: TestBrowser; userId: string }
/** The class that the teacher heads, with the pupil and the parent. */
let place: { classId: string; gradeId: string }
/** One that the teacher does not teach, a pupil of it, and a parent of no child in the own class. */
let other: { classId: string; pupilId: string; parentId: string }

beforeAll(async () => {
  test = await createTestApp()
  ;[admin, teacher, student, parent] = (await Promise.all(
    ['admin', 'teacher', 'student', 'parent'].map((name) => test.signIn(name)),
  )) as [TestBrowser, TestBrowser, TestBrowser, TestBrowser]
  unitId = await unitOf(test)
  ;[teacherId, studentId, parentId] = (await Promise.all(
    [teacher, student, parent].map(async (browser) => (await readMe(browser)).userId),
  )) as [string, string, string]
  const [row] = await runAsOwner(
    test,
    sql`select class_id, grade_id from student join class_group using (class_id) where user_id = ${studentId}`,
  )
  place = { classId: String(row?.['class_id']), gradeId: String(row?.['grade_id']) }
  const colleague = await test.signIn('classteacher')
  next = { browser: colleague, userId: (await readMe(colleague)).userId }
  await runAsOwner(test, sql`delete from class_teacher where user_id = ${next.userId}`)
  await runAsOwner(test, sql`update class_group set head_teacher_id = null where head_teacher_id = ${next.userId}`)
  // Of the demo's classes only the one of the pupil.
  await runAsOwner(test, sql`delete from class_teacher where user_id = ${teacherId}`)
  await runAsOwner(test, sql`update class_group set head_teacher_id = null where head_teacher_id = ${teacherId}`)
  await runAsOwner(test, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${place.classId}`)
  const [far] = await runAsOwner(
    test,
    sql`select c.class_id, s.user_id as pupil, g.parent_id as parent from class_group c join student s using (class_id) join guardian g using (student_id)
      where c.unit_id = ${unitId} and c.closed_on is null and c.class_id <> ${place.classId} and s.user_id is not null
        and not exists (select from guardian h join student x using (student_id) where h.parent_id = g.parent_id and x.class_id = ${place.classId})
      limit 1`,
  )
  other = { classId: String(far?.['class_id']), pupilId: String(far?.['pupil']), parentId: String(far?.['parent']) }
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from todo where publication_id is not null`)
  await runAsOwner(test, sql`delete from publication`)
  await runAsOwner(test, sql`update message_recipient set read_at = now() where read_at is null`)
})

const NOBODY: publications.Audience = { userTypes: [], gradeIds: [], classIds: [], userIds: [], roleIds: [] }
const toClass = (): publications.Audience => ({ ...NOBODY, userTypes: [1, 3], classIds: [place.classId] })

function letter(change: Partial<SentTo<typeof classPublications.save>> = {}): SentTo<typeof classPublications.save> {
  return {
    publicationId: null,
    kind: 'message',
    title: '明天带雨伞',
    englishTitle: 'Bring an umbrella',
    text: '明天有雨。',
    englishText: '',
    importance: 2,
    url: null,
    applicationCode: null,
    dueOn: null,
    audience: toClass(),
    sendAt: null,
    fileIds: [],
    ...change,
  }
}

const save = async (audience: publications.Audience) =>
  (await ask(teacher, classPublications.save, letter({ audience }))).code
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const unread = (browser: TestBrowser) => call(browser, messages.unread, {})

async function send(change: Partial<SentTo<typeof classPublications.save>> = {}) {
  const saved = await call(teacher, classPublications.save, letter(change))
  await settleJobs(test.database)
  return saved
}

/** As if its time had come. */
async function letTimeCome(): Promise<void> {
  await runAsOwner(test, sql`update publication set send_at = now() - interval '1 second'`)
  await hastenJobs(test.database)
  await settleJobs(test.database)
}

/** While the teacher is not the head of the own class. */
async function withoutClass<T>(work: () => Promise<T>): Promise<T> {
  await runAsOwner(test, sql`update class_group set head_teacher_id = null where class_id = ${place.classId}`)
  try {
    return await work()
  } finally {
    await runAsOwner(test, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${place.classId}`)
  }
}

async function withoutRight<T>(work: () => Promise<T>): Promise<T> {
  const granted = sql`code = 'message_classes' and unit_id = ${unitId} and user_type = 2`
  await runAsOwner(test, sql`delete from permission_grant where ${granted}`)
  try {
    return await work()
  } finally {
    await runAsOwner(
      test,
      sql`insert into permission_grant (unit_id, code, user_type) values (${unitId}, 'message_classes', 2)`,
    )
  }
}

describe('a teacher writes', () => {
  it('to pupils and parents of the class that they head, who see who wrote', async () => {
    const { publicationId, recipients } = await send()
    const { realName } = await readMe(teacher)
    for (const browser of [student, parent]) {
      const [message] = await unread(browser)
      expect(message?.messageMeno).toContain('明天带雨伞')
      expect(message?.sender?.name).toBe(realName)
    }
    expect(await call(teacher, classPublications.show, { publicationId })).toMatchObject({
      state: 'sent',
      recipients,
      read: 0,
      outside: false,
    })
    await parent.post(messages.markRead.path, { desktopMessageId: (await unread(parent))[0]?.id ?? '' })
    const { people } = await call(teacher, classPublications.receipts, { publicationId, state: 'read' })
    expect(people.map(({ userId }) => userId)).toEqual([parentId])
    expect((await call(teacher, classPublications.receipts, { publicationId, state: 'unread' })).total).toBe(
      recipients - 1,
    )
    expect(await call(teacher, classPublications.remind, { publicationId })).toEqual({ reminded: recipients - 1 })
    expect(await call(teacher, classPublications.recall, { publicationId })).toEqual({ recalled: recipients - 1 })
    expect(await unread(student)).toEqual([])
  })

  it('to a class in which they teach a subject', async () => {
    expect(await save({ ...NOBODY, userTypes: [3], classIds: [other.classId] })).toBe('publication.not_own_class')
    const [subject] = await runAsOwner(
      test,
      sql`insert into subject (unit_id, name, english_name) values (${unitId}, '书法', 'Calligraphy') returning subject_id`,
    )
    await runAsOwner(
      test,
      sql`insert into class_teacher (unit_id, class_id, user_id, subject_id) values (${unitId}, ${other.classId}, ${teacherId}, ${subject?.['subject_id']})`,
    )
    expect(
      (await call(teacher, classPublications.options, {})).classes.map(({ classId }) => classId).toSorted(),
    ).toEqual([other.classId, place.classId].toSorted())
    expect(await save({ ...NOBODY, userTypes: [3], classIds: [other.classId, place.classId] })).toBe('ok')
    await runAsOwner(test, sql`delete from class_teacher where user_id = ${teacherId}`)
    expect(await save({ ...NOBODY, userTypes: [3], classIds: [other.classId] })).toBe('publication.not_own_class')
  })

  it('to single pupils of the own class and their parents, and finds no others', async () => {
    expect(await save({ ...NOBODY, userIds: [studentId, parentId] })).toBe('ok')
    const names = await runAsOwner(
      test,
      sql`select user_id, real_name from user_account where user_id in (${studentId}, ${parentId}, ${other.pupilId}, ${other.parentId}, ${teacherId})`,
    )
    for (const { user_id: userId, real_name: name } of names) {
      const found = (await call(teacher, classPublications.findPeople, { query: String(name) })).some(
        (one) => one.userId === userId,
      )
      const isOwn = userId === studentId || userId === parentId
      expect([name, found]).toEqual([name, isOwn])
      expect([name, (await call(teacher, classPublications.findPerson, { userId: String(userId) })) !== null]).toEqual([
        name,
        isOwn,
      ])
    }
  })

  it('to nobody else', async () => {
    const foreigner = await test.signIn('student', { host: 'ginkgo.localhost' })
    const [foreign] = await runAsOwner(test, sql`select class_id from class_group where unit_id <> ${unitId} limit 1`)
    const [role] = await runAsOwner(test, sql`select role_id from role where unit_id = ${unitId} limit 1`)
    const { userId: foreignerId } = await readMe(foreigner)
    const { classId, gradeId } = place
    const refused: Record<string, publications.Audience> = {
      'all pupils': { ...NOBODY, userTypes: [1] },
      'all parents': { ...NOBODY, userTypes: [3] },
      'the teachers of the own class': { ...NOBODY, userTypes: [2], classIds: [classId] },
      'the staff of the own class': { ...NOBODY, userTypes: [1, 4], classIds: [classId] },
      'the grade': { ...NOBODY, userTypes: [1], gradeIds: [gradeId] },
      'the grade beside the own class': { ...NOBODY, userTypes: [1], gradeIds: [gradeId], classIds: [classId] },
      'another class': { ...NOBODY, userTypes: [1], classIds: [other.classId] },
      'another class beside the own': { ...NOBODY, userTypes: [1], classIds: [classId, other.classId] },
      'a class of another unit': { ...NOBODY, userTypes: [1], classIds: [String(foreign?.['class_id'])] },
      'no class at all': { ...NOBODY, userTypes: [1], classIds: ['x'] },
      'a pupil of another class': { ...NOBODY, userIds: [other.pupilId] },
      'a parent of another class': { ...NOBODY, userIds: [other.parentId] },
      'a colleague': { ...NOBODY, userIds: [(await readMe(admin)).userId] },
      'a person of another unit': { ...NOBODY, userIds: [foreignerId] },
      'a role': { ...NOBODY, roleIds: [String(role?.['role_id'])] },
      'a role beside the own class': { ...toClass(), roleIds: [String(role?.['role_id'])] },
    }
    for (const [name, audience] of Object.entries(refused)) {
      expect([name, await save(audience)]).toEqual([name, 'publication.not_own_class'])
      const { userTypes, ...ids } = audience
      const joined = Object.fromEntries(Object.entries(ids).map(([key, list]) => [key, list.join(',')]))
      const counted = await ask(teacher, classPublications.countAudience, { userTypes: userTypes.join(','), ...joined })
      expect([name, counted.code]).toEqual([name, 'publication.not_own_class'])
    }
    expect(await save(NOBODY)).toBe('message.nobody')
    expect((await runAsOwner(test, sql`select from publication`)).length).toBe(0)
  })

  it('a to-do to sign, with the answers by name', async () => {
    const { publicationId } = await send({ kind: 'todo', asks: 'sign', audience: { ...NOBODY, userIds: [parentId] } })
    const { list } = await call(parent, todos.popup, { start: 0, size: 10 })
    const todo = list.find(({ title }) => title.includes('明天带雨伞'))
    expect(todo?.sender?.name).toBe((await readMe(teacher)).realName)
    await call(parent, todos.answer, { todoId: todo?.id ?? '', given: { answer: 'agreed' } })
    const { people } = await call(teacher, classPublications.receipts, { publicationId, state: 'answered' })
    expect(people).toMatchObject([{ userId: parentId, given: { answer: 'agreed' } }])
  })

  it('so many in ten minutes, which does not keep the school from writing', async () => {
    for (let count = 0; count < 20; count += 1) expect(await save({ ...NOBODY, userIds: [studentId] })).toBe('ok')
    expect(await save({ ...NOBODY, userIds: [studentId] })).toBe('message.too_many')
    expect((await ask(admin, publications.save, letter())).code).toBe('ok')
  })
})

describe('publications of others', () => {
  it('are not a teacher’s to see, change, recall or remind of, nor is the unit’s way to write', async () => {
    const { publicationId } = await call(admin, publications.save, letter())
    await settleJobs(test.database)
    expect(await call(teacher, classPublications.list, {})).toEqual({ total: 0, publications: [] })
    for (const endpoint of [
      classPublications.show,
      classPublications.cancel,
      classPublications.recall,
      classPublications.remind,
    ])
      expect([endpoint.name, (await ask(teacher, endpoint, { publicationId })).code]).toEqual([
        endpoint.name,
        'publication.gone',
      ])
    expect((await ask(teacher, classPublications.receipts, { publicationId, state: 'read' })).code).toBe(
      'publication.gone',
    )
    expect((await ask(teacher, classPublications.save, letter({ publicationId }))).code).toBe('publication.gone')
    const ofUnit = endpoints.filter(({ name }) => name.startsWith('publications.'))
    for (const endpoint of ofUnit.filter(({ permission }) => permission === 'base_message'))
      expect([endpoint.name, (await ask(teacher, endpoint, { publicationId })).code]).toEqual([
        endpoint.name,
        'access.denied',
      ])
    expect(ofUnit.length).toBeGreaterThan(10)
  })

  it('who may write to all of the unit sees and recalls a teacher’s', async () => {
    const { publicationId, recipients } = await send()
    const { publications: listed } = await call(admin, publications.list, {})
    expect(listed).toMatchObject([{ publicationId, author: { realName: (await readMe(teacher)).realName } }])
    expect(await call(admin, publications.recall, { publicationId })).toEqual({ recalled: recipients })
  })

  it('have files for their author and receivers alone', async () => {
    const { id: fileId } = await createStorageCaller(teacher).store(cutFile('plan.md', Buffer.from('abcdefg')))
    const { publicationId } = await send({ fileIds: [fileId], audience: { ...NOBODY, userIds: [studentId] } })
    const { files } = await call(teacher, classPublications.show, { publicationId })
    const path = publications.file.path.replace('{id}', files[0]?.fileId ?? '')
    const status = async (browser: TestBrowser) => (await browser.request('GET', path)).statusCode
    expect(await Promise.all([teacher, student, admin, parent].map(status))).toEqual([200, 200, 200, 404])
    expect(await withoutRight(() => status(teacher))).toBe(404)
    const { id: foreignFile } = await createStorageCaller(admin).store(cutFile('a.md', Buffer.from('abc')))
    expect((await ask(teacher, classPublications.save, letter({ fileIds: [foreignFile] }))).code).toBe(
      'files.not_found',
    )
  })
})

async function listen(): Promise<{ port: number }> {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const address = test.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address
}

describe('what was scheduled', () => {
  it('is sent at its time while the class is the author’s', async () => {
    const { publicationId } = await send({ sendAt: inAnHour() })
    expect(await unread(parent)).toEqual([])
    await letTimeCome()
    expect(await call(teacher, classPublications.show, { publicationId })).toMatchObject({ state: 'sent' })
    expect(await unread(parent)).toHaveLength(1)
  })

  it('is not sent to a former class: its author is told, and sends it to another or deletes it', async () => {
    const { publicationId } = await send({ sendAt: inAnHour() })
    await withoutClass(async () => {
      expect((await call(teacher, classPublications.list, {})).publications).toMatchObject([
        { state: 'scheduled', outside: true },
      ])
      await letTimeCome()
      expect(await unread(parent)).toEqual([])
      expect(await unread(student)).toEqual([])
      expect(await call(teacher, classPublications.show, { publicationId })).toMatchObject({
        state: 'stopped',
        outside: true,
        recipients: expect.any(Number),
      })
      expect(await call(admin, publications.show, { publicationId })).toMatchObject({ state: 'stopped' })
      const [told] = await unread(teacher)
      expect(told?.messageMeno).toMatch(/“明天带雨伞”没有发出[^]*“Bring an umbrella” was not sent/)
      // Without any class there is no page of it.
      expect(told?.url).toBeNull()
      expect((await ask(teacher, classPublications.save, letter({ publicationId }))).code).toBe(
        'publication.not_own_class',
      )
      await runAsOwner(
        test,
        sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${other.classId}`,
      )
    })
    await withoutClass(async () => {
      const changed = letter({ publicationId, audience: { ...NOBODY, userTypes: [1], classIds: [other.classId] } })
      const { recipients } = await call(teacher, classPublications.save, changed)
      await settleJobs(test.database)
      expect(await call(teacher, classPublications.show, { publicationId })).toMatchObject({
        state: 'sent',
        recipients,
        outside: false,
      })
    })
    await runAsOwner(test, sql`update class_group set head_teacher_id = null where class_id = ${other.classId}`)

    const again = await send({ sendAt: inAnHour() })
    await withoutRight(letTimeCome)
    expect(await call(teacher, classPublications.show, again)).toMatchObject({ state: 'stopped', outside: false })
    await call(teacher, classPublications.cancel, { publicationId: again.publicationId })
    expect((await ask(teacher, classPublications.show, again)).code).toBe('publication.gone')
  })

  it('leads its author to it while they teach another class', async () => {
    await runAsOwner(test, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${other.classId}`)
    const { publicationId } = await send({ sendAt: inAnHour() })
    await withoutClass(letTimeCome)
    expect((await unread(teacher))[0]?.url).toContain(`#/messages/${publicationId}`)
    await runAsOwner(test, sql`update class_group set head_teacher_id = null where class_id = ${other.classId}`)
  })
})

const filePathOf = async (publicationId: string) => {
  const { files } = await call(teacher, classPublications.show, { publicationId })
  return publications.file.path.replace('{id}', files[0]?.fileId ?? '')
}

/** What each call about a sent publication answers. */
async function answersTo(browser: TestBrowser, publicationId: string): Promise<string[]> {
  const answers: string[] = []
  for (const endpoint of [
    classPublications.show,
    classPublications.remind,
    classPublications.recall,
    classPublications.cancel,
  ])
    answers.push((await ask(browser, endpoint, { publicationId })).code)
  for (const state of ['read', 'unread', 'answered'])
    answers.push((await ask(browser, classPublications.receipts, { publicationId, state })).code)
  return answers
}
const everyAnswer = (code: string) => Array.from({ length: 7 }, () => code)

/** While the other teacher heads the own class. */
async function asNextHead(work: (head: TestBrowser) => Promise<void>): Promise<void> {
  await runAsOwner(test, sql`update class_group set head_teacher_id = ${next.userId} where class_id = ${place.classId}`)
  try {
    await work(next.browser)
  } finally {
    await runAsOwner(test, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${place.classId}`)
  }
}

describe('after the class was taken away', () => {
  it('nothing of what was sent to it is its author’s any more: not in the list, not to read, no receivers, reminder, recall or file', async () => {
    const { id: fileId } = await createStorageCaller(teacher).store(cutFile('trip.md', Buffer.from('abcdefgh')))
    const { publicationId } = await send({ asks: 'reply', fileIds: [fileId] })
    const path = await filePathOf(publicationId)
    await withoutClass(async () => {
      expect(await call(teacher, classPublications.list, {})).toEqual({ total: 0, publications: [] })
      expect(await answersTo(teacher, publicationId)).toEqual(everyAnswer('publication.gone'))
      expect((await teacher.request('GET', path)).statusCode).toBe(404)
    })
    expect((await teacher.request('GET', path)).statusCode).toBe(200)
    expect((await call(teacher, classPublications.recall, { publicationId })).recalled).toBeGreaterThan(0)
    await withoutClass(async () =>
      expect(await answersTo(teacher, publicationId)).toEqual(everyAnswer('publication.gone')),
    )
  })

  it('the next head of the class has it: the list, its text and file, the receivers, the reminder and the recall', async () => {
    const { id: fileId } = await createStorageCaller(teacher).store(cutFile('trip.md', Buffer.from('abcdefgh')))
    const { publicationId, recipients } = await send({ fileIds: [fileId] })
    const path = await filePathOf(publicationId)
    const waiting = await send({ title: '下周', sendAt: inAnHour() })
    const single = await send({ title: '只给一位', audience: { ...NOBODY, userIds: [parentId] } })
    const { realName: author } = await readMe(teacher)
    await asNextHead(async (head) => {
      expect((await call(head, classPublications.list, {})).publications).toMatchObject([
        { publicationId, recipients, author: { realName: author }, outside: false },
      ])
      expect(await call(head, classPublications.show, { publicationId })).toMatchObject({
        text: '明天有雨。',
        outside: false,
      })
      expect((await call(head, classPublications.receipts, { publicationId, state: 'unread' })).total).toBe(recipients)
      expect((await head.request('GET', path)).statusCode).toBe(200)
      expect(await call(head, classPublications.remind, { publicationId })).toEqual({ reminded: recipients })
      // What was not sent, or went to single people, is not the class's.
      for (const of of [waiting, single])
        expect(await answersTo(head, of.publicationId)).toEqual(everyAnswer('publication.gone'))
      expect(await answersTo(teacher, publicationId)).toEqual(everyAnswer('publication.gone'))
      expect(await call(head, classPublications.recall, { publicationId })).toEqual({ recalled: recipients })
    })
    // Who heads it no more has nothing of it either.
    expect(await call(teacher, classPublications.show, { publicationId })).toMatchObject({ state: 'recalled' })
  })

  it('the head of one of two classes has what went to both only while they may write to both', async () => {
    await runAsOwner(test, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${other.classId}`)
    const { publicationId } = await send({ audience: { ...toClass(), classIds: [place.classId, other.classId] } })
    await asNextHead(async (head) => {
      expect(await answersTo(head, publicationId)).toEqual(everyAnswer('publication.gone'))
      await runAsOwner(
        test,
        sql`update class_group set head_teacher_id = ${next.userId} where class_id = ${other.classId}`,
      )
      expect((await ask(head, classPublications.show, { publicationId })).code).toBe('ok')
    })
    await runAsOwner(test, sql`update class_group set head_teacher_id = null where class_id = ${other.classId}`)
  })

  it('the screens know, at once where a page is open', async () => {
    expect((await readMe(teacher)).permissions).toContain('message_classes')
    const [row] = await runAsOwner(
      test,
      sql`select name, english_name, campus_id from class_group where class_id = ${place.classId}`,
    )
    const given = {
      ...place,
      campusId: z.parse(z.nullable(z.string()), row?.['campus_id']),
      name: String(row?.['name']),
      englishName: String(row?.['english_name']),
      teachers: [],
    }
    const { port } = await listen()
    const stream = await openStream(port, { access: accessOf(teacher) })
    await call(admin, saveClass, { ...given, headTeacherId: null })
    await until(() => stream.events.some(({ kind }) => kind === 'rights'))
    expect((await readMe(teacher)).permissions).not.toContain('message_classes')
    expect((await call(teacher, classPublications.options, {})).classes).toEqual([])
    expect(await save(toClass())).toBe('publication.not_own_class')
    await call(admin, saveClass, { ...given, headTeacherId: teacherId })
    expect((await readMe(teacher)).permissions).toContain('message_classes')
    stream.close()
  })
})

it('without the right every call is refused, and the screens know', async () => {
  const { publicationId } = await send()
  await withoutRight(async () => {
    expect((await readMe(teacher)).permissions).not.toContain('message_classes')
    for (const endpoint of Object.values(classPublications))
      expect([endpoint.name, (await ask(teacher, endpoint, { publicationId })).code]).toEqual([
        endpoint.name,
        'access.denied',
      ])
  })
  for (const browser of [student, parent])
    for (const endpoint of Object.values(classPublications))
      expect([endpoint.name, (await ask(browser, endpoint, { publicationId })).code]).toEqual([
        endpoint.name,
        'access.denied',
      ])
})

it('the search offers to write to those whom the caller may write to', async () => {
  const [pupil] = await runAsOwner(test, sql`select real_name from user_account where user_id = ${studentId}`)
  const [far] = await runAsOwner(test, sql`select real_name from user_account where user_id = ${other.pupilId}`)
  const mayWrite = async (name: unknown, id: string, browser = teacher) =>
    (await call(browser, desktopSearch.people, { query: String(name) })).find((one) => one.id === id)?.mayWrite
  expect(await mayWrite(pupil?.['real_name'], studentId)).toBe(true)
  expect(await mayWrite(far?.['real_name'], other.pupilId)).toBe(false)
  expect(await mayWrite(far?.['real_name'], other.pupilId, admin)).toBe(true)
  expect(await withoutRight(() => mayWrite(pupil?.['real_name'], studentId))).toBe(false)
})
