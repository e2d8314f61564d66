import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema, type Envelope } from '../../../contract/envelope.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { cleanUpFiles } from '../../../server/modules/files/cleanup.ts'
import { removeOldExports, writeExport } from '../../../server/modules/units/export/export-unit.ts'
import { NO_UNIT_TABLES, TABLES, UNIT_TABLES } from '../../../server/modules/people/personal-data.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { OPERATORS, signInOperator } from '../../support/schools/operators.ts'
import { settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { createStorageCaller } from '../../support/callers/storage-caller.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { type Entries, unzip } from '../../support/samples/mutated-files.ts'

const OTHER = 'ginkgo.localhost'
const DAY = 24 * 60 * 60 * 1000

let test: TestApp
let operator: TestBrowser
let unitId: string
beforeAll(async () => {
  test = await createTestApp()
  operator = await signInOperator(test)
  unitId = await unitOf(test, OTHER)
})
afterAll(() => test.close())

const exportsOf = (envelope: Envelope) => z.parse(units.listExports.response, envelope.data).exports
const listed = async () => exportsOf(await ask(operator, units.listExports, { unitId }))

const rowsIn = (content: Buffer | undefined): Record<string, unknown>[] =>
  String(content)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.parse(z.record(z.string(), z.unknown()), JSON.parse(line)))

async function download(exportId: string, headers: Record<string, string> = {}) {
  return operator.request('GET', `${units.downloadExport.path}?exportId=${exportId}`, { headers })
}

async function exportUnit(withFiles: boolean): Promise<Entries> {
  expect((await ask(operator, units.startExport, { unitId, withFiles })).code).toBe('ok')
  await settleJobs(test.database)
  const [latest] = await listed()
  expect(latest).toMatchObject({ state: 'done', progress: 100, withFiles })
  const exportId = latest?.exportId ?? ''
  expect((await ask(operator, units.openExport, { exportId })).code).toBe('ok')
  const response = await download(exportId)
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.length).toBe(latest?.size)
  return unzip(response.rawPayload)
}

