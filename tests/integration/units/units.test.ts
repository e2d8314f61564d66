import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Envelope } from '../../../contract/envelope.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { suggestYear } from '../../../contract/rules/school-year.ts'
import { endpoints } from '../../../contract/table.ts'
import { deleteDueUnits } from '../../../server/modules/units/operators/delete-units.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { failuresOf } from '../../support/failures-of.ts'
import { signInOperator } from '../../support/schools/operators.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { accessOf, isSignedIn, readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

let test: TestApp
let operator: TestBrowser
let ownUnit: string
let otherUnit: string
let operatorsUnit: string
beforeAll(async () => {
  test = await createTestApp()
  operator = await signInOperator(test)
  ownUnit = await unitOf(test)
  operatorsUnit = (await readMe(operator)).unitId
  otherUnit = await unitOf(test, OTHER)
})
afterAll(() => test.close())

const OTHER = 'ginkgo.localhost'
const ofOperator = endpoints.filter(({ permission }) => permission === 'operator')

const page = (envelope: Envelope) => z.parse(units.read.response, envelope.data)
const list = async (input: object = {}) => z.parse(units.list.response, (await ask(operator, units.list, input)).data)

const newUnit = (host: string, name = '云溪学校', englishName = 'Yunxi School') => ({
  unit: {
    type: 'school',
    name,
    englishName,
    hosts: [host],
    campuses: [{ name: '主校区', englishName: 'Main campus' }],
    year: suggestYear('2026-10-01'),
    themeColor: '#457CD6',
  },
  administrator: { loginName: 'head', name: '沈清妍', englishName: '', password: 'kestrel7moss' },
})

const NO_DETAILS = {
  sex: null,
  birthday: null,
  classId: null,
  departmentId: null,
  positionTitle: '',
  englishPositionTitle: '',
  email: null,
  phone: null,
}

async function signInAt(host: string, username: string, password: string) {
  const browser = test.visit({ host })
  const { envelope } = await browser.post('/api/uaa/oauth/login', { username, password })
  return { browser, code: envelope.code }
}

