import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller, formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { createRandom, mutate, type Random, unzip, zipMutated } from '../../support/samples/mutated-files.ts'
import { sampleFile } from '../../support/samples/sample-file.ts'

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

/** Sends mutated files; resolves to what was neither read nor refused by name. */
async function sendMutated(seed: number, make: (random: Random) => Promise<Buffer>): Promise<string[]> {
  const failures: string[] = []
  const random = createRandom(seed)
  for (let at = 0; at < FILES; at += 1) {
    await runAsOwner(test, sql`delete from rate_limit`)
    const response = await admin.request('POST', imports.preview.path, formOf('people', await make(random)))
    const { code, data } = response.json()
    if (response.statusCode >= 500 || !/^(ok|import\.\w+)$/.test(String(code)))
      failures.push(`file ${at}: ${response.body.slice(0, 300)}`)
    if (code === 'ok')
      await runAsOwner(test, sql`delete from import_run where import_id = ${Object(data).importId}::uuid`)
  }
  return failures
}

it.each(['xlsx', 'people.csv', 'oneroster'])(
  'damaged files made from an export as %s are read or refused by name, and nothing is written',
  async (format) => {
    const file = await createImportCaller(test, admin).file(`${imports.exportPeople.path}?format=${format}`)
    const before = await state()
    expect(await sendMutated(format.length, async (random) => mutate(file, random))).toEqual([])
    expect(await state()).toEqual(before)
  },
  FILES * EACH,
)

it.each(['X14-html.xls', 'X45-big5.csv', '04-title-ascii.tsv', 'X15-inner-quote.csv'])(
  'damaged files made from %s are read or refused by name, and nothing is written',
  async (name) => {
    const file = await readFile(sampleFile(name))
    const before = await state()
    expect(await sendMutated(name.length, async (random) => mutate(file, random))).toEqual([])
    expect(await state()).toEqual(before)
  },
  FILES * EACH,
)

it.each(['32-merged.xlsx', '33-formats.xlsx', '13-formula-no-result.xlsx', 'X18-richtext.xlsx', 'M1-register.xlsx'])(
  'files made from %s, damaged behind their checksums, are read or refused by name, and nothing is written',
  async (name) => {
    const parts = await unzip(await readFile(sampleFile(name)))
    const before = await state()
    expect(await sendMutated(name.length, (random) => zipMutated(parts, random))).toEqual([])
    expect(await state()).toEqual(before)
  },
  FILES * EACH,
)
