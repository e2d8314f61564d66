import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import { sendPublication } from '../../../server/modules/messages/send-publication.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { openStream } from '../../support/app/live-stream.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { SentTo, TestBrowser } from '../../support/browser/test-browser.ts'
import { createStorageCaller, cutFile } from '../../support/callers/storage-caller.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let student: TestBrowser
let unitId: string
/** The pupil's class and grade. */
let place: { classId: string; gradeId: string }
beforeAll(async () => {
  test = await createTestApp()
  ;[admin, teacher, student] = await Promise.all([test.signIn('admin'), test.signIn('teacher'), test.signIn('student')])
  unitId = await unitOf(test)
  const { userId } = await readMe(student)
  const [row] = await runAsOwner(
    test,
    sql`select class_id, grade_id from student join class_group using (class_id) where user_id = ${userId}`,
  )
  place = { classId: String(row?.['class_id']), gradeId: String(row?.['grade_id']) }
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from todo where publication_id is not null`)
  await runAsOwner(test, sql`delete from publication`)
  await runAsOwner(test, sql`update message_recipient set read_at = now() where read_at is null`)
})

const NOBODY: publications.Audience = { userTypes: [], gradeIds: [], classIds: [], userIds: [], roleIds: [] }
const ALL: publications.Audience = { ...NOBODY, userTypes: [1, 2, 3, 4] }

function letter(change: Partial<SentTo<typeof publications.save>> = {}): SentTo<typeof publications.save> {
  return {
    publicationId: null,
    kind: 'message',
    title: '家长会通知',
    englishTitle: '',
    text: '周五晚七点，请准时参加。',
    englishText: '',
    importance: 3,
    url: null,
    applicationCode: null,
    dueOn: null,
    audience: { ...NOBODY, userTypes: [1], classIds: [place.classId] },
    sendAt: null,
    fileIds: [],
    ...change,
  }
}

async function send(change: Partial<SentTo<typeof publications.save>> = {}) {
  const saved = await call(admin, publications.save, letter(change))
  await settleJobs(test.database)
  return saved
}

const show = (publicationId: string) => call(admin, publications.show, { publicationId })
const unread = (browser: TestBrowser) => call(browser, messages.unread, {})
const todosOf = (browser: TestBrowser) => call(browser, todos.popup, { start: 0, size: 100 })

async function count(statement: SQL): Promise<number> {
  const [row] = await runAsOwner(test, statement)
  return Number(row?.['count'])
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** As if its time had come. */
async function letTimeCome(): Promise<void> {
  await runAsOwner(test, sql`update publication set send_at = now() - interval '1 second'`)
  await hastenJobs(test.database)
  await settleJobs(test.database)
}

const counted = (audience: publications.Audience, browser = admin) =>
  call(browser, publications.countAudience, {
    userTypes: audience.userTypes.join(','),
    gradeIds: audience.gradeIds.join(','),
    classIds: audience.classIds.join(','),
    userIds: audience.userIds.join(','),
    roleIds: audience.roleIds.join(','),
  })

describe('an audience', () => {
  /** What the demo's tables say, without the rules of the server. */
  const pupilsOf = (which: SQL) =>
    sql`select count(distinct a.user_id) from student s join class_group c using (class_id) join user_account a on a.user_id = s.user_id
      where a.status = 1 and ${which}`
  const parentsOf = (which: SQL) =>
    sql`select count(distinct a.user_id) from guardian r join student s using (student_id) join class_group c using (class_id)
      join user_account a on a.user_id = r.parent_id where a.status = 1 and ${which}`

  it('is of the types in the whole unit, or in grades and classes, and of the persons besides', async () => {
    const { userId } = await readMe(teacher)
    const { userId: studentId } = await readMe(student)
    const ofClass = sql`c.class_id = ${place.classId}`
    const ofGrade = sql`c.grade_id = ${place.gradeId}`
    const ofType = (type: number) =>
      sql`select count(*) from user_account where unit_id = ${unitId} and status = 1 and user_type = ${type}`
    const cases: [Partial<publications.Audience>, number][] = [
      [{}, 0],
      [{ userTypes: [1] }, await count(ofType(1))],
      [{ userTypes: [2, 4] }, (await count(ofType(2))) + (await count(ofType(4)))],
      [{ userTypes: [1], classIds: [place.classId] }, await count(pupilsOf(ofClass))],
      [{ userTypes: [1], gradeIds: [place.gradeId] }, await count(pupilsOf(ofGrade))],
      [{ userTypes: [1], gradeIds: [place.gradeId], classIds: [place.classId] }, await count(pupilsOf(ofGrade))],
      [{ userTypes: [3], classIds: [place.classId] }, await count(parentsOf(ofClass))],
      [
        { userTypes: [1, 3], classIds: [place.classId] },
        (await count(pupilsOf(ofClass))) + (await count(parentsOf(ofClass))),
      ],
      [{ userIds: [userId] }, 1],
      [
        { userTypes: [1], classIds: [place.classId], userIds: [userId, studentId] },
        (await count(pupilsOf(ofClass))) + 1,
      ],
      [{ classIds: [place.classId] }, 0],
    ]
    for (const [audience, recipients] of cases)
      expect({ audience, ...(await counted({ ...NOBODY, ...audience })) }).toEqual({ audience, recipients })
    expect(await count(pupilsOf(ofClass))).toBeGreaterThan(0)
    expect(await count(parentsOf(ofClass))).toBeGreaterThan(0)
  })

  it('has the teachers of a class: its head, and those who teach it a subject', async () => {
    const [head] = await runAsOwner(
      test,
      sql`select head_teacher_id as id from class_group where class_id = ${place.classId}`,
    )
    const found = await count(
      sql`select count(distinct user_id) from (select user_id from class_teacher where class_id = ${place.classId}
        union select ${head?.['id']}::uuid) t join user_account a using (user_id) where a.status = 1 and a.user_type = 2`,
    )
    expect(found).toBeGreaterThan(0)
    expect(await counted({ ...NOBODY, userTypes: [2], classIds: [place.classId] })).toEqual({ recipients: found })
  })

  it('has the holders of a role, by whatever way they have it, once', async () => {
    const [made] = await runAsOwner(
      test,
      sql`insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'base', 'FIRE', '消防员', 'Fire wardens')
        returning role_id as id`,
    )
    const roleIds = [String(made?.['id'])]
    expect((await call(admin, publications.options, {})).roles).toContainEqual({
      roleId: roleIds[0],
      name: '消防员',
      englishName: 'Fire wardens',
    })
    expect(await counted({ ...NOBODY, roleIds })).toEqual({ recipients: 0 })
    const { userId } = await readMe(teacher)
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, user_id) values (${unitId}, ${roleIds[0]}, ${userId})`,
    )
    expect(await counted({ ...NOBODY, roleIds })).toEqual({ recipients: 1 })
    await runAsOwner(
      test,
      sql`insert into role_member (unit_id, role_id, class_id) values (${unitId}, ${roleIds[0]}, ${place.classId})`,
    )
    const pupils = await count(
      sql`select count(*) from student s join user_account a using (user_id) where s.class_id = ${place.classId} and a.status = 1`,
    )
    expect(await counted({ ...NOBODY, roleIds, userIds: [userId] })).toEqual({ recipients: 1 + pupils })
    await runAsOwner(test, sql`delete from role where role_id = ${roleIds[0]}`)
  })

  it('never has closed accounts, or people of another unit', async () => {
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const { userId: foreigner } = await readMe(elsewhere)
    const { userId } = await readMe(teacher)
    expect(await counted({ ...NOBODY, userIds: [foreigner, userId] })).toEqual({ recipients: 1 })
    expect(await counted({ ...NOBODY, userTypes: [1, 3], classIds: [place.classId] }, elsewhere)).toEqual({
      recipients: 0,
    })
    expect((await ask(admin, publications.save, letter({ audience: { ...NOBODY, userIds: [foreigner] } }))).code).toBe(
      'message.nobody',
    )
    await runAsOwner(test, sql`update user_account set status = 0 where login_name = 'staff' and unit_id = ${unitId}`)
    const { recipients } = await counted(ALL)
    await runAsOwner(test, sql`update user_account set status = 1 where login_name = 'staff' and unit_id = ${unitId}`)
    expect(await counted(ALL)).toEqual({ recipients: recipients + 1 })
  })

  it('is chosen from the unit’s own grades, classes and people', async () => {
    const { grades, classes, applications, timeZone } = await call(admin, publications.options, {})
    expect(classes.find(({ classId }) => classId === place.classId)).toMatchObject({ gradeId: place.gradeId })
    expect(grades.map(({ gradeId }) => gradeId)).toContain(place.gradeId)
    expect(applications.map(({ code }) => code)).toContain('files')
    expect(timeZone).toBe('Asia/Shanghai')
    const { realName, userId } = await readMe(student)
    const found = await call(admin, publications.findPeople, { query: realName })
    expect(found.find((one) => one.userId === userId)).toMatchObject({
      realName,
      userType: 1,
      place: { name: expect.any(String) },
    })
    expect(await call(admin, publications.findPeople, { query: 'nobody at all' })).toEqual([])
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect(
      (await call(elsewhere, publications.findPeople, { query: realName })).map((one) => one.userId),
    ).not.toContain(userId)
  })
})