describe('the operator’s units', () => {
  it('are refused to an administrator of a unit, also to one who was given the code', async () => {
    const admin = await test.signIn('admin')
    const nameOf = ({ name }: AnyEndpoint) => name
    const without = await failuresOf(ofOperator, nameOf, async (endpoint) => {
      expect((await ask(admin, endpoint)).code).toBe('access.denied')
    })
    await runAsOwner(
      test,
      sql`with code as (insert into permission (unit_id, code, name) values (${ownUnit}, 'operator', 'x') returning unit_id, code)
          insert into permission_grant (unit_id, code, user_type) select unit_id, code, 4 from code`,
    )
    const withCode = await failuresOf(ofOperator, nameOf, async (endpoint) => {
      const input = {
        unitId: otherUnit,
        name: '银杏中学',
        hosts: ['x.localhost'],
        serverId: 'x',
        englishName: 'x',
        endsOn: '2030-01-01',
        peopleLimit: 1,
        storageLimit: 1,
        areaId: null,
        withFiles: false,
        exportId: otherUnit,
        id: otherUnit,
        userId: otherUnit,
      }
      const strict: Record<string, object> = {
        'operator.create': newUnit('x.localhost'),
        'operators.add': { loginName: 'second', name: '林', englishName: '' },
      }
      const given = strict[endpoint.name] ?? input
      expect((await ask(admin, endpoint, given)).code).toBe('access.denied')
    })
    await runAsOwner(test, sql`delete from permission where code = 'operator' and unit_id = ${ownUnit}`)
    expect({ without, withCode }).toEqual({ without: [], withCode: [] })
  })

  it('are not to be had from the database by another person', async () => {
    const asked = [
      'portal_operator_figures(null, $$$$, null)',
      'portal_operator_health()',
      `portal_operator_suspend('${otherUnit}')`,
    ]
    for (const one of asked) {
      const refused = test.database.inUnit({ unitId: ownUnit, userId: null }, (tx) =>
        tx.execute(sql.raw(`select * from ${one}`)),
      )
      await expect(refused).rejects.toMatchObject({ cause: { code: '42501' } })
    }
  })

  it('are listed with figures, searched, filtered and sorted', async () => {
    const all = await list()
    expect(all.total).toBe(3)
    expect(all.units.find(({ unitId }) => unitId === ownUnit)).toMatchObject({
      state: 'active',
      hosts: expect.arrayContaining(['localhost']),
    })
    expect((await list({ query: 'GINKGO' })).units).toMatchObject([
      { unitId: otherUnit, englishName: 'Ginkgo Middle School' },
    ])
    expect((await list({ query: '银杏' })).total).toBe(1)
    expect((await list({ state: 'suspended' })).total).toBe(0)
    const byPeople = (await list({ sort: 'people', descending: true })).units.map(({ people }) => people)
    expect(byPeople).toEqual(byPeople.toSorted((a, b) => b - a))
    expect(byPeople[0]).toBeGreaterThan(5)
    const second = await list({ size: 2, page: 2 })
    expect([second.total, second.units.length]).toEqual([3, 1])
    const { peopleByType, people, licences } = page(await ask(operator, units.read, { unitId: otherUnit }))
    expect(Object.values(peopleByType).reduce((sum, count) => sum + count)).toBe(people)
    expect(licences.map(({ serverId }) => serverId)).toContain('base')
    expect((await ask(operator, units.read, { unitId: 'x' })).code).toBe('units.gone')
  })

  it('are made with their administrator, who signs in at their address', async () => {
    const made = page(await ask(operator, units.create, newUnit('yunxi.localhost')))
    expect(made).toMatchObject({ state: 'active', hosts: ['yunxi.localhost'], people: 1 })
    expect((await signInAt('yunxi.localhost', 'head', 'kestrel7moss')).code).toBe('ok')
    const again = await ask(operator, units.create, newUnit('yunxi.localhost'))
    expect(again).toMatchObject({ code: 'setup.host_taken', fieldErrors: [{ field: 'unit.hosts.0' }] })
    const events = await runAsOwner(
      test,
      sql`select unit_id, changes from admin_event where action = 'operator.create' and target_id = ${made.unitId}`,
    )
    expect(events).toMatchObject([
      { unit_id: operatorsUnit, changes: { name: '云溪学校', hosts: ['yunxi.localhost'] } },
    ])
    expect(JSON.stringify(events)).not.toContain('kestrel7moss')
  })

  it('are suspended at once, for sessions, sign-ins and pages, and brought back', async () => {
    const teacher = await test.signIn('teacher', { host: OTHER })
    const access = accessOf(teacher)
    expect(page(await ask(operator, units.suspend, { unitId: otherUnit }))).toMatchObject({ state: 'suspended' })
    expect((await teacher.get('/api/uaa/oauth/me')).envelope.code).toBe('tenant.suspended')
    expect((await signInAt(OTHER, 'teacher', 'Campus2026')).code).toBe('tenant.suspended')
    const opened = await test.visit({ host: OTHER }).request('GET', '/login')
    expect(opened.statusCode).toBe(403)
    expect(opened.body).toContain('已暂停使用')
    expect(opened.body).toContain('This portal is suspended')
    expect((await test.visit({ host: OTHER }).request('GET', '/suspended')).statusCode).toBe(403)
    expect((await list({ state: 'suspended' })).units).toMatchObject([{ unitId: otherUnit }])

    expect(page(await ask(operator, units.bringBack, { unitId: otherUnit }))).toMatchObject({ state: 'active' })
    // The sessions of before stay ended.
    expect(await isSignedIn(test, access)).toBe(false)
    expect((await teacher.get('/api/uaa/oauth/me')).envelope.code).toBe('session.expired')
    expect((await signInAt(OTHER, 'teacher', 'Campus2026')).code).toBe('ok')
    expect((await test.visit({ host: OTHER }).request('GET', '/suspended')).headers['location']).toBe('/')
    const told = await runAsOwner(
      test,
      sql`select action from admin_event where unit_id = ${otherUnit} and kind = 'command' and action like 'operator.%' order by at, event_id`,
    )
    expect(told).toEqual([{ action: 'operator.suspend' }, { action: 'operator.bringBack' }])
  })

  it('have other addresses at once, the first as the main one, and keep those of others apart', async () => {
    const hosts = ['new.localhost', OTHER]
    expect(page(await ask(operator, units.saveHosts, { unitId: otherUnit, hosts })).hosts).toEqual(hosts)
    expect((await signInAt('new.localhost', 'teacher', 'Campus2026')).code).toBe('ok')
    const [event] = await runAsOwner(
      test,
      sql`select changes from admin_event where action = 'operator.saveHosts' and unit_id = ${operatorsUnit} and kind <> 'refused'`,
    )
    expect(event).toEqual({ changes: { name: '银杏中学', before: { hosts: [OTHER] }, after: { hosts } } })
    const taken = await ask(operator, units.saveHosts, { unitId: otherUnit, hosts: [OTHER, 'localhost'] })
    expect(taken).toMatchObject({ code: 'setup.host_taken', fieldErrors: [{ field: 'hosts.1' }] })
    expect((await ask(operator, units.saveHosts, { unitId: otherUnit, hosts: [OTHER, OTHER] })).code).toBe(
      'units.host_twice',
    )
    expect((await ask(operator, units.saveHosts, { unitId: otherUnit, hosts: ['no host'] })).code).toBe(
      'request.invalid',
    )
    // An address of numbers too, as browsers write it.
    const numbers = { unitId: otherUnit, hosts: [OTHER, '2001:0DB8::0010'] }
    expect(page(await ask(operator, units.saveHosts, numbers)).hosts).toEqual([OTHER, '[2001:db8::10]'])
    expect((await ask(operator, units.saveHosts, { unitId: otherUnit, hosts: ['[::1]:80'] })).code).toBe(
      'request.invalid',
    )
    expect(page(await ask(operator, units.saveHosts, { unitId: otherUnit, hosts: [OTHER] })).hosts).toEqual([OTHER])
    expect((await signInAt('new.localhost', 'teacher', 'Campus2026')).code).toBe('tenant.unknown_host')
  })

  it('have licences to the end of a day, which close a module when it is over', async () => {
    const given = { unitId: otherUnit, serverId: 'storage', name: '文件', englishName: 'Files' }
    const over = page(await ask(operator, units.saveLicence, { ...given, endsOn: '2020-02-29' }))
    expect(over.licences).toContainEqual({
      serverId: 'storage',
      name: '文件',
      englishName: 'Files',
      endsOn: '2020-02-29',
      expired: true,
    })
    const { browser } = await signInAt(OTHER, 'teacher', 'Campus2026')
    const licensed = async () =>
      (await browser.get(`/api/base/license/unit?unitId=${otherUnit}&serverId=storage`)).envelope.data
    expect(await licensed()).toBe(false)
    await ask(operator, units.saveLicence, { ...given, endsOn: '2090-12-31' })
    expect(await licensed()).toBe(true)
    const taken = page(await ask(operator, units.removeLicence, { unitId: otherUnit, serverId: 'storage' }))
    expect(taken.licences.map(({ serverId }) => serverId)).not.toContain('storage')
    expect((await ask(operator, units.removeLicence, { unitId: otherUnit, serverId: 'base' })).code).toBe(
      'units.licence_base',
    )
    await ask(operator, units.saveLicence, { ...given, endsOn: '2090-12-31' })
  })

  it('are archived: nobody signs in and nothing is lost, the page says since when, and they are brought back', async () => {
    const before = await rowsOf(otherUnit)
    const teacher = await test.signIn('teacher', { host: OTHER })
    const archived = page(await ask(operator, units.archive, { unitId: otherUnit }))
    expect(archived.state).toBe('archived')
    expect(Date.now() - Date.parse(archived.archivedAt ?? '')).toBeLessThan(60_000)
    expect((await list({ state: 'archived' })).units).toMatchObject([{ unitId: otherUnit }])
    expect((await teacher.get('/api/uaa/oauth/me')).envelope.code).toBe('tenant.archived')
    expect((await signInAt(OTHER, 'teacher', 'Campus2026')).code).toBe('tenant.archived')
    const opened = await test.visit({ host: OTHER }).request('GET', '/login')
    expect(opened.statusCode).toBe(403)
    expect(opened.body).toContain('已归档')
    const day = (language: string) =>
      new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(
        new Date(archived.archivedAt ?? ''),
      )
    expect(opened.body).toContain(day('zh-CN'))
    expect(opened.body).toContain(`Archived on ${day('en')}`)

    // A deletion that is stopped leaves it archived.
    expect(page(await ask(operator, units.remove, { unitId: otherUnit, name: '银杏中学' })).state).toBe('deleting')
    expect(page(await ask(operator, units.keep, { unitId: otherUnit })).state).toBe('archived')
    const back = page(await ask(operator, units.bringBack, { unitId: otherUnit }))
    expect(back).toMatchObject({ state: 'active', archivedAt: null })
    expect((await signInAt(OTHER, 'teacher', 'Campus2026')).code).toBe('ok')
    const after = await rowsOf(otherUnit)
    expect([...before].filter(([table, count]) => (after.get(table) ?? 0) < count)).toEqual([])
  })

  it('have limits, which keep people and files from being added and are shown with what is used', async () => {
    const { browser: head } = await signInAt(OTHER, 'admin', 'Campus2026')
    const { people } = page(await ask(operator, units.read, { unitId: otherUnit }))
    const limited = page(
      await ask(operator, units.saveLimits, { unitId: otherUnit, peopleLimit: people + 1, storageLimit: 1000 }),
    )
    expect(limited).toMatchObject({ people, peopleLimit: people + 1, storageLimit: 1000 })
    const add = async (loginName: string) =>
      ask(head, peopleEndpoints.save, {
        key: null,
        userType: 4,
        realName: '新人',
        englishName: '',
        number: loginName,
        loginName,
        ...NO_DETAILS,
      })
    expect((await add('one.more')).code).toBe('ok')
    // Two at once do not both get the last place, and none does without one.
    expect((await Promise.all([add('two.more'), add('three.more')])).map(({ code }) => code)).toEqual([
      'people.limit',
      'people.limit',
    ])
    const shown = z.parse(peopleEndpoints.list.response, (await ask(head, peopleEndpoints.list)).data)
    expect(shown.limit).toEqual({ used: people + 1, most: people + 1 })
    const { limit } = z.parse(storageAdmin.quotas.response, (await ask(head, storageAdmin.quotas)).data)
    expect(limit).toBe(1000)
    const [refused] = await test.database.inUnit(
      { unitId: otherUnit, userId: (await readMe(head)).userId },
      async (tx) => (await tx.execute(sql`select portal_storage_refusal(1001, 1001, false) as refusal`)).rows,
    )
    expect(refused).toEqual({ refusal: 'unit' })

    // Closing an account makes room; what is there stays under a smaller limit, and can be changed.
    const [added] = await runAsOwner(
      test,
      sql`update user_account set status = 0 where unit_id = ${otherUnit} and login_name = 'one.more' returning user_id`,
    )
    expect((await add('four.more')).code).toBe('ok')
    const reopened = runAsOwner(test, sql`update user_account set status = 1 where user_id = ${added?.['user_id']}`)
    await expect(reopened).rejects.toMatchObject({ code: 'people.limit' })
    expect(
      page(await ask(operator, units.saveLimits, { unitId: otherUnit, peopleLimit: 1, storageLimit: null })),
    ).toMatchObject({
      peopleLimit: 1,
      storageLimit: null,
    })
    await runAsOwner(test, sql`update user_account set sex = 1 where unit_id = ${otherUnit}`)
    expect(
      (await ask(operator, units.saveLimits, { unitId: otherUnit, peopleLimit: 0, storageLimit: null })).code,
    ).toBe('request.invalid')
    const told = await runAsOwner(
      test,
      sql`select changes from admin_event where unit_id = ${otherUnit} and action = 'operator.saveLimits' order by at limit 1`,
    )
    expect(told).toEqual([{ changes: { peopleLimit: people + 1, storageLimit: 1000 } }])
    await ask(operator, units.saveLimits, { unitId: otherUnit, peopleLimit: null, storageLimit: null })
  })

  it('are not the operators’ own, which is not to be found, suspended, archived, deleted or given addresses, by the database neither', async () => {
    expect((await list({ query: 'operators' })).total).toBe(0)
    const asked = [
      [units.read, {}],
      [units.suspend, {}],
      [units.archive, {}],
      [units.remove, { name: '平台运维' }],
      [units.saveHosts, { hosts: ['x.localhost'] }],
      [units.saveLimits, { peopleLimit: 1, storageLimit: 1 }],
      [units.startExport, { withFiles: false }],
    ] as const
    for (const [endpoint, input] of asked)
      expect([endpoint.name, (await ask(operator, endpoint, { unitId: operatorsUnit, ...input })).code]).toEqual([
        endpoint.name,
        'units.gone',
      ])
    const { userId } = await readMe(operator)
    const suspended = test.database.inUnit({ unitId: operatorsUnit, userId }, (tx) =>
      tx.execute(sql`select portal_operator_suspend(${operatorsUnit})`),
    )
    await expect(suspended).rejects.toMatchObject({ cause: { code: '23514' } })
  })
})

