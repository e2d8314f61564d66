import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { myAppIcons, unreadByCode } from '../../../contract/endpoints/desktop/desktop.ts'
import * as licence from '../../../contract/endpoints/units/licence.ts'
import * as resources from '../../../contract/endpoints/applications/resources.ts'
import type { PermissionNode } from '../../../contract/endpoints/applications/resources.ts'
import { systemAdmin } from '../../../contract/endpoints/people/roles.ts'
import { packageVersions } from '../../../contract/endpoints/versions.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import type { ResponseOf, AnyEndpoint, RequestOf } from '../../../contract/endpoint.ts'
import { buildApp } from '../../../server/app.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { createTestDatabase, type TestDatabase } from '../../support/app/database.ts'

interface Person {
  readonly userId: string
  readonly unitId: string
  /** The code of the envelope, and its data when it is 'ok'. */
  call<R extends AnyEndpoint>(row: R, input: RequestOf<R>): Promise<{ code: string; data?: ResponseOf<R> }>
}

const textFields = z.record(z.string(), z.pipe(z.unknown(), z.transform(String)))

let test: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  test = await createTestDatabase({ demo: true })
  app = await buildApp({ database: test.database, logger: createLogger('silent') })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

async function signIn(host: string, username: string): Promise<Person> {
  const response = await app.inject({
    method: 'POST',
    url: session.login.path,
    headers: { host, 'x-portal-device': 'pc', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: DEMO_PASSWORD, withStart: 'true' }).toString(),
  })
  const { start } = z.parse(session.login.response, z.parse(envelopeSchema, response.json()).data)
  if (!start) throw new Error(`${username} at ${host} got no start data`)
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { userId: start.me.userId, unitId: start.me.unitId, call: (row, input) => call(host, row, input, cookies) }
}

async function call<R extends AnyEndpoint>(
  host: string,
  row: R,
  input: RequestOf<R>,
  cookies: Record<string, string> = {},
) {
  const fields = z.parse(textFields, input)
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fields[name] ?? ''))
  const response = await app.inject({ url: `${path}?${new URLSearchParams(fields)}`, headers: { host }, cookies })
  const envelope = z.parse(envelopeSchema, response.json())
  if (envelope.code !== 'ok') return { code: envelope.code }
  const answer: R['response'] = row.response
  return { code: envelope.code, data: z.parse(answer, envelope.data) }
}

const codesIn = (nodes: readonly PermissionNode[]): string[] =>
  nodes.flatMap(({ code, children }) => [code, ...codesIn(children)])

async function permissionsOf(host: string, name: string): Promise<string[]> {
  const person = await signIn(host, name)
  return codesIn((await person.call(resources.codeTree, { code: '' })).data ?? [])
}

function readLogo(host: string, unitId: string, headers: Record<string, string> = {}) {
  return app.inject({ url: `/api/storage/show/unit/${unitId}`, headers: { host, ...headers } })
}

describe('desktop calls', () => {
  it('answer the icons and counts that the sign-in brought along', async () => {
    const teacher = await signIn('localhost', 'teacher')
    const { userId, unitId } = teacher
    const icons = await teacher.call(myAppIcons, { userId, unitId, appType: 1 })
    const counts = await teacher.call(unreadByCode, {})
    expect(icons.data?.flatMap(({ iconVMs }) => iconVMs.map(({ code }) => code))).toContain('geogebra')
    expect(counts.data?.map(({ code }) => code)).toContain('smart-schools')
  })

  it('refuse the identifiers of others, in the same unit and in another', async () => {
    const teacher = await signIn('localhost', 'teacher')
    const student = await signIn('localhost', 'student')
    const elsewhere = await signIn('ginkgo.localhost', 'teacher')
    const denied = { code: 'access.denied' }
    for (const other of [student, elsewhere]) {
      expect(await teacher.call(myAppIcons, { userId: other.userId, unitId: teacher.unitId })).toEqual(denied)
      expect(await teacher.call(systemAdmin, { userId: other.userId })).toEqual(denied)
    }
    const { unitId } = elsewhere
    expect(await teacher.call(myAppIcons, { userId: teacher.userId, unitId })).toEqual(denied)
    expect(await teacher.call(licence.unit, { unitId, serverId: 'base' })).toEqual(denied)
    expect(await teacher.call(licence.oam, { unitId })).toEqual(denied)
  })

  it('need a session', async () => {
    const teacher = await signIn('localhost', 'teacher')
    const { userId, unitId } = teacher
    const required = { code: 'session.required' }
    expect(await call('localhost', myAppIcons, { userId, unitId })).toEqual(required)
    expect(await call('localhost', unreadByCode, {})).toEqual(required)
    expect(await call('localhost', resources.modules, {})).toEqual(required)
    expect(await call('localhost', licence.unit, { unitId, serverId: 'base' })).toEqual(required)
  })
})