describe('a message', () => {
  it('is sent to its audience, in both languages, with its title and link, and tells who has read it', async () => {
    const { publicationId, recipients } = await send({
      englishTitle: 'Parents’ evening',
      englishText: 'On Friday at seven.',
      applicationCode: 'files',
    })
    expect(await show(publicationId)).toMatchObject({ state: 'sent', recipients, read: 0 })
    const [message, ...others] = await unread(student)
    expect(others).toEqual([])
    expect(message).toMatchObject({
      messageMeno: '家长会通知\n周五晚七点，请准时参加。|||Parents’ evening\nOn Friday at seven.',
      titled: true,
      importance: 3,
      module: 'notice',
      url: '/pages/files/pc_files_pre/index.html',
    })
    expect(await unread(teacher)).toEqual([])
    await student.post(messages.markRead.path, { desktopMessageId: message?.id ?? '' })
    expect(await show(publicationId)).toMatchObject({ recipients, read: 1 })
    const { userId } = await readMe(student)
    const read = await call(admin, publications.receipts, { publicationId, state: 'read' })
    expect(read).toMatchObject({ total: 1, people: [{ userId, readAt: expect.any(String) }] })
    const waiting = await call(admin, publications.receipts, { publicationId, state: 'unread' })
    expect(waiting.total).toBe(recipients - 1)
    expect(waiting.people.map((one) => one.userId)).not.toContain(userId)
    expect(new Set(waiting.people.map(({ readAt }) => readAt))).toEqual(
      new Set(waiting.people.length > 0 ? [null] : []),
    )
  })

  it('is sent once when the same save comes again, during the first and after it', async () => {
    const newId = randomUUID()
    const before = (await unread(student)).length
    const trail = sql`select count(*) from admin_event where action = 'publications.save' and target_id = ${newId}`
    const again = () => call(admin, publications.save, letter({ newId }))
    const [first, ...others] = await Promise.all([again(), again(), again()])
    expect(first.publicationId).toBe(newId)
    expect(others).toEqual([first, first])
    await settleJobs(test.database)
    expect(await again()).toEqual(first)
    await settleJobs(test.database)
    expect((await unread(student)).length).toBe(before + 1)
    expect((await call(admin, publications.list, {})).total).toBe(1)
    expect(await show(newId)).toMatchObject({ state: 'sent', recipients: first.recipients })
    expect(await count(trail)).toBe(1)
  })

  it('is sent under no id that another author or unit has', async () => {
    const newId = randomUUID()
    await call(admin, publications.save, letter({ newId, sendAt: inAnHour() }))
    const ofClass = { ...NOBODY, userTypes: [1 as const], classIds: [place.classId] }
    const byTeacher = letter({ newId, audience: ofClass })
    expect(await ask(teacher, classPublications.save, byTeacher)).toMatchObject({ code: 'request.invalid' })
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    const toAll = letter({ newId, audience: { ...NOBODY, userTypes: [2] } })
    expect(await ask(elsewhere, publications.save, toAll)).toMatchObject({ code: 'request.invalid' })
    expect(await show(newId)).toMatchObject({ state: 'scheduled', audience: ofClass })
    expect((await call(admin, publications.list, {})).total).toBe(1)
    expect(await count(sql`select count(*) from publication`)).toBe(1)
  })

  it('to parents by one class is about the one child', async () => {
    await send({ audience: { ...NOBODY, userTypes: [3], classIds: [place.classId] } })
    const wrong = await runAsOwner(
      test,
      sql`select r.user_id from message_recipient r join publication p using (message_id)
        where r.student_id is distinct from (
          select case when count(*) = 1 then (array_agg(s.student_id))[1] end from guardian g join student s using (student_id)
          where g.parent_id = r.user_id and s.class_id = ${place.classId})`,
    )
    expect(wrong).toEqual([])
  })

  it('waits for its time, can be changed and cancelled until then, and not after', async () => {
    const sendAt = inAnHour()
    const { publicationId } = await send({ sendAt })
    expect(await unread(student)).toEqual([])
    expect(await show(publicationId)).toMatchObject({ state: 'scheduled', sendAt })
    // The job comes, and the time has not.
    await hastenJobs(test.database)
    await settleJobs(test.database)
    expect(await show(publicationId)).toMatchObject({ state: 'scheduled' })

    const changed = letter({ publicationId, title: '改期通知', sendAt })
    expect((await call(admin, publications.save, changed)).publicationId).toBe(publicationId)
    await letTimeCome()
    expect((await unread(student)).map(({ messageMeno }) => messageMeno.split('\n')[0])).toEqual(['改期通知'])
    expect((await ask(admin, publications.save, changed)).code).toBe('publication.begun')
    expect((await ask(admin, publications.cancel, { publicationId })).code).toBe('publication.begun')

    const other = await send({ sendAt })
    await call(admin, publications.cancel, { publicationId: other.publicationId })
    await letTimeCome()
    expect(await unread(student)).toHaveLength(1)
    expect((await ask(admin, publications.show, other)).code).toBe('publication.gone')
    expect((await ask(admin, publications.cancel, { publicationId: other.publicationId })).code).toBe(
      'publication.gone',
    )
  })

  it('that is recalled is gone from lists and counts at once, live, and does not come back by an undo', async () => {
    const { publicationId, recipients } = await send({
      audience: { ...NOBODY, userTypes: [1], classIds: [place.classId], userIds: [(await readMe(teacher)).userId] },
    })
    const [message] = await unread(teacher)
    await teacher.post(messages.markRead.path, { desktopMessageId: message?.id ?? '' })
    expect(await unread(student)).toHaveLength(1)
    expect(await call(admin, publications.recall, { publicationId })).toEqual({ recalled: recipients - 1 })
    expect(await unread(student)).toEqual([])
    expect(await call(student, messages.unhandledCount, {})).toMatchObject({ message: 0 })
    expect((await ask(teacher, messages.restore, { desktopMessageIds: [message?.id] })).code).toBe('ok')
    expect(await unread(teacher)).toEqual([])
    expect(await show(publicationId)).toMatchObject({
      state: 'recalled',
      recipients,
      read: 1,
      recalledAt: expect.any(String),
    })
    expect((await ask(admin, publications.recall, { publicationId })).code).toBe('publication.not_sent')
    expect((await ask(admin, publications.remind, { publicationId })).code).toBe('publication.not_sent')
  })

  it('is put first for those who have not read it, once in an hour', async () => {
    const { publicationId, recipients } = await send()
    await send({ title: '后来的通知' })
    expect((await unread(student)).map(({ reminded }) => reminded)).toEqual([undefined, undefined])
    expect(await call(admin, publications.remind, { publicationId })).toEqual({ reminded: recipients })
    const [first, second] = await unread(student)
    expect(first).toMatchObject({ reminded: true, messageMeno: expect.stringContaining('家长会通知') })
    expect(second?.reminded).toBeUndefined()
    expect((await ask(admin, publications.remind, { publicationId })).code).toBe('publication.reminded')
    await student.post(messages.markRead.path, { desktopMessageId: first?.id ?? '' })
    await runAsOwner(test, sql`update publication set reminded_at = reminded_at - interval '61 minutes'`)
    expect(await call(admin, publications.remind, { publicationId })).toEqual({ reminded: recipients - 1 })
    expect(await unread(student)).toHaveLength(1)
  })

  it('has files for its receivers alone, which stay when the author deletes theirs', async () => {
    const { id: fileId } = await createStorageCaller(admin).store(cutFile('plan.md', Buffer.from('abcdefg')))
    const { publicationId } = await send({ fileIds: [fileId] })
    const [message] = await unread(student)
    expect(message?.files).toMatchObject([{ name: 'plan.md', size: 7 }])
    const path = publications.file.path.replace('{id}', message?.files?.[0]?.fileId ?? '')
    const download = (browser: TestBrowser) => browser.request('GET', path)
    expect((await download(student)).body).toBe('abcdefg')
    expect((await download(teacher)).statusCode).toBe(404)
    expect((await download(await test.signIn('admin', { host: 'ginkgo.localhost' }))).statusCode).toBe(404)

    await runAsOwner(test, sql`delete from storage_file where file_id = ${fileId}`)
    const far = { binDays: 0, uploadDays: 0, now: Date.now() + 30 * 86_400_000 }
    await cleanUpFiles(test.database, test.storage, far)
    expect((await download(student)).body).toBe('abcdefg')
    await call(admin, publications.recall, { publicationId })
    expect((await download(student)).statusCode).toBe(404)
    expect((await ask(admin, publications.save, letter({ fileIds: [fileId] }))).code).toBe('files.not_found')
  })

  it('arrives at connected receivers, and leaves them', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const address = test.app.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port was given')
    const stream = await openStream(address.port, { access: student.cookies.get('portal_access')?.value ?? '' })
    try {
      const last = () => stream.events.findLast((event) => event.kind === 'counts')
      await until(() => last() !== undefined)
      const { publicationId } = await send()
      await until(() => last()?.counts.message === 1)
      await call(admin, publications.recall, { publicationId })
      await until(() => last()?.counts.message === 0)
      expect(last()).toMatchObject({ changed: ['messages'], counts: { message: 0 } })
    } finally {
      stream.close()
    }
  })

  it('is refused without a receiver, a title or a future, to a foreign address, and too often', async () => {
    const code = async (change: object) => (await ask(admin, publications.save, { ...letter(), ...change })).code
    expect(await code({ audience: NOBODY })).toBe('message.nobody')
    for (const wrong of [
      { title: ' ' },
      { title: 'x'.repeat(101) },
      { text: 'x'.repeat(2001) },
      { importance: 6 },
      { url: 'http://example.org/' },
      { url: 'javascript:alert(1)' },
      { audience: { ...NOBODY, userTypes: [5] } },
      { fileIds: ['1', '2', '3', '4', '5', '6'] },
    ])
      expect({ wrong, code: await code(wrong) }).toEqual({ wrong, code: 'request.invalid' })
    expect(await code({ sendAt: '2020-01-01T00:00:00Z' })).toBe('publication.past')
    expect(await code({ sendAt: '2099-01-01T00:00:00Z' })).toBe('publication.past')
    expect(await code({ kind: 'todo', dueOn: '2020-01-01' })).toBe('publication.past')
    expect(await code({ publicationId: 'x' })).toBe('publication.gone')
    expect((await ask(teacher, publications.save, letter())).code).toBe('access.denied')
    await runAsOwner(
      test,
      sql`insert into publication (unit_id, kind, title, importance, audience, state, send_at, expected)
        select ${unitId}::uuid, 'message', 'x', 1, '{}', 'sent', now(), 1 from generate_series(1, 60)`,
    )
    expect(await code({})).toBe('message.too_many')
  })

  it('of another unit does not exist', async () => {
    const { publicationId } = await send()
    const elsewhere = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect((await call(elsewhere, publications.list, {})).publications).toEqual([])
    for (const endpoint of [publications.show, publications.cancel, publications.recall, publications.remind])
      expect((await ask(elsewhere, endpoint, { publicationId })).code).toBe('publication.gone')
    expect((await ask(elsewhere, publications.receipts, { publicationId, state: 'read' })).code).toBe(
      'publication.gone',
    )
    expect((await ask(elsewhere, publications.save, letter({ publicationId, audience: ALL }))).code).toBe(
      'publication.gone',
    )
  })
})