describe('what an export of a unit has', () => {
  it('is every table with a unit, or a reason why not', async () => {
    const rows = await runAsOwner(
      test,
      sql`select c.relname as name, json_object_agg(a.attname, format_type(a.atttypid, null)) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by 1`,
    )
    const tables = rows.filter(({ columns }) => 'unit_id' in Object(columns))
    expect(Object.keys(TABLES).toSorted()).toEqual(tables.map(({ name }) => String(name)).toSorted())
    // What could be a secret is left out by name, or is one of these, which are none.
    const harmless = new Set([
      'application_picture.content',
      'branding_picture.content',
      'branding_picture.sha256',
      'import_mapping.signature',
      'import_run.sha256',
      'import_taken.sha256',
      'unit_logo.content',
      'unit_logo.sha256',
      'face_settings.needs_pin',
      'oauth_client.admin_tickets',
      // Who turned them on.
      'oauth_client.admin_tickets_by',
      'oauth_client.may_issue_tickets',
      // How a provider takes the secret.
      'sign_in_provider.secret_way',
      'unit.password_rule',
      'unit.ticket_name',
      'unit.ticket_path',
      'voice_service.token_url',
    ])
    const suspicious = tables
      .filter(({ name }) => typeof TABLES[String(name)]?.unit === 'object')
      .flatMap(({ name, columns }) =>
        Object.entries(Object(columns))
          .filter(
            ([column, type]) => type === 'bytea' || /secret|password|hash|sealed|token|ticket|_pin$|jwk/.test(column),
          )
          .filter(([column]) => !(column in (TABLES[String(name)]?.leftOutOfUnit ?? {})))
          .map(([column]) => `${String(name)}.${column}`),
      )
    expect(suspicious.filter((column) => !harmless.has(column))).toEqual([])
    for (const { table, leftOut } of UNIT_TABLES) {
      const found = tables.find(({ name }) => name === table)
      expect(Object.keys(Object(found?.['columns']))).toEqual(expect.arrayContaining(Object.keys(leftOut)))
    }
  })

  it('is all rows of the unit, no row of another, no secret, and an index in both languages', async () => {
    const entries = await exportUnit(false)
    const json = z.parse(
      z.object({ tables: z.array(z.object({ table: z.string(), file: z.string(), rows: z.number() })) }),
      JSON.parse(String(entries.get('index.json'))),
    )
    const [own] = await runAsOwner(test, sql`select unit_id from unit_host where host = 'localhost'`)
    for (const { table, file, rows } of json.tables) {
      // Grows with the download itself.
      if (table === 'admin_event') continue
      const [counted] = await runAsOwner(
        test,
        sql`select count(*)::int as n from ${sql.identifier(table)} where unit_id = ${unitId}`,
      )
      const lines = rowsIn(entries.get(file))
      expect([table, lines.length, rows]).toEqual([table, counted?.['n'], counted?.['n']])
      expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(lines.length)
      expect(lines.filter((line) => line['unit_id'] !== unitId)).toEqual([])
      const leftOut = Object.keys(TABLES[table]?.leftOutOfUnit ?? {})
      expect(lines.flatMap((line) => Object.keys(line)).filter((column) => leftOut.includes(column))).toEqual([])
    }
    expect(rowsIn(entries.get('tables/user_account.jsonl')).length).toBeGreaterThan(5)
    const all = Buffer.concat([...entries.values()]).toString()
    expect(all).not.toContain(String(own?.['unit_id']))
    expect(all).not.toContain('$argon2')
    for (const table of Object.keys(NO_UNIT_TABLES)) {
      expect(String(entries.get('index.zh-CN.txt'))).toContain(table)
      expect(String(entries.get('index.en.txt'))).toContain(table)
    }
    expect(String(entries.get('index.en.txt'))).toContain('This belongs to the unit')
    expect(String(entries.get('index.zh-CN.txt'))).toContain('这份数据属于该单位')
    expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toEqual([])
  })

  it('reads a table of several pages whole, and each row once', async () => {
    await runAsOwner(
      test,
      sql`insert into access_log (access_id, unit_id, user_id, user_type, res_id, res_name, type, at)
        select portal_new_id(), a.unit_id, a.user_id, a.user_type, 'files', 'Files', 1, now() from generate_series(1, 2500),
          (select * from user_account where unit_id = ${unitId} order by user_id limit 1) a`,
    )
    const [counted] = await runAsOwner(test, sql`select count(*)::int as n from access_log where unit_id = ${unitId}`)
    const lines = rowsIn((await exportUnit(false)).get('tables/access_log.jsonl'))
    expect(new Set(lines.map((line) => line['access_id'])).size).toBe(counted?.['n'])
    expect(lines.length).toBe(counted?.['n'])
  })

  it('has the files’ bytes when they are chosen, and says which the store does not have', async () => {
    const teacher = await test.signIn('teacher', { host: OTHER })
    const content = Buffer.from('the plan of the week')
    const sent = await createStorageCaller(teacher).whole({ name: 'plan.md', bytes: content })
    expect(sent.code).toBe('ok')
    const [lost] = await runAsOwner(
      test,
      sql`insert into storage_object (unit_id, sha256, md5, size) values (${unitId}, ${'ef'.repeat(32)}, ${'ef'.repeat(16)}, 5) returning sha256`,
    )
    const entries = await exportUnit(true)
    const file = rowsIn(entries.get('tables/storage_file.jsonl')).find(({ name }) => name === 'plan.md')
    expect(entries.get(`files/${String(file?.['sha256'])}`)).toEqual(content)
    expect(String(entries.get('index.json'))).toContain(String(lost?.['sha256']))
    await runAsOwner(test, sql`delete from storage_object where sha256 = ${lost?.['sha256']}`)
  })

  it('has people and classes that an empty unit imports: as many as there were', async () => {
    const entries = await exportUnit(false)
    const host = 'empty.localhost'
    const made = await ask(operator, units.create, {
      unit: {
        type: 'school',
        name: '新校',
        englishName: 'New School',
        hosts: [host],
        campuses: [{ name: '主校区', englishName: 'Main campus' }],
        year: suggestYear('2026-10-01'),
        themeColor: '#457CD6',
      },
      administrator: { loginName: 'mover', name: '搬家人', englishName: '', password: 'kestrel7moss' },
    })
    expect(made.code).toBe('ok')
    const newUnit = z.parse(units.create.response, made.data).unitId
    const mover = test.visit({ host })
    await mover.post('/api/uaa/oauth/login', { username: 'mover', password: 'kestrel7moss' })
    const caller = createImportCaller(test, mover)
    for (const name of ['people.csv', 'classes.csv']) {
      const run = await caller.preview(name, entries.get(`import/${name}`) ?? '')
      expect(await caller.rows(run.importId, 'error')).toEqual([])
      expect((await caller.apply(run.importId)).status).toBe('applied')
    }
    const counts = async (unit: string) => {
      const [row] = await runAsOwner(
        test,
        sql`select (select count(*)::int from class_group where unit_id = ${unit} and closed_on is null) as classes,
          (select count(*)::int from student where unit_id = ${unit} and class_id is not null) as pupils,
          (select count(*)::int from user_account where unit_id = ${unit} and status = 1 and user_type = 2) as teachers,
          (select count(*)::int from user_account where unit_id = ${unit} and status = 1 and user_type = 4 and login_name <> 'mover') as staff,
          (select count(*)::int from user_account where unit_id = ${unit} and status = 1 and user_type = 3) as parents`,
      )
      return row
    }
    expect(await counts(newUnit)).toEqual(await counts(unitId))
  })
})

