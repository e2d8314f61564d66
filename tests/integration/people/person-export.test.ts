import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { adminEvents } from '../../../contract/endpoints/admin-events.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as personExport from '../../../contract/endpoints/people/person-export.ts'
import {
  DEEDS,
  EXPORT_FILES,
  exportedColumns,
  NOT_EXPORTED,
  tables,
} from '../../../server/modules/people/personal-data.ts'
import { createNumberSeal } from '../../../server/modules/people/record/sealed-numbers.ts'
import { pictureLabel } from '../../../server/modules/faces/seal-face.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller } from '../../support/callers/storage-caller.ts'
import { type Entries, unzip } from '../../support/samples/mutated-files.ts'
import { pupilOf } from '../../support/schools/attendance-school.ts'

const ESSAY = Buffer.from('作文：我的家')
const PICTURE = Buffer.from('a picture of a face')

let test: TestApp
let admin: TestBrowser
let unitId: string
let pupil: { studentId: string; userId: string }
let photoId: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  unitId = await unitOf(test)
  const own = await test.signIn('student')
  pupil = { userId: (await readMe(own)).userId, studentId: (await pupilOf(test, 'student')).studentId }
  expect((await createStorageCaller(own).whole({ name: '我的作文.bin', bytes: ESSAY })).code).toBe('ok')
  await fill()
})
afterAll(() => test.close())

const run = (statement: ReturnType<typeof sql>) => runAsOwner(test, statement)

/** Rows in tables that the demo's pupil has none in; each with a secret that no export may have. */
async function fill(): Promise<void> {
  const { userId, studentId } = pupil
  photoId = crypto.randomUUID()
  const sealed = test.app.vault.sealBytes(PICTURE, pictureLabel(photoId))
  const idCard = createNumberSeal(test.app.vault, unitId).seal('idCard', '11010519491231002X', '11010519491231002X')
  for (const statement of [
    sql`insert into person_detail (unit_id, student_id, among, id_card_sealed, id_card_key, enrolled_on, ethnic_group)
      values (${unitId}, ${studentId}, 1, decode(${idCard.sealed}, 'hex'), decode(${idCard.key}, 'hex'), '2020-09-01', '汉族')`,
    sql`insert into face_consent (unit_id, user_id, giver, guardian_name, text_version, language) values (${unitId}, ${userId}, 'paper', '李建国', '1', 'zh-CN')`,
    sql`insert into face_photo (photo_id, unit_id, user_id, sealed_descriptor, sealed_picture) values (${photoId}, ${unitId}, ${userId}, ${Buffer.from('SECRET-1')}, ${sealed})`,
    sql`insert into attendance_event (unit_id, student_id, at, direction, source)
      select ${unitId}, ${studentId}, now() - make_interval(mins => d), 'in', 'code' from generate_series(1, 1203) d`,
    sql`insert into attendance_code (code_id, unit_id, kind, student_id, mark, sealed_code) values (gen_random_uuid(), ${unitId}, 'card', ${studentId}, ${Buffer.alloc(32, 'SECRET-2')}, ${Buffer.from('SECRET-3')})`,
    sql`insert into passkey (unit_id, user_id, credential_id, public_key, counter, transports, backed_up, name) values (${unitId}, ${userId}, 'SECRET-4', ${Buffer.from('SECRET-5')}, 0, '{}', false, 'My phone')`,
    sql`insert into second_step (unit_id, user_id, sealed_secret, last_step) values (${unitId}, ${userId}, ${Buffer.from('SECRET-6')}, 0)`,
    sql`insert into guardian_code (unit_id, student_id, code_hash, expires_at) values (${unitId}, ${studentId}, ${Buffer.alloc(32, 'SECRET-7')}, now() + interval '1 day')`,
    sql`insert into external_key (unit_id, source, kind, source_id, row_id) values (${unitId}, 'other system', 'student', 'X-1', ${studentId}) on conflict do nothing`,
    sql`insert into todo (unit_id, user_id, module, title) values (${unitId}, ${userId}, 'notice', '=1+1')`,
    sql`insert into roster_view (user_id, unit_id, columns) values (${userId}, ${unitId}, '[]')`,
    sql`insert into access_log (unit_id, user_id, user_type, res_id, res_name, type) values (${unitId}, ${userId}, 1, 'x', '=cmd()', 1)`,
  ])
    await run(statement)
}

async function ask(endpoint: AnyEndpoint, input: object, browser = admin) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const { rawPayload, statusCode, headers } = await browser.request('GET', `${endpoint.path}?${query.toString()}`)
  return { rawPayload, statusCode, headers }
}

async function call<R extends AnyEndpoint>(endpoint: R, input: RequestOf<R>): Promise<ResponseOf<R>> {
  const { rawPayload } = await ask(endpoint, Object(input))
  const { code, data } = z.parse(envelopeSchema, JSON.parse(rawPayload.toString()))
  if (code !== 'ok') throw new Error(`${endpoint.name}: ${code}`)
  return z.parse(endpoint.response, data) as ResponseOf<R>
}