describe('licence calls', () => {
  it('say yes for a licence in use and no for one that has ended or never was', async () => {
    const parent = await signIn('localhost', 'parent')
    const ask = async (serverId: string) => (await parent.call(licence.unit, { unitId: parent.unitId, serverId })).data
    expect(await ask('base')).toBe(true)
    expect(await ask('storage')).toBe(true)
    expect(await ask('evaluation')).toBe(false)
    expect(await ask('school-bus')).toBe(false)
    expect(await ask('supervision')).toBe(false)
  })

  it('answer for each unit by itself', async () => {
    const area = await signIn('area.localhost', 'admin')
    const { unitId } = area
    expect((await area.call(licence.unit, { unitId, serverId: 'base' })).data).toBe(true)
    await test.database.asOwner((tx) =>
      tx.execute(sql`update licence set ends_at = now() where server_id = 'base' and unit_id = ${unitId}`),
    )
    expect((await area.call(licence.unit, { unitId, serverId: 'base' })).data).toBe(false)
    const staff = await signIn('localhost', 'staff')
    expect((await staff.call(licence.unit, { unitId: staff.unitId, serverId: 'base' })).data).toBe(true)
  })

  it('tell whether the unit runs under another brand', async () => {
    for (const [host, expected] of [
      ['localhost', false],
      ['ginkgo.localhost', true],
    ] as const) {
      const admin = await signIn(host, 'admin')
      expect((await admin.call(licence.oam, { unitId: admin.unitId })).data).toBe(expected)
    }
  })
})

describe('resource calls', () => {
  it("list the portal's own modules and no site elsewhere", async () => {
    const staff = await signIn('localhost', 'staff')
    const { data } = await staff.call(resources.modules, {})
    expect(data).toEqual([
      { code: 'notice', name: '通知公告', englishName: 'Notices' },
      { code: 'files', name: '文件', englishName: 'Files' },
      { code: 'attendance', name: '考勤', englishName: 'Attendance' },
      { code: 'roster', name: '班级名册', englishName: 'Class lists' },
      { code: 'school-bus', name: '校车管理', englishName: 'School Bus' },
    ])
  })

  it('give the permissions of an application as a tree', async () => {
    const student = await signIn('localhost', 'student')
    const { data } = await student.call(resources.codeTree, { code: 'files' })
    expect(data).toHaveLength(1)
    expect(data?.[0]).toMatchObject({ code: 'files', name: '文件' })
    expect(codesIn(data ?? [])).toEqual([
      'files',
      'files_upload',
      'files_download',
      'files_folder',
      'files_rename',
      'files_remove',
      'files_share',
    ])
  })

  it('grant by user type and by role', async () => {
    const student = await permissionsOf('localhost', 'student')
    const staff = await permissionsOf('localhost', 'staff')
    const admin = await permissionsOf('localhost', 'admin')
    expect(student).not.toContain('desktop_drag')
    expect(staff).toContain('desktop_drag')
    expect(staff).not.toContain('base')
    expect(admin).toEqual(expect.arrayContaining([...staff, 'base', 'base_user_reset', 'desktop_theme_sync']))
    expect(await permissionsOf('area.localhost', 'admin')).toContain('base_area_user_reset')
  })

  it('take the code as a prefix of whole segments, in which no character is special', async () => {
    const admin = await signIn('localhost', 'admin')
    const codesFor = async (code: string) => codesIn((await admin.call(resources.codeTree, { code })).data ?? [])
    expect(await codesFor('base_user')).toEqual(['base_user', 'base_user_reset'])
    expect(await codesFor('fil')).toEqual([])
    expect(await codesFor('%')).toEqual([])
    expect(await codesFor('file__upload')).toEqual([])
  })
})

describe('the role lookup', () => {
  it('finds administrators, and only them', async () => {
    for (const [name, expected] of [
      ['admin', true],
      ['staff', false],
    ] as const) {
      const person = await signIn('localhost', name)
      expect((await person.call(systemAdmin, { userId: person.userId })).data).toBe(expected)
    }
  })
})

describe('versions', () => {
  it('are told for each service without a session, and an unknown service is not found', async () => {
    for (const service of ['base', 'uaa', 'storage']) {
      const { data } = await call('localhost', packageVersions, { service })
      expect(data?.serverVersion).toMatch(/^\d+\.\d+\.\d+$/)
      expect(data?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    expect(await call('localhost', packageVersions, { service: 'nothing' })).toEqual({ code: 'request.not_found' })
  })
})

describe('the unit logo', () => {
  it("is the unit's own crest, for people who are not signed in, and cannot run script", async () => {
    const { unitId } = await signIn('ginkgo.localhost', 'teacher')
    const response = await readLogo('ginkgo.localhost', unitId)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/)
    expect(response.headers['cache-control']).toBe('public, max-age=300')
    expect(response.body).toMatch(/^<svg .*viewBox="0 0 256 256"/)
    const other = await signIn('area.localhost', 'staff')
    expect((await readLogo('area.localhost', other.unitId)).body).not.toBe(response.body)
  })

  it('is not sent again to whoever has it', async () => {
    const { unitId } = await signIn('localhost', 'teacher')
    const { etag } = (await readLogo('localhost', unitId)).headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await readLogo('localhost', unitId, { 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('of another unit is not found', async () => {
    const { unitId } = await signIn('ginkgo.localhost', 'teacher')
    expect((await readLogo('localhost', unitId)).statusCode).toBe(404)
  })

  it('is a neutral crest for a unit that has none', async () => {
    const { unitId } = await signIn('area.localhost', 'staff')
    await test.database.asOwner((tx) => tx.execute(sql`delete from unit_logo where unit_id = ${unitId}`))
    const response = await readLogo('area.localhost', unitId)
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/^<svg /)
  })
})