describe('a to-do', () => {
  it('is put on the lists with its last day, tells who has done it, is reminded of and recalled', async () => {
    const { publicationId, recipients } = await send({
      kind: 'todo',
      title: '填写体检表',
      englishTitle: 'Health form',
      dueOn: '2090-01-31',
      url: 'https://example.org/form',
    })
    const own = async (browser: TestBrowser) =>
      (await todosOf(browser)).list.filter(({ title }) => title.includes('填写体检表'))
    const [todo] = await own(student)
    expect(todo).toMatchObject({
      title: '填写体检表|||Health form',
      dueOn: '2090-01-31',
      url: 'https://example.org/form',
    })
    expect(todo?.reminded).toBeUndefined()
    expect(await call(admin, publications.remind, { publicationId })).toEqual({ reminded: recipients })
    expect((await todosOf(student)).list[0]).toMatchObject({ id: todo?.id, reminded: true })
    expect((await ask(student, todos.ignore, { todoId: todo?.id })).code).toBe('ok')
    expect(await show(publicationId)).toMatchObject({ kind: 'todo', recipients, read: 1 })
    expect(await call(admin, publications.receipts, { publicationId, state: 'read' })).toMatchObject({ total: 1 })
    await call(admin, publications.recall, { publicationId })
    expect((await ask(student, todos.restore, { todoId: todo?.id })).code).toBe('todo.gone')
    expect(
      await count(sql`select count(*) from todo where closed_at is null and publication_id = ${publicationId}`),
    ).toBe(0)
  })
})