const codeOf = async (input: object, browser?: TestBrowser) =>
  z.parse(envelopeSchema, JSON.parse((await ask(personExport.download, input, browser)).rawPayload.toString())).code

async function exportOf(key: people.PersonKey): Promise<Entries> {
  const { rawPayload, statusCode, headers } = await ask(personExport.download, key)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/zip')
  return unzip(rawPayload)
}

const pupilKey = (): people.PersonKey => ({ kind: 'pupil', id: pupil.studentId })
type Tables = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
const json = (entries: Entries, name: string): Tables => JSON.parse(entries.get(name)?.toString() ?? 'null')

describe('the tables of the database', () => {
  it('that point to a person are exported, or left out with a reason', async () => {
    const keys = await run(sql`
      select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
      join unnest(c.conkey) with ordinality k (attnum, at) on true join unnest(c.confkey) with ordinality f (attnum, at) using (at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
      join pg_attribute r on r.attrelid = c.confrelid and r.attnum = f.attnum
      where c.contype = 'f' and c.confrelid in ('user_account'::regclass, 'student'::regclass) and r.attname in ('user_id', 'student_id')
      union
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'uuid' and column_name in ('user_id', 'student_id', 'parent_id', 'owner_id', 'actor_id', 'author_id')`)
    const columns = keys.map(({ table, column }) => `${String(table)}.${String(column)}`)
    expect(columns.length).toBeGreaterThan(60)
    // A folder's parent is a folder.
    const others = new Set(['storage_folder.parent_id'])
    const known = exportedColumns()
    expect(columns.filter((column) => !known.has(column) && !(column in NOT_EXPORTED) && !others.has(column))).toEqual(
      [],
    )
  })

  it('in which a pupil, the guardian or an administrator is found are exported, or left out with a reason', async () => {
    const columns = await run(sql`
      select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.data_type in ('uuid', 'text', 'jsonb', 'json', 'ARRAY')`)
    const ids = [
      pupil.studentId,
      pupil.userId,
      (await readMe(admin)).userId,
      (await readMe(await test.signIn('parent'))).userId,
    ]
    const looks = columns.map(
      ({ table_name: table, column_name: column }) => sql`
        select ${`${String(table)}.${String(column)}`}::text as place where exists (
          select from ${sql.identifier(String(table))} t, unnest(${sql.param(ids)}::text[]) id where position(id in t.${sql.identifier(String(column))}::text) > 0)`,
    )
    const places = (await run(sql.join(looks, sql` union `))).map(({ place }) => String(place))
    expect(places.length).toBeGreaterThan(20)
    const known = exportedColumns()
    expect(places.filter((place) => !known.has(place) && !(place in NOT_EXPORTED))).toEqual([])
  })

  it('are those that the export names, and no sealed or hashed value is exported', async () => {
    const columns = await run(sql`
      select table_name as "table", column_name as "column", data_type as type from information_schema.columns where table_schema = 'public'`)
    const existing = new Set(columns.map(({ table, column }) => `${String(table)}.${String(column)}`))
    expect(
      [...exportedColumns(), ...Object.keys(NOT_EXPORTED), ...DEEDS.map(({ table, at }) => `${table}.${at}`)].filter(
        (column) => !existing.has(column),
      ),
    ).toEqual([])
    const hidden = new Map(
      tables.flatMap(([table, { export: how }]) =>
        how ? [[table, [...(how.hidden ?? []), ...Object.values(how.sealed ?? {})]] as const] : [],
      ),
    )
    const secret = columns.filter(
      ({ table, column, type }) =>
        hidden.has(String(table)) &&
        (type === 'bytea' || /hash|secret|sealed|token|public_key/.test(String(column))) &&
        !hidden.get(String(table))?.includes(String(column)),
    )
    expect(secret).toEqual([])
    for (const [table, names] of hidden) expect(names.filter((name) => !existing.has(`${table}.${name}`))).toEqual([])
  })
})

