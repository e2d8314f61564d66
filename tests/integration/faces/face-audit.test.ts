import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createSetClock } from '../../support/set-clock.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const { now, set } = createSetClock(0)

let test: TestApp
let office: TestBrowser
beforeAll(async () => {
  test = await createTestApp({ now })
  office = await test.signIn('admin')
})
afterAll(() => test.close())

/** The details of the uses that the audit names. */
async function found(query = ''): Promise<string[]> {
  const lines = z.array(z.looseObject({ kind: z.string(), detail: z.string() }))
  const response = await office.request('GET', `${faceAdmin.audit.path}?format=json${query}`)
  return z.parse(lines, response.json()).flatMap(({ kind, detail }) => (kind === 'shown' ? detail : []))
}

it.each([
  ['Pacific/Kiritimati', '2027-02-27T10:00:00Z', '2027-02-28T10:00:00Z'],
  // Without the hour that the clock leaves out.
  ['Europe/Berlin', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
])('the audit counts days by the school’s clock in %s', async (timeZone, begin, end) => {
  const unitId = await unitOf(test)
  await runAsOwner(test, sql`delete from face_use`)
  await runAsOwner(test, sql`update attendance_settings set time_zone = ${timeZone}`)
  const moments = [Date.parse(begin) - 1, Date.parse(begin), Date.parse(end) - 1, Date.parse(end)]
  for (const [index, moment] of moments.entries())
    await runAsOwner(
      test,
      sql`insert into face_use (unit_id, kind, detail, address, at)
        values (${unitId}, 'shown', ${['before', 'first', 'last', 'after'][index]}, '', ${new Date(moment).toISOString()}::timestamptz)`,
    )
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moments[1])
  expect(await found(`&from=${date}&to=${date}`)).toEqual(['first', 'last'])
  // Up to today unless another day is said, and 366 days back.
  set(Date.parse(end) - 1)
  expect(await found()).toEqual(['before', 'first', 'last'])
  set(Date.parse(end))
  expect(await found()).toEqual(['before', 'first', 'last', 'after'])
  set(Date.parse(end) + 366 * 24 * 60 * 60 * 1000)
  expect(await found()).toEqual(['after'])
})