describe('an answer', () => {
  const own = async (browser: TestBrowser, title: string) =>
    (await todosOf(browser)).list.find((one) => one.title.includes(title))

  it('to a form is a signature, which the sender sees by name, and can be taken back for ten minutes', async () => {
    const { publicationId, recipients } = await send({
      kind: 'todo',
      title: '秋游回执',
      englishTitle: 'Autumn trip',
      text: '请确认孩子是否参加。',
      englishText: 'Please confirm.',
      asks: 'sign',
    })
    const todo = await own(student, '秋游回执')
    expect(todo?.asks).toEqual({ answer: 'sign', text: '请确认孩子是否参加。|||Please confirm.' })
    const todoId = String(todo?.id)
    const answer = (given: object, browser = student) => ask(browser, todos.answer, { todoId, given })
    expect((await answer({ answer: 'done' })).code).toBe('answer.not_asked')
    expect((await answer({ answer: 'agreed' }, teacher)).code).toBe('todo.gone')
    expect((await answer({ answer: 'agreed' })).code).toBe('ok')
    expect(await own(student, '秋游回执')).toBeUndefined()
    expect((await answer({ answer: 'declined' })).code).toBe('todo.gone')
    expect(await show(publicationId)).toMatchObject({ asks: 'sign', recipients, read: 1, answered: 1, declined: 0 })
    const signed = () => call(admin, publications.receipts, { publicationId, state: 'answered' })
    expect(await signed()).toMatchObject({ total: 1, people: [{ given: { answer: 'agreed', reply: '' } }] })

    expect((await ask(student, todos.restore, { todoId })).code).toBe('ok')
    expect(await signed()).toMatchObject({ total: 0 })
    expect((await answer({ answer: 'declined' })).code).toBe('ok')
    expect(await show(publicationId)).toMatchObject({ answered: 1, declined: 1 })
    await runAsOwner(test, sql`update todo set closed_at = now() - interval '11 minutes' where todo_id = ${todoId}`)
    expect((await ask(student, todos.restore, { todoId })).code).toBe('todo.gone')
  })

  it('ignored is none', async () => {
    const { publicationId } = await send({ kind: 'todo', title: '交作业', asks: 'done', text: '不保存' })
    const todo = await own(student, '交作业')
    expect(todo?.asks).toEqual({ answer: 'done', text: '' })
    await call(student, todos.ignore, { todoId: String(todo?.id) })
    expect(await show(publicationId)).toMatchObject({ read: 1, answered: 0, text: '' })
  })

  it('to a message is a reply where its sender reads replies, and gone with its undo', async () => {
    const { publicationId } = await send({ title: '想听建议', asks: 'reply' })
    const [message] = await unread(student)
    expect(message?.mayReply).toBe(true)
    const id = String(message?.id)
    const reply = (text: string) => ask(student, messages.reply, { desktopMessageId: id, reply: text })
    expect((await reply('   ')).code).toBe('request.invalid')
    expect((await reply('加一节体育课')).code).toBe('ok')
    expect(await unread(student)).toEqual([])
    expect((await reply('再加一节')).code).toBe('message.gone')
    expect(await call(admin, publications.receipts, { publicationId, state: 'answered' })).toMatchObject({
      people: [{ given: { answer: 'replied', reply: '加一节体育课' } }],
    })
    await call(student, messages.restore, { desktopMessageIds: [id] })
    expect(await show(publicationId)).toMatchObject({ read: 0, answered: 0 })
  })

  it('is not taken where none is asked for, and a message asks for no signature', async () => {
    await send()
    const [message] = await unread(student)
    expect((await ask(student, messages.reply, { desktopMessageId: message?.id, reply: '好' })).code).toBe(
      'answer.not_asked',
    )
    const refused = await ask(admin, publications.save, letter({ asks: 'sign' }))
    expect(refused.fieldErrors).toMatchObject([{ field: 'asks' }])
    expect((await ask(student, publications.receipts, { publicationId: place.classId, state: 'answered' })).code).toBe(
      'access.denied',
    )
  })
})

