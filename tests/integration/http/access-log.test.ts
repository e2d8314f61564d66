import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { accessDetail } from '../../../contract/endpoints/desktop/desktop.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { deleteOldAccessLog } from '../../../server/modules/desktop/resources.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { sqlState } from '../../support/app/sql-state.ts'
import { until } from '../../support/until.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

async function whoIs(browser: TestBrowser): Promise<{ userId: string; unitId: string }> {
  const { envelope } = await browser.get(session.me.path)
  return z.parse(z.object({ userId: z.string(), unitId: z.string() }), envelope.data)
}

async function note(browser: TestBrowser, over: Record<string, string> = {}): Promise<string> {
  const ids = await whoIs(browser)
  const { envelope } = await browser.post(accessDetail.path, {
    ...ids,
    userType: '2',
    resId: 'files',
    resName: 'anything',
    type: '1',
    ...over,
  })
  return envelope.code
}

async function readLog(): Promise<Record<string, unknown>[]> {
  return test.database.asOwner(async (tx) => {
    const { rows } = await tx.execute(
      sql`select login_name, l.user_type, res_id, res_name, type from access_log l join user_account using (user_id) order by access_id`,
    )
    return rows
  })
}

it('notes who opened which application, as the session and the unit say and not as the caller does', async () => {
  const student = await test.signIn('student')
  expect(await note(student, { userType: '2' })).toBe('ok')
  expect(await readLog()).toEqual([{ login_name: 'student', user_type: 1, res_id: 'files', res_name: '文件', type: 1 }])
})

it('refuses another person, another unit, and an application that the unit does not have', async () => {
  const before = await readLog()
  const teacher = await test.signIn('teacher')
  const other = await whoIs(await test.signIn('teacher', { host: 'ginkgo.localhost' }))
  expect(await note(teacher, { userId: other.userId })).toBe('access.denied')
  expect(await note(teacher, { unitId: other.unitId })).toBe('access.denied')
  expect(await note(teacher, { resId: 'made-up' })).toBe('request.invalid')
  expect(await readLog()).toEqual(before)
})

it('stands beside the server’s log, which names device and application of each call where they have the form of a code', async () => {
  const teacher = await test.signIn('teacher')
  await teacher.get(session.me.path, { headers: { 'x-portal-app': 'roster', 'x-portal-device': 'h5' } })
  await teacher.get(session.me.path, { headers: { 'x-portal-app': 'a b', 'x-portal-device': 'app' } })
  const said = z.object({ device: z.optional(z.string()), app: z.optional(z.string()) })
  const lineOf = (device: string) =>
    until(() => test.logLines.map((line) => z.parse(said, JSON.parse(line))).find((line) => line.device === device))
  expect(await lineOf('h5')).toEqual({ device: 'h5', app: 'roster' })
  expect(await lineOf('app')).toEqual({ device: 'app' })
})

it('cannot be changed by the application, and is forgotten after 180 days', async () => {
  const teacher = await test.signIn('teacher')
  expect(await note(teacher)).toBe('ok')
  const { userId, unitId } = await whoIs(teacher)
  for (const statement of [sql`delete from access_log`, sql`update access_log set res_id = 'x'`]) {
    const failure = await test.database.inUnit({ unitId, userId }, (tx) => tx.execute(statement)).catch(sqlState)
    expect(failure).toBe('42501')
  }
  const age = (days: number) =>
    test.database.asOwner((tx) =>
      tx.execute(sql`update access_log set at = now() - make_interval(days => ${days}) where user_id = ${userId}`),
    )
  await age(179)
  await deleteOldAccessLog(test.database)
  expect((await readLog()).map((row) => row['login_name'])).toContain('teacher')
  await age(181)
  await deleteOldAccessLog(test.database)
  expect((await readLog()).map((row) => row['login_name'])).not.toContain('teacher')
})
