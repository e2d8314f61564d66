import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import { iconGroups, myAppIcons } from '../../../contract/endpoints/desktop/desktop.ts'
import { lookUp } from '../../../contract/endpoints/voice.ts'
import { freeIconPath } from '../../../contract/rules/desktop/own-application.ts'
import { createHttpApplications } from '../../../server/runtime/http-applications.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'

let folder: string
let school: TestApp
let unitId: string
const people = new Map<string, TestBrowser>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-http-'))
  await writeFile(join(folder, 'index.html'), '%UNIT_NAME%')
  school = await createTestApp({
    appFolder: folder,
    config: { httpApplications: ['127.0.0.0/8', 'library.school.local', 'localhost'] },
  })
  unitId = await unitOf(school)
  // Else the demo school is reached there, as these applications are.
  await runAsOwner(school, sql`delete from unit_host where host = '127.0.0.1'`)
  for (const name of ['admin', 'teacher', 'student']) people.set(name, await school.signIn(name))
})
afterAll(async () => {
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

const servers: Server[] = []
/** Paths that an application's server was asked for. */
let asked: string[] = []
afterEach(async () => {
  asked = []
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  await runAsOwner(school, sql`delete from application where own and unit_id = ${unitId}`)
  allow(['127.0.0.0/8', 'library.school.local', 'localhost'])
})

/** Another rule of the operator, as after a restart. */
const allow = (places: string[]) => Object.assign(school.app.httpApplications, createHttpApplications(places))

/** An application's server, by its address. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function as(name: string): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} is not signed in`)
  return browser
}

const EVERYONE = { userTypes: [], roleIds: [], classIds: [], campusIds: [] }
const save = (url: string, more: object = {}) =>
  ask(as('admin'), applications.save, {
    code: null,
    name: '老图书馆',
    englishName: 'Old library',
    group: 'ZDYYYFL-JWGL',
    icon: freeIconPath('link'),
    opens: { kind: 'link', url },
    audience: EVERYONE,
    endsOn: null,
    ...more,
  })

async function made(url: string, more: object = {}): Promise<string> {
  return z.parse(applications.save.response, (await save(url, more)).data).appCode
}

async function iconOf(code: string, by = 'teacher') {
  const browser = people.get(by)
  if (!browser) throw new Error(`${by} is not signed in`)
  const me = await readMe(browser)
  const { data } = await ask(as(by), myAppIcons, { userId: me.userId, unitId: me.unitId })
  return z
    .parse(iconGroups, data)
    .flatMap(({ iconVMs }) => iconVMs)
    .find((icon) => icon.code === code)
}

const opening = (code: string, by = 'teacher', inFrame = true) => ask(as(by), applications.opening, { code, inFrame })
const policyAt = async () => String((await school.visit().request('GET', '/login')).headers['content-security-policy'])
const shown = async (code: string) =>
  z
    .parse(applications.read.response, (await ask(as('admin'), applications.read)).data)
    .applications.find((application) => application.code === code)

describe('an address on plain http', () => {
  it('is taken where the operator’s rule names its host, and no desktop has it', async () => {
    const code = await made('HTTP://library.school.local:8080/start')
    expect(await shown(code)).toMatchObject({
      opens: { kind: 'link', url: 'http://library.school.local:8080/start' },
      httpRefusal: null,
    })
    expect(await iconOf(code)).toMatchObject({ menuRoute: '', plainHttp: true })
    expect(await iconOf(code)).not.toHaveProperty('ssoClientId')
    expect(await opening(code, 'student', false)).toMatchObject({
      code: 'ok',
      data: { address: 'http://library.school.local:8080/start', embeds: null },
    })
  })

  it('is refused at every other host, with who may allow it', async () => {
    const { code, fieldErrors } = await save('http://192.168.3.20:8080/library')
    expect(code).toBe('application.http')
    expect(fieldErrors).toMatchObject([{ field: 'url', message: expect.stringContaining('PORTAL_HTTP_APPLICATIONS') }])
    const known = await made('https://library.example/')
    const { version } = (await shown(known)) ?? {}
    expect((await save('http://192.168.3.20/', { code: known, version })).code).toBe('application.http')
  })

  it('is refused at a host of the portal, whose cookies know no ports', async () => {
    expect(await save('http://localhost:8080/')).toMatchObject({
      code: 'application.http_own_host',
      fieldErrors: [{ field: 'url' }],
    })
  })

  it('never gets the code by which a third party signs people in', async () => {
    const base = await listen((_, response) => response.end())
    await runAsOwner(
      school,
      sql`insert into oauth_client (unit_id, client_id, name, english_name, redirect_uris, login_url)
        values (${unitId}, 'old', 'n', 'n', '{https://x.example/}', ${`${base}/enter`})`,
    )
    const code = await made(`${base}/enter`)
    expect(await iconOf(code)).not.toHaveProperty('ssoClientId')
    expect((await opening(code)).data).toMatchObject({ address: `${base}/enter` })
    await runAsOwner(school, sql`delete from oauth_client where client_id = 'old'`)
  })

  it('is said where the portal lists its places for the form', async () => {
    const { httpPlaces } = z.parse(applications.read.response, (await ask(as('admin'), applications.read)).data)
    expect(httpPlaces).toEqual(['127.0.0.0/8', 'library.school.local', 'localhost'])
  })

  it('is opened on the portal’s page by voice too', async () => {
    const code = await made('http://library.school.local/')
    const { data } = (await people.get('teacher')?.post(lookUp.path, { vocabulary: '打开老图书馆' }))?.envelope ?? {}
    expect(JSON.stringify(data)).toContain(`/pages/${code}/`)
  })
})

describe('an application whose rule was withdrawn', () => {
  it('says so when it is opened, to administrators, and is in no policy', async () => {
    const code = await made('http://library.school.local/')
    expect(await policyAt()).toContain("; frame-src 'self' http://library.school.local;")
    allow([])
    expect((await opening(code)).code).toBe('application.http')
    expect(await shown(code)).toMatchObject({ httpRefusal: 'application.http' })
    expect(await policyAt()).not.toContain('frame-src')
    expect((await iconOf(code))?.plainHttp).toBe(true)
  })

  it('is refused as well when it came by another way, such as the restored data of another portal', async () => {
    const code = await made('https://library.example/')
    await runAsOwner(school, sql`update application set menu_route = 'http://10.1.1.1/' where code = ${code}`)
    expect(await iconOf(code)).toMatchObject({ menuRoute: '', plainHttp: true })
    expect((await opening(code)).code).toBe('application.http')
    await runAsOwner(school, sql`update application set menu_route = 'http://localhost:8080/' where code = ${code}`)
    expect((await opening(code)).code).toBe('application.http_own_host')
    expect(await policyAt()).not.toContain('frame-src')
  })
})

describe('the policy of the portal’s document', () => {
  it('names the origins of these applications alone', async () => {
    await made('http://127.0.0.1:8080/a')
    await made('http://127.0.0.1:8080/b')
    await made('http://library.school.local/x?y')
    await made('https://elsewhere.example/')
    const off = await made('http://127.0.0.2/')
    await ask(as('admin'), applications.turn, { code: off, on: false })
    expect(await policyAt()).toContain("; frame-src 'self' http://127.0.0.1:8080 http://library.school.local;")
    const elsewhere = await school.visit({ host: 'ginkgo.localhost' }).request('GET', '/login')
    expect(elsewhere.headers['content-security-policy']).not.toContain('frame-src')
  })
})

describe('whether it can be shown within the portal', () => {
  it('is no at an IPv6 address of numbers, which no policy can name', async () => {
    allow(['::1/128', 'fd00::/8'])
    const code = await made('http://[fd00::7]:8080/')
    expect((await opening(code)).data).toEqual({ address: 'http://[fd00::7]:8080/', embeds: false })
    expect(await policyAt()).not.toContain('frame-src')
  })

  it('is what its own server says, and asked once for some minutes', async () => {
    const open = await made(await listen((_, response) => response.end('a'.repeat(2_000_000))))
    expect((await opening(open)).data).toMatchObject({ embeds: true })
    expect((await opening(open, 'student')).data).toMatchObject({ embeds: true })
    expect(asked).toEqual(['/'])
    const closed = await made(
      await listen((_, response) => response.setHeader('x-frame-options', 'SAMEORIGIN').end('secret text')),
    )
    const { data } = await opening(closed)
    expect(data).toMatchObject({ embeds: false })
    expect(JSON.stringify(data)).not.toContain('secret')
  })

  it('follows redirects within the origin, and none to another one', async () => {
    const inner = await listen((_, response) => response.end())
    const same = await made(
      await listen(({ url }, response) =>
        url === '/'
          ? response.writeHead(302, { location: '/library/' }).end()
          : response.setHeader('content-security-policy', "frame-ancestors 'none'").end(),
      ),
    )
    expect((await opening(same)).data).toMatchObject({ embeds: false })
    expect(asked).toEqual(['/', '/library/'])
    asked = []
    const away = await made(
      await listen((_, response) => response.writeHead(302, { location: `${inner}/inner` }).end()),
    )
    expect((await opening(away)).data).toMatchObject({ embeds: false })
    expect(asked).toEqual(['/'])
    asked = []
    const round = await made(await listen((_, response) => response.writeHead(302, { location: '/' }).end()))
    expect((await opening(round)).data).toMatchObject({ embeds: null })
    expect(asked.length).toBeLessThan(6)
  })

  it('is unknown where the server cannot reach it, and said so without a reason', async () => {
    const base = await listen((request) => request.socket.destroy())
    expect((await opening(await made(base))).data).toMatchObject({ embeds: null })
  })

  it('is no question that anyone else can make the portal ask', async () => {
    const base = await listen((_, response) => response.end())
    const code = await made(base, { audience: { ...EVERYONE, userTypes: [2] } })
    expect((await opening(code, 'student')).code).toBe('application.gone')
    const link = await made('https://elsewhere.example/')
    expect((await opening(link)).code).toBe('application.gone')
    await ask(as('admin'), applications.turn, { code, on: false })
    expect((await opening(code)).code).toBe('application.gone')
    expect(asked).toEqual([])
  })
})

it('is at no host of another unit, whose cookies the browser would send along', async () => {
  allow(['ginkgo.localhost', 'operators.localhost', 'library.school.local'])
  const code = await made('http://library.school.local/')
  for (const host of ['ginkgo.localhost:9995', 'operators.localhost:9995']) {
    await runAsOwner(school, sql`update application set menu_route = ${`http://${host}/`} where code = ${code}`)
    expect((await opening(code)).code).toBe('application.http_own_host')
  }
  expect(await policyAt()).not.toContain('frame-src')
})
