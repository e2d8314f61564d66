import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema } from '../../../contract/envelope.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { undoSync } from '../../../contract/endpoints/desktop/theme.ts'
import { permissionNode } from '../../../contract/endpoints/applications/resources.ts'
import { applicationPacks } from '../../../scripts/language-sources.ts'
import { OPERATOR, PERMISSION_CODES, type PermissionCode } from '../../../contract/permissions.ts'
import { endpoints } from '../../../contract/table.ts'
import { permissionCodes } from '../../../src/app/core/permissions/permissions.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { sendEmpty } from '../../support/callers/call.ts'

const guarded = endpoints.filter(({ permission }) => permission)
const licensed = endpoints.filter(({ licence }) => licence)
/** One of each user type, and an administrator. */
const PEOPLE = ['student', 'teacher', 'parent', 'staff', 'admin']
let test: TestApp
const people = new Map<string, TestBrowser>()
beforeAll(async () => {
  test = await createTestApp()
  for (const name of PEOPLE) people.set(name, await test.signIn(name))
})
afterAll(() => test.close())

function browserOf(name: string): TestBrowser {
  const browser = people.get(name)
  if (!browser) throw new Error(`${name} is not signed in`)
  return browser
}

/** The code of the answer to a call without input; 'ok' for a raw answer. */
async function callEmpty(browser: TestBrowser, endpoint: AnyEndpoint): Promise<string> {
  const response = await sendEmpty(browser, endpoint)
  const isJson = response.headers['content-type']?.toString().includes('json')
  return isJson ? z.parse(envelopeSchema, response.json()).code : 'ok'
}

async function refusedBy(name: string, code: string, among: readonly AnyEndpoint[]): Promise<string[]> {
  const refused: string[] = []
  for (const endpoint of among) {
    if ((await callEmpty(browserOf(name), endpoint)) === code) refused.push(endpoint.name)
  }
  return refused
}

/** What the client learns: the tree of an application, or what `me` says of the desktop. */
async function shownTo(name: string): Promise<ReadonlySet<string>> {
  const { envelope } = await browserOf(name).get('/api/base/resource/user/code/tree?code=')
  return permissionCodes(z.parse(z.array(permissionNode), envelope.data))
}

/** Does something while these codes are withdrawn from everybody. */
async function without<T>(codes: readonly PermissionCode[], work: () => Promise<T>): Promise<T> {
  const forms = codes.flatMap((code) => [code, code.replace('_', '_area_')])
  const list = sql.join(
    forms.map((form) => sql`${form}`),
    sql`, `,
  )
  const taken = await runAsOwner(test, sql`delete from permission_grant where code in (${list}) returning *`)
  try {
    return await work()
  } finally {
    for (const row of taken) {
      await runAsOwner(
        test,
        sql`insert into permission_grant (unit_id, code, user_type, role_id)
          values (${row['unit_id']}, ${row['code']}, ${row['user_type']}, ${row['role_id']})`,
      )
    }
  }
}

/** What no administrator of a school has: the operator's (units.test.ts) and an education office's (areas.test.ts). */
const OF_OTHERS: readonly string[] = [OPERATOR, 'base_schools']

const names = (all: readonly AnyEndpoint[]) => all.map(({ name }) => name)

/** The first code of an application shows it, whether it has endpoints of its own or not. */
const opensApplication = (code: string) => Object.hasOwn(applicationPacks, code)