describe('the deletion of a unit', () => {
  it('needs its name, waits, and can be stopped', async () => {
    expect(await ask(operator, units.remove, { unitId: otherUnit, name: '银杏' })).toMatchObject({
      code: 'units.name_differs',
      fieldErrors: [{ field: 'name' }],
    })
    const ordered = page(await ask(operator, units.remove, { unitId: otherUnit, name: '银杏中学' }))
    expect(ordered.state).toBe('deleting')
    const days = (Date.parse(ordered.deleteAfter ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThan(30.1)
    expect(await deleteDueUnits(test.database, test.storage, test.app.log)).toBe(0)
    expect(page(await ask(operator, units.keep, { unitId: otherUnit }))).toMatchObject({
      state: 'suspended',
      deleteAfter: null,
    })
    expect(page(await ask(operator, units.bringBack, { unitId: otherUnit }))).toMatchObject({ state: 'active' })
  })

  it('leaves no row in any table and no bytes, and nothing of other units is missing', async () => {
    const sha256 = 'ab'.repeat(32)
    const bytes = Buffer.from('a file')
    await test.storage.keepBytes({ unitId: otherUnit, sha256 }, bytes)
    await test.storage.keepBytes({ unitId: ownUnit, sha256 }, bytes)
    await test.signIn('teacher', { host: OTHER })
    const before = await rowsOf(ownUnit)
    expect((await rowsOf(otherUnit)).size).toBeGreaterThan(25)
    await ask(operator, units.remove, { unitId: otherUnit, name: 'Ginkgo Middle School' })
    await runAsOwner(test, sql`update unit set delete_after = now() where unit_id = ${otherUnit}`)
    expect(await deleteDueUnits(test.database, test.storage, test.app.log)).toBe(1)

    expect(Object.fromEntries(await rowsOf(otherUnit))).toEqual({})
    const after = await rowsOf(ownUnit)
    // The trail of the operator has grown, and the session was used.
    expect([...before].filter(([table, count]) => (after.get(table) ?? 0) < count)).toEqual([])
    const kept: string[] = []
    for await (const { unitId } of test.storage.listObjects()) kept.push(unitId)
    expect(kept).toContain(ownUnit)
    expect(kept).not.toContain(otherUnit)
    expect((await ask(operator, units.read, { unitId: otherUnit })).code).toBe('units.gone')
    expect((await signInAt(OTHER, 'teacher', 'Campus2026')).code).toBe('tenant.unknown_host')
  })
})

/** How many rows each table has of a unit, jobs among them; tables without any are left out. */
async function rowsOf(unitId: string): Promise<Map<string, number>> {
  const tables = await runAsOwner(
    test,
    sql`select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'unit_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace = 'public'::regnamespace`,
  )
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await runAsOwner(
      test,
      sql`select count(*)::int as n from ${sql.raw(String(name))} where unit_id = ${unitId}`,
    )
    if (Number(row?.['n']) > 0) counts.set(String(name), Number(row?.['n']))
  }
  const [jobs] = await runAsOwner(
    test,
    sql`select count(*)::int as n from portal_queue._private_jobs where payload #>> '{data,unitId}' = ${unitId}`,
  )
  if (Number(jobs?.['n']) > 0) counts.set('portal_queue.jobs', Number(jobs?.['n']))
  return counts
}

describe('the health of the portal', () => {
  it('is figures, and a job that failed for good is tried again', async () => {
    const figures = z.parse(units.health.response, (await ask(operator, units.health)).data)
    expect(figures.database.bytes).toBeGreaterThan(1_000_000)
    expect(figures.jobs.failed).toEqual([])
    const [row] = await runAsOwner(
      test,
      sql`insert into portal_jobs.failed (name, payload, code)
        values ('password-reset', '{"tries": 3, "data": {"unitId": "x"}}', 'mail.unreachable') returning job_id as id`,
    )
    const id = String(row?.['id'])
    const failed = z.parse(units.health.response, (await ask(operator, units.health)).data).jobs.failed
    expect(failed).toMatchObject([{ id, job: 'password-reset', code: 'mail.unreachable' }])
    expect(z.parse(units.health.response, (await ask(operator, units.retryJob, { id })).data).jobs.failed).toEqual([])
    expect((await ask(operator, units.retryJob, { id })).code).toBe('units.job_gone')
  })
})
