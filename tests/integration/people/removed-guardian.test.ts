import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import * as absence from '../../../contract/endpoints/attendance/absences.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import { today } from '../../../contract/endpoints/desktop/today.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import * as family from '../../../contract/endpoints/family/family.ts'
import { unread } from '../../../contract/endpoints/messages/messages.ts'
import { popup } from '../../../contract/endpoints/messages/todos.ts'
import * as guardians from '../../../contract/endpoints/people/guardians.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import { listHandIns } from '../../../contract/endpoints/storage/collections.ts'
import { sharedWithMe } from '../../../contract/endpoints/storage/shares.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'

// Whatever a guardian sees of a child, or does for it, ends with the removal, in the session that is open.

let test: TestApp
let parent: TestBrowser
let parentId: string
let child: { id: string; name: string; userId: string; classId: string }
const SECRET = '只给监护人看的事'
beforeAll(async () => {
  test = await createTestApp()
  const unitId = await unitOf(test)
  parent = await test.signIn('parent')
  parentId = (await readMe(parent)).userId
  const [row] = await run(sql`
    select s.student_id as id, s.real_name as name, s.user_id as "userId", s.class_id as "classId" from guardian g join student s using (student_id)
    where g.parent_id = ${parentId} and s.user_id is not null order by s.student_number limit 1`)
  child = z.parse(z.object({ id: z.string(), name: z.string(), userId: z.string(), classId: z.string() }), row)
  await run(sql`update guardian set may_consent = true where parent_id = ${parentId}`)
  // The other children are out of the way, so that all that is seen is about this one.
  await run(sql`delete from guardian where parent_id = ${parentId} and student_id <> ${child.id}`)
  const [message] = await run(
    sql`insert into message (unit_id, module, body, importance) values (${unitId}, 'attendance', ${SECRET}, 3) returning message_id as id`,
  )
  await run(
    sql`insert into message_recipient (unit_id, user_id, message_id, student_id) values (${unitId}, ${parentId}, ${message?.['id']}, ${child.id})`,
  )
  await run(
    sql`insert into todo (unit_id, user_id, module, title, student_id) values (${unitId}, ${parentId}, 'base', ${SECRET}, ${child.id})`,
  )
  const [hand] = await run(
    sql`select user_id as id from user_account where unit_id = ${unitId} and login_name = 'teacher'`,
  )
  await run(sql`
    with f as (insert into storage_folder (unit_id, owner_id, name) values (${unitId}, ${hand?.['id']}, ${SECRET}) returning folder_id)
    insert into storage_share (unit_id, owner_id, folder_id, class_id, may_edit) select ${unitId}, ${hand?.['id']}, folder_id, ${child.classId}, false from f`)
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

async function ask(endpoint: AnyEndpoint, input: object = {}, browser = parent) {
  const form = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  if (endpoint.method === 'GET') return (await browser.get(`${endpoint.path}?${form}`)).envelope
  const isForm = endpoint.encoding === 'form'
  const headers = { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const payload = isForm ? form : JSON.stringify(input)
  return z.parse(envelopeSchema, (await browser.request('POST', endpoint.path, { payload, headers })).json())
}

const month = new Date().toISOString().slice(0, 7)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const notice = (days: number) => ({
  studentId: child.id,
  kind: 'illness',
  firstDate: inDays(days),
  lastDate: inDays(days),
  from: null,
  until: null,
  note: SECRET,
})

/** What is seen, by the name of its endpoint: of those marked true the child or the secret was seen before. */
const sights: readonly (readonly [AnyEndpoint, () => object])[] = [
  [family.children, () => ({ parentId })],
  [family.currentChild, () => ({ parentId })],
  [family.overview, () => ({})],
  [unread, () => ({})],
  [popup, () => ({})],
  [today, () => ({})],
  [absence.absences, () => ({})],
  [absence.absences, () => ({ studentId: child.id })],
  [attendance.mine, () => ({ month, studentId: child.id })],
  [face.mine, () => ({})],
  [face.consents, () => ({ userId: child.userId })],
  [sharedWithMe, () => ({})],
  [listHandIns, () => ({})],
]
async function seen(): Promise<string[]> {
  const found: string[] = []
  for (const [at, [endpoint, input]] of sights.entries()) {
    const text = JSON.stringify((await ask(endpoint, input())).data ?? null)
    if ([child.id, child.userId, child.name, SECRET].some((word) => text.includes(word)))
      found.push(`${at} ${endpoint.name}`)
  }
  return found
}

it('a removed guardian sees and does nothing for the child any more, at once and in the open session', async () => {
  expect((await ask(family.setCurrentChild, { parentId, id: child.id })).code).toBe('ok')
  const made = await ask(absence.requestAbsence, notice(3))
  expect(made.code).toBe('ok')
  const { absenceId, version } = Object(made.data)
  const before = await seen()
  expect(before.map((name) => name.split(' ')[1])).toEqual(
    expect.arrayContaining([
      'family.children',
      'family.currentChild',
      'family.overview',
      'attendance.absences',
      'attendance.mine',
      'face.mine',
      'face.consents',
      unread.name,
      today.name,
      sharedWithMe.name,
    ]),
  )

  const admin = await test.signIn('admin')
  expect((await ask(guardians.removeGuardian, { studentId: child.id, parentId }, admin)).code).toBe('ok')
  expect(await seen()).toEqual([])
  expect((await readMe(parent)).userId).toBe(parentId)

  const consent = { userId: child.userId, textVersion: FACE_CONSENT_VERSION, language: 'zh-CN' }
  const { studentId: _, ...fields } = notice(4)
  for (const [endpoint, input] of [
    [family.setCurrentChild, { parentId, id: child.id }],
    [absence.requestAbsence, notice(9)],
    [absence.changeAbsence, { absenceId, ...fields, version }],
    [absence.withdrawAbsence, { absenceId }],
    [face.giveConsent, consent],
    [face.withdrawConsent, { userId: child.userId }],
    [face.removeFaces, { userId: child.userId }],
  ] as const)
    expect([endpoint.name, (await ask(endpoint, input)).code]).toEqual([
      endpoint.name,
      expect.stringMatching(/denied|gone|not_found|no_person/),
    ])
  const picture = await parent.request('GET', family.childPicture.path.replace('{studentId}', child.id))
  expect(picture.statusCode).toBe(404)
})