describe('an export', () => {
  it('has everything about a pupil: the record, attendance beyond one batch, the files’ bytes, the photo, and no secret', async () => {
    const what = await call(personExport.describe, pupilKey())
    expect(what).toMatchObject({ files: 1, filesIncluded: 1, photos: 1 })
    expect(what.attendance).toBeGreaterThan(1200)
    const entries = await exportOf(pupilKey())
    for (const name of Object.keys(EXPORT_FILES))
      expect([name, Object.keys(json(entries, `${name}.json`)).length > 0]).toEqual([name, true])
    const shown = await call(people.show, pupilKey())

    const profile = json(entries, 'profile.json')
    expect(profile['student']).toMatchObject([
      { student_id: pupil.studentId, real_name: shown.realName, class: expect.any(String) },
    ])
    expect(profile['user_account']).toMatchObject([{ user_id: pupil.userId, login_name: 'student' }])
    expect(profile['person_detail']).toMatchObject([
      { idCard: '11010519491231002X', nationalNumber: null, ethnic_group: '汉族', enrolled_on: '2020-09-01' },
    ])
    expect(JSON.stringify(profile['person_detail'])).not.toMatch(/sealed|key/)
    expect(profile['external_key']).toEqual(expect.arrayContaining([expect.objectContaining({ source_id: 'X-1' })]))
    expect(json(entries, 'family.json')['guardian']?.map((row) => row['guardian'])).toEqual(
      expect.arrayContaining(shown.guardians.map(({ realName }) => realName)),
    )
    expect(json(entries, 'attendance.json')['attendance_event']).toHaveLength(what.attendance)
    expect(entries.get('attendance_event.csv')?.toString().trimEnd().split('\r\n')).toHaveLength(what.attendance + 1)
    expect(entries.get('access_log.csv')?.toString()).toContain(`'=cmd()`)
    const messages = json(entries, 'messages.json')['message_recipient'] ?? []
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.every((row) => typeof row['text'] === 'string')).toBe(true)
    expect(json(entries, 'sign-in.json')).toMatchObject({
      passkey: [{ name: 'My phone' }],
      credential: [{ is_first: false }],
    })
    expect(json(entries, 'sessions.json')['session']?.length).toBeGreaterThan(0)
    expect(json(entries, 'face.json')).toMatchObject({
      face_consent: [{ guardian_name: '李建国' }],
      face_photo: [{ hasTemplate: true }],
    })
    expect(entries.get(`face/${photoId}.jpg`)).toEqual(PICTURE)

    const [file] = json(entries, 'files.json')['storage_file'] ?? []
    expect(entries.get(String(file?.['path']))).toEqual(ESSAY)
    const index = entries.get('index.html')?.toString() ?? ''
    for (const name of [...entries.keys()].filter((each) => /^[^/]+\.(json|csv)$/.test(each)))
      expect(index).toContain(`href="${name}"`)
    for (const content of entries.values()) {
      const text = content.toString()
      expect(text).not.toMatch(/SECRET-\d/)
      expect(text).not.toContain(Buffer.from('SECRET').toString('hex'))
      expect(text).not.toContain('$argon2')
    }
  })

  it('has both accounts of a teacher who is a parent, and what an administrator did without what it says of others', async () => {
    await run(sql`
      update user_account t set parent_id = p.user_id from user_account p
      where t.unit_id = ${unitId} and p.unit_id = ${unitId} and t.login_name = 'teacher' and p.login_name = 'parent'`)
    const teacher = await readMe(await test.signIn('teacher'))
    const entries = await exportOf({ kind: 'account', id: teacher.userId })
    const { user_account: accounts = [] } = json(entries, 'profile.json')
    expect(new Set(accounts.map((row) => row['login_name']))).toEqual(new Set(['parent', 'teacher']))
    expect(json(entries, 'family.json')['guardian']?.length).toBeGreaterThan(0)
    const own = await exportOf({ kind: 'account', id: (await readMe(admin)).userId })
    const deeds = own.get('deeds.csv')?.toString() ?? ''
    expect(deeds).toContain('people.export')
    expect(deeds).not.toContain(pupil.studentId)
  })

  it('is recorded, in the trail and among the uses of the face', async () => {
    const { envelope } = await admin.get(`${adminEvents.path}?targetId=${pupil.studentId}`)
    const { events } = z.parse(adminEvents.response, envelope.data)
    expect(events[0]).toMatchObject({
      action: 'people.export',
      target: { kind: 'pupil' },
      changes: { files: 1, photos: 1 },
    })
    expect(
      await run(sql`select kind from face_use where user_id = ${pupil.userId} and kind = 'exported'`),
    ).toHaveLength(1)
  })

  it('says which bytes are missing rather than breaking off', async () => {
    const [file] = await run(sql`select sha256 from storage_file where owner_id = ${pupil.userId}`)
    await test.storage.removeObject({ unitId, sha256: String(file?.['sha256']) })
    const entries = await exportOf(pupilKey())
    expect(entries.get('files/MISSING.txt')?.toString()).toContain('作文.bin')
  })

  it('is for those with the right in the whole unit, of their own unit, and with a fresh second factor', async () => {
    expect(await codeOf(pupilKey(), await test.signIn('teacher'))).toBe('access.denied')
    expect(await codeOf({ kind: 'pupil', id: crypto.randomUUID() })).toBe('people.gone')
    const foreign = await test.signIn('admin', { host: 'ginkgo.localhost' })
    expect(await codeOf(pupilKey(), foreign)).toBe('people.gone')
    await run(sql`update unit set admin_second_factor = true where unit_id = ${unitId}`)
    expect(await codeOf(pupilKey())).toMatch(/^admin\./)
    await run(sql`update unit set admin_second_factor = false where unit_id = ${unitId}`)
  })
})
