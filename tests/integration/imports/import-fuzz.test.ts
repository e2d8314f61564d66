import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportPeople, preview } from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller, formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { createRandom, mutate } from '../../support/samples/mutated-files.ts'

/** Mutated files of each kind. `npm run test:hostile` tries 2,000, and behind the checksums of zips as well. */
const FILES = 12
/** Milliseconds of one file on a busy machine. */
const EACH = 5000

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

const state = () =>
  runAsOwner(
    test,
    sql`select (select md5(string_agg(a::text, '|' order by a.user_id)) from user_account a) as accounts, (select md5(string_agg(s::text, '|' order by s.student_id)) from student s) as pupils,
      (select md5(string_agg(c::text, '|' order by c.class_id)) from class_group c) as classes, (select count(*) from guardian) as guardians, (select count(*) from import_run) as imports, (select count(*) from grade) as grades`,
  )

it.each(['xlsx', 'people.csv', 'oneroster'])(
  'damaged files made from an export as %s are read or refused by name, and nothing is written',
  async (format) => {
    const file = await createImportCaller(test, admin).file(`${exportPeople.path}?format=${format}`)
    const before = await state()
    const random = createRandom(format.length)
    for (let at = 0; at < FILES; at += 1) {
      await runAsOwner(test, sql`delete from rate_limit`)
      const response = await admin.request('POST', preview.path, formOf('people', mutate(file, random)))
      expect(response.statusCode, `file ${at}: ${response.body.slice(0, 300)}`).toBeLessThan(500)
      const { code, data } = response.json()
      expect(code, `file ${at}`).toMatch(/^(ok|import\.\w+)$/)
      if (code === 'ok')
        await runAsOwner(test, sql`delete from import_run where import_id = ${Object(data).importId}::uuid`)
    }
    expect(await state()).toEqual(before)
  },
  FILES * EACH,
)
