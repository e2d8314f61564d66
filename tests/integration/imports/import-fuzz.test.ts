import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportPeople, preview } from '../../../contract/endpoints/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller, formOf } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

/** Mutated files of each kind; PORTAL_FUZZ_IMPORTS=700 tries 2,100. */
const FILES = Number(process.env['PORTAL_FUZZ_IMPORTS'] ?? 12)
/** Milliseconds of one file on a busy machine. */
const EACH = 5000

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

/** The same numbers from the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const ODD = ['\u0000', '=1+1', '\uFEFF', '"', '\r', '😀', '9'.repeat(400), '\uD800', '../x', "'", ',,,,', '学号']

/** Bytes changed, cut out, doubled, or something odd put in. */
function mutate(file: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(file)
  for (let change = random(6); change >= 0; change -= 1) {
    const at = random(bytes.length + 1)
    const kind = random(5)
    if (kind === 0 && bytes.length > 0) bytes[Math.min(at, bytes.length - 1)] = random(256)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(200))])
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - random(300)))])
    else if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(ODD[random(ODD.length)] ?? ''), bytes.subarray(at)])
    else if (random(6) === 0) bytes = bytes.subarray(0, at)
  }
  return bytes
}

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