describe('an export of a unit', () => {
  it('is written once at a time, and recorded in the trail of the operator and of the unit', async () => {
    const begun = await ask(operator, units.startExport, { unitId, withFiles: false })
    expect(exportsOf(begun)[0]).toMatchObject({ withFiles: false, size: null })
    expect((await ask(operator, units.startExport, { unitId, withFiles: false })).code).toBe('units.export_running')
    await settleJobs(test.database)
    const [done] = await listed()
    expect((await ask(operator, units.openExport, { exportId: done?.exportId })).code).toBe('ok')
    const trail = await runAsOwner(
      test,
      sql`select unit_id = ${unitId} as told, action, kind from admin_event
        where action in ('operator.export', 'operator.exportOpen') order by at desc, event_id desc limit 4`,
    )
    expect(
      trail
        .map(({ told, action, kind }) => `${told === true ? 'unit' : 'operator'} ${String(action)} ${String(kind)}`)
        .toSorted(),
    ).toEqual([
      'operator operator.export changed',
      'operator operator.exportOpen changed',
      'unit operator.export command',
      'unit operator.exportOpen command',
    ])
  })

  it('is downloaded in the session that opened it alone, in ranges too', async () => {
    const [latest] = await listed()
    const exportId = latest?.exportId ?? ''
    expect((await download(exportId, { range: 'bytes=0-3' })).rawPayload.toString()).toBe('PK\u0003\u0004')
    const name = String((await download(exportId)).headers['content-disposition'])
    expect(name).toMatch(/Ginkgo Middle School \d{4}-\d\d-\d\d\.zip/)
    const again = await test.signIn('operator', { host: OPERATORS })
    expect((await again.request('GET', `${units.downloadExport.path}?exportId=${exportId}`)).statusCode).toBe(404)
    const admin = await test.signIn('admin')
    const refused = await admin.request('GET', `${units.downloadExport.path}?exportId=${exportId}`)
    expect(z.parse(envelopeSchema, refused.json()).code).toBe('access.denied')
    expect((await download('x')).statusCode).toBe(404)
    expect((await ask(operator, units.openExport, { exportId: unitId })).code).toBe('units.export_gone')
  })

  it('begins again after a run that was interrupted, and leaves nothing of it', async () => {
    await ask(operator, units.suspend, { unitId })
    const [row] = await runAsOwner(
      test,
      sql`insert into unit_export (unit_id, with_files, state, progress) values (${unitId}, true, 'writing', 40) returning export_id as id`,
    )
    const of = { unitId, exportId: String(row?.['id']) }
    const stopped = AbortSignal.abort(new Error('the process closes'))
    await expect(writeExport(test.database, test.storage, of, stopped)).rejects.toThrow('the process closes')
    const uploads: string[] = []
    for await (const upload of test.storage.listUploads()) uploads.push(upload.uploadId)
    expect(uploads).toEqual([])
    expect((await listed())[0]).toMatchObject({ state: 'writing' })
    await writeExport(test.database, test.storage, of, new AbortController().signal)
    expect((await listed())[0]).toMatchObject({ exportId: of.exportId, state: 'done' })
    // A second run of the same job finds it done.
    await expect(writeExport(test.database, test.storage, of, new AbortController().signal)).rejects.toThrow(
      'not wanted',
    )
    await ask(operator, units.bringBack, { unitId })
  })

  it('is kept by the cleanup of files, counts as nobody’s storage, and its bytes go after its days', async () => {
    const { storage } = z.parse(units.read.response, (await ask(operator, units.read, { unitId })).data)
    const [sums] = await runAsOwner(
      test,
      sql`select coalesce(sum(size), 0)::int as bytes from storage_object where unit_id = ${unitId}`,
    )
    expect(storage).toBe(sums?.['bytes'])
    await cleanUpFiles(test.database, test.storage, { binDays: 30, uploadDays: 7, now: Date.now() + 3 * DAY })
    const [latest] = await listed()
    const exportId = latest?.exportId ?? ''
    expect((await ask(operator, units.openExport, { exportId })).code).toBe('ok')
    expect((await download(exportId)).statusCode).toBe(200)
    expect(Date.parse(latest?.expiresAt ?? '') - Date.parse(latest?.finishedAt ?? '')).toBe(units.EXPORT_DAYS * DAY)

    expect(await removeOldExports(test.database, test.storage)).toBe(0)
    const before = await objectsOf(unitId)
    const kept = await runAsOwner(test, sql`select distinct sha256 from unit_export where sha256 is not null`)
    await runAsOwner(test, sql`update unit_export set expires_at = now() where state = 'done'`)
    expect((await download(exportId)).statusCode).toBe(404)
    expect(await removeOldExports(test.database, test.storage)).toBeGreaterThan(3)
    expect((await objectsOf(unitId)).length).toBe(before.length - kept.length)
    expect((await listed()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'removed'))
  })
})

async function objectsOf(of: string): Promise<string[]> {
  const names: string[] = []
  for await (const name of test.storage.listObjects()) if (name.unitId === of) names.push(name.sha256)
  return names
}