describe('permission codes', () => {
  it('are each needed by an endpoint, or by what a handler says itself, or open an application', () => {
    const within = ['files_share_all', 'attendance_view', 'roster_passwords', 'attendance_approve']
    const used = new Set(guarded.map(({ permission }) => permission))
    expect(PERMISSION_CODES.filter((code) => !used.has(code) && !opensApplication(code))).toEqual(within)
  })

  it.each(PEOPLE)('are the same for the server and the screen of %s', async (name) => {
    const shown = await shownTo(name)
    const hidden = guarded.filter(({ permission }) => !shown.has(permission ?? ''))
    const typed = guarded.filter(
      ({ access }) =>
        Array.isArray(access) && !access.includes(({ student: 1, teacher: 2, parent: 3 }[name] ?? 4) as 1),
    )
    const roles = guarded.filter(({ access }) => access === 'admin' && name !== 'admin')
    const expected = new Set(names([...hidden, ...typed, ...roles]))
    expect(await refusedBy(name, 'access.denied', guarded)).toEqual(names(guarded).filter((one) => expected.has(one)))
  })

  /**
   * Half of the codes at a time instead of each by itself, which takes a third of the calls: the numbers of any two codes differ in some bit, so that one
   * of these halves has the one and not the other. An endpoint that another code closes, or another one too, is found in it.
   */
  const ours = PERMISSION_CODES.filter((code) => !OF_OTHERS.includes(code))
  const bits = Array.from({ length: Math.ceil(Math.log2(ours.length)) }, (_, bit) => bit)
  it.each(bits.flatMap((bit) => [[bit, 0] as const, [bit, 1] as const]))(
    'close their endpoints and no other where they are withdrawn from everybody: those with bit %i of their number %i',
    async (bit, value) => {
      const codes = ours.filter((_, number) => ((number >> bit) & 1) === value)
      const withdrawn = new Set<string>([...codes, ...OF_OTHERS])
      await without(codes, async () => {
        expect(await refusedBy('admin', 'access.denied', guarded)).toEqual(
          names(guarded.filter(({ permission }) => withdrawn.has(permission ?? ''))),
        )
        expect([...(await shownTo('admin'))].filter((code) => withdrawn.has(code))).toEqual([])
      })
      expect([...(await shownTo('admin'))]).toEqual(expect.arrayContaining(codes))
    },
  )
})

describe('the flag of operators', () => {
  const ONLY_ADMINISTRATORS = ['base_unit', 'base_user_reset', 'attendance_admin']
  afterEach(() => runAsOwner(test, sql`update user_account set superman = false`))

  it('gives no right inside a school', async () => {
    await runAsOwner(test, sql`update user_account set superman = true where login_name = 'staff'`)
    expect(await callEmpty(browserOf('staff'), undoSync)).toBe('access.denied')
    expect([...(await shownTo('staff'))].filter((code) => ONLY_ADMINISTRATORS.includes(code))).toEqual([])
    const { envelope } = await browserOf('staff').get('/api/uaa/oauth/me')
    expect(envelope.data).toMatchObject({ permissions: expect.not.arrayContaining(['base_unit']) })
  })
})

describe('an expired licence', () => {
  afterEach(() => runAsOwner(test, sql`update licence set ends_at = now() + interval '1 year'`))
  const end = (service: string, when: string) =>
    runAsOwner(test, sql`update licence set ends_at = now() + ${when}::interval where server_id = ${service}`)

  it.each(['base', 'storage'])(
    'of %s closes what needs it: what changes at once, what reads after the days of grace',
    async (service) => {
      const concerned = licensed.filter((endpoint) => {
        const isOwn = isSignedIn(endpoint) && !OF_OTHERS.includes(endpoint.permission ?? '')
        return isOwn && (endpoint.licence === service || service === 'base')
      })
      const changing = concerned.filter(({ method }) => method === 'POST')
      await end(service, '-1 day')
      expect(await refusedBy('admin', 'licence.expired', endpoints.filter(isSignedIn))).toEqual(names(changing))
      await end(service, '-31 days')
      expect(await refusedBy('admin', 'licence.expired', endpoints.filter(isSignedIn))).toEqual(names(concerned))
      await end(service, '1 year')
      expect(await refusedBy('admin', 'licence.expired', licensed)).toEqual([])
    },
  )
})

/** Calls that leave the session and its person as they are. */
function isSignedIn({ access, licence }: AnyEndpoint): boolean {
  return access !== 'public' && licence !== undefined
}