describe('sending', () => {
  it('is not sent once its author’s account is closed or lacks the right: who may send is told, and sends it in the own name', async () => {
    await runAsOwner(
      test,
      sql`with r as (insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'own', 'WRITER', '发消息', 'Writer') returning role_id),
        g as (insert into permission_grant (unit_id, code, role_id) select ${unitId}, 'base_message', role_id from r)
        insert into role_member (unit_id, role_id, user_id) select ${unitId}, r.role_id, a.user_id from r, user_account a where a.unit_id = ${unitId} and a.login_name = 'staff'`,
    )
    const writer = await test.signIn('staff')
    const { userId } = await readMe(writer)
    const { publicationId } = await call(writer, publications.save, letter({ sendAt: inAnHour() }))
    const inTime = await call(writer, publications.save, letter({ sendAt: inAnHour(), title: '改过的' }))
    expect(await show(publicationId)).toMatchObject({ state: 'scheduled', outside: false, ofClasses: false })
    await runAsOwner(test, sql`delete from role_member where user_id = ${userId}`)
    await runAsOwner(test, sql`update user_account set status = 0 where user_id = ${userId}`)
    expect(await show(publicationId)).toMatchObject({ state: 'scheduled', outside: true })
    // Who saves it is its author.
    const { version } = await show(inTime.publicationId)
    await call(admin, publications.save, letter({ ...inTime, version, sendAt: inAnHour(), title: '改过的' }))
    await runAsOwner(test, sql`update user_account set status = 1 where user_id = ${userId}`)

    await letTimeCome()
    expect(await show(publicationId)).toMatchObject({ state: 'stopped', outside: true })
    expect(await show(inTime.publicationId)).toMatchObject({ state: 'sent', outside: false })
    expect((await unread(student)).map(({ messageMeno }) => messageMeno)).toEqual([expect.stringContaining('改过的')])
    const [told] = await unread(admin)
    expect(told?.messageMeno).toMatch(/“家长会通知”没有发出[^]*was not sent/)
    expect(told?.url).toContain(`#/messages/${publicationId}`)
    const [author] = await unread(writer)
    expect(author?.messageMeno).toContain('请联系管理员')
    expect(author?.url).toBeNull()

    const { recipients } = await call(
      admin,
      publications.save,
      letter({ publicationId, version: (await show(publicationId)).version }),
    )
    await settleJobs(test.database)
    expect(await show(publicationId)).toMatchObject({ state: 'sent', recipients, outside: false })
    await runAsOwner(test, sql`delete from role where code = 'WRITER' and unit_id = ${unitId}`)
  })

  it('writes each receiver once, whatever number of processes runs it and however often it is stopped', async () => {
    const { publicationId, recipients } = await call(
      admin,
      publications.save,
      letter({ audience: ALL, sendAt: inAnHour() }),
    )
    await runAsOwner(test, sql`update publication set send_at = now() - interval '1 second'`)
    const of = { unitId, publicationId }
    // The first is stopped after its first batch.
    const stopped = new AbortController()
    const first = sendPublication(test.database, of, stopped.signal, 10)
    await until(async () => (await show(publicationId)).state === 'sending')
    stopped.abort(new Error('stopped'))
    await first.catch(() => undefined)
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => sendPublication(test.database, of, signal, 7)))
    const [sent] = await runAsOwner(
      test,
      sql`select count(*)::int as rows, count(distinct user_id)::int as people from message_recipient r join publication p using (message_id)`,
    )
    expect(sent).toEqual({ rows: recipients, people: recipients })
    expect(await show(publicationId)).toMatchObject({ state: 'sent', recipients })
    expect(
      await count(sql`select count(*) from message m where m.titled and m.sent_at > now() - interval '1 minute' and exists (
      select from publication p where p.message_id = m.message_id)`),
    ).toBe(1)
  })

  it('stops where it is when it is recalled meanwhile', async () => {
    const { publicationId } = await call(admin, publications.save, letter({ audience: ALL, sendAt: inAnHour() }))
    await runAsOwner(test, sql`update publication set send_at = now() - interval '1 second'`)
    const stopped = new AbortController()
    const run = sendPublication(test.database, { unitId, publicationId }, stopped.signal, 10)
    await until(async () => (await show(publicationId)).state === 'sending')
    await call(admin, publications.recall, { publicationId })
    await run
    expect(await show(publicationId)).toMatchObject({ state: 'recalled' })
    expect(
      await count(
        sql`select count(*) from message_recipient r join publication p using (message_id) where r.read_at is null`,
      ),
    ).toBe(0)
  })
})

describe('the list', () => {
  it('has what waits first, then the latest, in pages', async () => {
    await runAsOwner(
      test,
      sql`insert into publication (unit_id, kind, title, importance, audience, state, send_at, expected)
        select ${unitId}::uuid, 'message', 'n' || n, 1, ${JSON.stringify(NOBODY)}::jsonb, 'sent', now() - make_interval(days => n), 1
        from generate_series(1, 25) as n`,
    )
    const { publicationId } = await call(admin, publications.save, letter({ sendAt: inAnHour() }))
    const first = await call(admin, publications.list, {})
    expect(first.total).toBe(26)
    expect(first.publications).toHaveLength(publications.PUBLICATION_PAGE)
    expect(first.publications[0]).toMatchObject({
      publicationId,
      state: 'scheduled',
      author: { realName: expect.any(String) },
    })
    expect(first.publications[1]).toMatchObject({ title: 'n1' })
    const second = await call(admin, publications.list, { page: 2 })
    expect(second.publications).toHaveLength(6)
    expect((await call(admin, publications.list, { page: 9 })).publications).toEqual([])
  })
})
