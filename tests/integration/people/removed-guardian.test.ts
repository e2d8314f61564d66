import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as absences from '../../../contract/endpoints/attendance/absences.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { today } from '../../../contract/endpoints/desktop/today.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as linkedSchools from '../../../contract/endpoints/family/linked-schools.ts'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as messages from '../../../contract/endpoints/messages/messages.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as todos from '../../../contract/endpoints/messages/todos.ts'
import * as guardians from '../../../contract/endpoints/people/guardians.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { LINKED_ACCOUNT_HEADER } from '../../../contract/linked-account.ts'
import * as collections from '../../../contract/endpoints/storage/collections.ts'
import * as files from '../../../contract/endpoints/storage/files.ts'
import * as shares from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile } from '../../support/callers/storage-caller.ts'
import { ask, call } from '../../support/callers/call.ts'
import { makePng } from '../../support/samples/make-png.ts'

// Whatever a guardian sees of a child, or does for it, ends with the removal, in the session that is open: at the school, from a linked one, and by addresses that were kept.

const GINKGO = { host: 'ginkgo.localhost' }
const SECRET = '只给监护人看的事'

interface Child {
  readonly id: string
  readonly name: string
  readonly userId: string
  readonly classId: string
}

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let pupil: TestBrowser
let parent: TestBrowser
let parentId: string
let child: Child
/** The same person at another school, with a child there. */
let there: { browser: TestBrowser; userId: string; child: Child }
beforeAll(async () => {
  test = await createTestApp()
  ;[admin, teacher, pupil, parent] = (await Promise.all(
    ['admin', 'teacher', 'student', 'parent'].map((name) => test.signIn(name)),
  )) as [TestBrowser, TestBrowser, TestBrowser, TestBrowser]
  parentId = (await readMe(parent)).userId
  child = await onlyChildOf(parentId, (await readMe(pupil)).userId)
  const browser = await test.signIn('parent', GINKGO)
  const { userId } = await readMe(browser)
  there = { browser, userId, child: await onlyChildOf(userId) }
  for (const [host, to, about] of [
    ['localhost', parentId, child],
    [GINKGO.host, userId, there.child],
  ] as const)
    await writeAbout(await unitOf(test, host), to, about)
  await run(
    sql`update class_group set head_teacher_id = ${(await readMe(teacher)).userId} where class_id = ${child.classId}`,
  )
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

/** The other children are out of the way, so that all that is seen is about this one. */
async function onlyChildOf(guardian: string, pupilId?: string): Promise<Child> {
  const [row] = await run(sql`
    select s.student_id as id, s.real_name as name, s.user_id as "userId", s.class_id as "classId" from guardian g join student s using (student_id)
    where g.parent_id = ${guardian} and ${pupilId === undefined ? sql`s.user_id is not null` : sql`s.user_id = ${pupilId}`} order by s.student_number limit 1`)
  const found = z.parse(z.object({ id: z.string(), name: z.string(), userId: z.string(), classId: z.string() }), row)
  await run(sql`update guardian set may_consent = true where parent_id = ${guardian}`)
  await run(sql`delete from guardian where parent_id = ${guardian} and student_id <> ${found.id}`)
  return found
}

/** A message and a to-do about a child. */
async function writeAbout(unitId: string, to: string, { id }: Child): Promise<void> {
  const [message] = await run(
    sql`insert into message (unit_id, module, body, importance) values (${unitId}, 'attendance', ${SECRET}, 3) returning message_id as id`,
  )
  await run(
    sql`insert into message_recipient (unit_id, user_id, message_id, student_id) values (${unitId}, ${to}, ${message?.['id']}, ${id})`,
  )
  await run(
    sql`insert into todo (unit_id, user_id, module, title, student_id) values (${unitId}, ${to}, 'base', ${SECRET}, ${id})`,
  )
}

const month = new Date().toISOString().slice(0, 7)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const notice = (days: number, { id } = child) => ({
  studentId: id,
  kind: 'illness',
  firstDate: inDays(days),
  lastDate: inDays(days),
  from: null,
  until: null,
  note: SECRET,
})

type Sight = readonly [AnyEndpoint, () => object]

/** What is seen, by the name of its endpoint. */
const sights: readonly Sight[] = [
  [family.children, () => ({ parentId })],
  [family.currentChild, () => ({ parentId })],
  [family.overview, () => ({})],
  [messages.unread, () => ({})],
  [todos.popup, () => ({ start: 0, size: 100 })],
  [today, () => ({})],
  [absences.absences, () => ({})],
  [absences.absences, () => ({ studentId: child.id })],
  [attendance.mine, () => ({ month, studentId: child.id })],
  [face.mine, () => ({})],
  [face.consents, () => ({ userId: child.userId })],
  [shares.sharedWithMe, () => ({})],
  [shares.listShared, () => ({ folderId: kept.folderId })],
  [collections.listHandIns, () => ({})],
]
/** What is seen of a child at a linked school. */
const linkedSights: readonly Sight[] = [
  [family.children, () => ({ parentId: there.userId })],
  [family.overview, () => ({})],
  [today, () => ({})],
]

async function seen(which = sights, of = child, account?: string): Promise<string[]> {
  const found: string[] = []
  for (const [at, [endpoint, input]] of which.entries()) {
    const text = JSON.stringify((await ask(parent, endpoint, input(), { account: account })).data ?? null)
    if ([of.id, of.userId, of.name, SECRET].some((word) => text.includes(word))) found.push(`${at} ${endpoint.name}`)
  }
  return found
}
const namesOf = (found: readonly string[]) => found.map((name) => name.split(' ')[1])

/** What was sent and shared before the removal, and can be asked for by identifiers that somebody kept. */
let kept = { folderId: '', handInId: '', messageId: '', todoId: '' }
/** The addresses of files, each with the endpoint's name. */
let addresses: readonly (readonly [string, string])[] = []

const TYPES: (1 | 3)[] = [1, 3]
const toClass = () => ({ userTypes: TYPES, gradeIds: [], classIds: [child.classId], userIds: [], roleIds: [] })
const letter = (title: string, change: Partial<ReturnType<typeof messageTo>> = {}) =>
  messageTo(TYPES, title, { audience: toClass(), ...change })
/** As if its time had come. */
async function letTimeCome(): Promise<void> {
  await run(sql`update publication set send_at = now() - interval '1 second' where state = 'scheduled'`)
  await hastenJobs(test.database)
  await settleJobs(test.database)
}

const addressOf = ({ name, path }: AnyEndpoint, id: string) => [name, path.replace(/\{\w+\}/, id)] as const

/** Of everything that a guardian can download one: a picture, the class's shared files, what the child handed in, and the file of a message to the class. */
async function makeFiles(): Promise<void> {
  const put = async (who: TestBrowser, folderId?: string) =>
    dataOf(storage.upload, await createStorageCaller(who).whole(makeFile(`${SECRET}.md`, 300), { folderId })).id
  const picture = { serverid: 'base', fileName: 'portrait', type: 'png', purpose: 'account' } as const
  await call(pupil, storage.base64Image, { ...picture, base64Str: makePng(40, 40).toString('base64') })

  const { id: folderId } = await call(teacher, files.createFolder, { name: SECRET })
  const inFolder = await put(teacher, folderId)
  const to = { kind: 'class', id: child.classId } as const
  await call(teacher, shares.saveShare, { id: folderId, kind: 'folder', to, edit: false, until: null })

  const dueAt = new Date(Date.now() + 86_400_000).toISOString()
  const asked = { id: null, classId: child.classId, title: SECRET, text: '', dueAt, maxFiles: 2, maxBytes: 5000 }
  const { id: handInId } = await call(teacher, collections.saveHandIn, asked)
  const [handedIn] = await call(pupil, collections.handInFiles, { id: handInId, fileIds: [await put(pupil)] })

  await call(teacher, classPublications.save, letter(SECRET, { asks: 'reply', fileIds: [await put(teacher)] }))
  await call(teacher, classPublications.save, letter(SECRET, { kind: 'todo', text: SECRET, asks: 'sign' }))
  await settleJobs(test.database)
  const message = (await call(parent, messages.unread, {})).find((one) => one.files)
  const todo = (await call(parent, todos.popup, { start: 0, size: 100 })).list.find(({ asks }) => asks)
  kept = { folderId, handInId, messageId: message?.id ?? '', todoId: todo?.id ?? '' }
  addresses = [
    addressOf(family.childPicture, child.id),
    addressOf(shares.downloadShared, inFolder),
    addressOf(files.downloadFolder, folderId),
    addressOf(collections.downloadHandedIn, handedIn?.id ?? ''),
    addressOf(publications.file, message?.files?.[0]?.fileId ?? ''),
  ]
}

/** The statuses of all addresses, with what browsers and managers of downloads send besides. */
async function downloads(browser: TestBrowser, headers: Record<string, string> = {}) {
  const found: [string, number][] = []
  for (const [name, path] of addresses) found.push([name, (await browser.request('GET', path, { headers })).statusCode])
  return Object.fromEntries(found)
}
const eachWith = (status: number) => Object.fromEntries(addresses.map(([name]) => [name, status]))

it('a removed guardian sees and does nothing for the child any more, at once and in the open session', async () => {
  await makeFiles()
  // Sent at a time after the removal.
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await call(teacher, classPublications.save, letter(`${SECRET} later`, { sendAt: later }))
  expect((await ask(parent, family.setCurrentChild, { parentId, id: child.id })).code).toBe('ok')
  const made = await ask(parent, absences.requestAbsence, notice(3))
  expect(made.code).toBe('ok')
  const { absenceId, version } = Object(made.data)
  const before = await seen()
  expect(namesOf(before)).toEqual(
    expect.arrayContaining([
      'family.children',
      'family.currentChild',
      'family.overview',
      'attendance.absences',
      'attendance.mine',
      'face.mine',
      'face.consents',
      messages.unread.name,
      todos.popup.name,
      today.name,
      shares.sharedWithMe.name,
      shares.listShared.name,
      collections.listHandIns.name,
    ]),
  )
  expect(await downloads(parent)).toEqual(eachWith(200))
  const tags: Record<string, string> = {}
  for (const [name, path] of addresses) tags[name] = (await parent.request('GET', path)).headers.etag ?? ''

  expect((await ask(admin, guardians.removeGuardian, { studentId: child.id, parentId })).code).toBe('ok')
  expect(await seen()).toEqual([])
  expect((await readMe(parent)).userId).toBe(parentId)

  // Raw addresses that were kept, also with what the browser has of the file already, and for what others may still have.
  expect(await downloads(parent)).toEqual(eachWith(404))
  expect(await downloads(parent, { range: 'bytes=0-9' })).toEqual(eachWith(404))
  for (const [name, path] of addresses) {
    const again = await parent.request('GET', path, { headers: { 'if-none-match': tags[name] || '*' } })
    expect([name, again.statusCode]).toEqual([name, 404])
    expect([name, (await parent.request('HEAD', path)).statusCode]).not.toEqual([name, 200])
  }
  const ofClass = collections.downloadHandInZip.path.replace('{id}', kept.handInId)
  for (const path of [ofClass, `${ofClass}?studentId=${child.id}`])
    expect((await parent.request('GET', path)).statusCode).toBe(403)
  const { [family.childPicture.name]: _1, ...ofPupil } = await downloads(pupil)
  expect(Object.values(ofPupil)).toEqual([200, 200, 200, 200])

  // What comes to the class from now on: by the schedule, at once, as a reminder, a task and a share.
  const counts = await call(parent, messages.unhandledCount, {})
  await letTimeCome()
  await call(teacher, classPublications.save, letter(`${SECRET} message`))
  await call(admin, publications.save, letter(`${SECRET} of the unit`))
  await call(teacher, classPublications.save, letter(`${SECRET} to-do`, { kind: 'todo', text: SECRET, asks: 'sign' }))
  await settleJobs(test.database)
  const [sent] = (await call(teacher, classPublications.list, {})).publications.filter(({ kind }) => kind === 'message')
  expect((await ask(teacher, classPublications.remind, { publicationId: sent?.publicationId ?? '' })).code).toBe('ok')
  const dueAt = new Date(Date.now() + 86_400_000).toISOString()
  const task = { id: null, classId: child.classId, title: `${SECRET} 2`, text: '', dueAt, maxFiles: 2, maxBytes: 5000 }
  const { id: taskId } = await call(teacher, collections.saveHandIn, task)
  await call(teacher, collections.remindHandIn, { id: taskId })
  const { id: newFolder } = await call(teacher, files.createFolder, { name: `${SECRET} 2` })
  const to = { kind: 'class', id: child.classId } as const
  await call(teacher, shares.saveShare, { id: newFolder, kind: 'folder', to, edit: false, until: null })
  await settleJobs(test.database)
  // The others of the class have it all.
  const texts = (await call(pupil, messages.unread, {})).map(({ messageMeno }) => messageMeno).join()
  for (const word of ['later', 'message', 'of the unit', '2']) expect(texts).toContain(`${SECRET} ${word}`)
  expect(await seen()).toEqual([])
  expect(await call(parent, messages.unhandledCount, {})).toEqual(counts)

  const consent = { userId: child.userId, textVersion: FACE_CONSENT_VERSION, language: 'zh-CN' }
  const { studentId: _, ...fields } = notice(4)
  for (const [endpoint, input] of [
    [family.setCurrentChild, { parentId, id: child.id }],
    [absences.requestAbsence, notice(9)],
    [absences.changeAbsence, { absenceId, ...fields, version }],
    [absences.withdrawAbsence, { absenceId }],
    [face.giveConsent, consent],
    [face.withdrawConsent, { userId: child.userId }],
    [face.removeFaces, { userId: child.userId }],
    [messages.markRead, { desktopMessageId: kept.messageId }],
    [messages.reply, { desktopMessageId: kept.messageId, reply: SECRET }],
    [messages.restore, { desktopMessageIds: [kept.messageId] }],
    [todos.answer, { todoId: kept.todoId, given: { answer: 'agreed' } }],
    [todos.ignore, { todoId: kept.todoId }],
    [todos.restore, { todoId: kept.todoId }],
  ] as const)
    expect([endpoint.name, (await ask(parent, endpoint, input)).code]).toEqual([
      endpoint.name,
      expect.stringMatching(/denied|gone|not_found|no_person/),
    ])
})

it('a guardian who is removed at a linked school sees and does nothing for the child from here either', async () => {
  const { code } = await call(there.browser, linkedSchools.createLinkCode, {})
  await call(parent, linkedSchools.link, { code })
  const asThere = (endpoint: AnyEndpoint, input: object) => ask(parent, endpoint, input, { account: there.userId })
  const { data } = await asThere(absences.requestAbsence, notice(3, there.child))
  const { absenceId, version } = z.parse(absences.requestAbsence.response, data)
  expect(namesOf(await seen(linkedSights, there.child, there.userId))).toEqual(
    linkedSights.map(([endpoint]) => endpoint.name),
  )
  const waiting = z.parse(family.overview.response, (await asThere(family.overview, {})).data)
  const [message] = waiting.messages.filter(({ messageMeno }) => messageMeno === SECRET)
  const [todo] = waiting.todos.filter(({ title }) => title === SECRET)

  const pair = { studentId: there.child.id, parentId: there.userId }
  await call(await test.signIn('admin', GINKGO), guardians.removeGuardian, pair)
  expect(await seen(linkedSights, there.child, there.userId)).toEqual([])
  const { studentId: _, ...fields } = notice(4, there.child)
  for (const [endpoint, input] of [
    [absences.requestAbsence, notice(9, there.child)],
    [absences.changeAbsence, { absenceId, ...fields, version }],
    [absences.withdrawAbsence, { absenceId }],
    [messages.markRead, { desktopMessageId: message?.id }],
    [messages.reply, { desktopMessageId: message?.id, reply: SECRET }],
    [messages.restore, { desktopMessageIds: [message?.id] }],
    [todos.answer, { todoId: todo?.id, given: { answer: 'agreed' } }],
    [todos.ignore, { todoId: todo?.id }],
    [todos.restore, { todoId: todo?.id }],
  ] as const)
    expect([endpoint.name, (await asThere(endpoint, input)).code]).toEqual([
      endpoint.name,
      expect.stringMatching(/denied|gone|not_found|no_person/),
    ])
  const path = family.childPicture.path.replace('{studentId}', there.child.id)
  const headers = { [LINKED_ACCOUNT_HEADER]: there.userId }
  expect((await parent.request('GET', path, { headers })).statusCode).toBe(404)
})
