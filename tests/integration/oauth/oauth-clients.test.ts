import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../../server/db/database.ts'
import {
  deleteClient,
  findClient,
  listClients,
  ownsSecret,
  rotateClientSecret,
  saveClient,
  type ClientSettings,
} from '../../../server/modules/oauth/oauth-clients.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { LIBRARY } from '../../support/callers/third-party.ts'

const SETTINGS: ClientSettings = {
  ...LIBRARY,
  name: ' 图书馆 ',
  englishName: ' Library ',
  redirectUris: ['https://library.example/cb', 'http://localhost:3000/cb', 'https://library.example/cb'],
}

let test: TestApp
let here: string
let there: string
beforeAll(async () => {
  test = await createTestApp()
  here = await unitOf(test)
  there = await unitOf(test, 'ginkgo.localhost')
})
afterAll(() => test.close())
beforeEach(async () => {
  await runAsOwner(test, sql`delete from oauth_client`)
})

const inUnit = <T>(unitId: string, work: (tx: Tx) => Promise<T>) => test.database.inUnit({ unitId, userId: null }, work)
const save = (settings: Partial<ClientSettings> = {}, which: Parameters<typeof saveClient>[2] = {}, unitId = here) =>
  inUnit(unitId, (tx) => saveClient(tx, unitId, which, { ...SETTINGS, ...settings }))
const owns = (clientId: string, secret: string) =>
  inUnit(here, async (tx) => ownsSecret(await findClient(tx, clientId), secret))
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) =>
      error instanceof PortalError ? [error.code, ...error.fields.map(({ field }) => field)] : error,
  )

describe('a third party', () => {
  it('is registered with an id and a secret, which is told once and stored as a hash', async () => {
    const { clientId, secret } = await save()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await owns(clientId, secret ?? '')).toBe(true)
    expect(await owns(clientId, `${secret}x`)).toBe(false)
    const stored = JSON.stringify(await runAsOwner(test, sql`select oauth_client::text as row from oauth_client`))
    expect(stored).not.toContain(secret)
    const [listed] = await inUnit(here, listClients)
    expect(listed).toEqual({
      ...SETTINGS,
      name: '图书馆',
      englishName: 'Library',
      redirectUris: ['https://library.example/cb', 'http://localhost:3000/cb'],
      clientId,
      createdAt: expect.any(Date),
    })
  })

  it('may bring the id that it has elsewhere, but not one that is taken or is none', async () => {
    expect((await save({}, { newId: 'legacy.app-1' })).clientId).toBe('legacy.app-1')
    const taken = ['request.invalid', 'clientId']
    expect(await codeOf(save({}, { newId: 'legacy.app-1' }))).toEqual(taken)
    for (const newId of ['', 'a b', 'a:b', 'x'.repeat(129), '学校'])
      expect(await codeOf(save({}, { newId }))).toEqual(taken)
    expect((await save({}, { newId: 'legacy.app-1' }, there)).clientId).toBe('legacy.app-1')
  })

  it('keeps its secret when it is changed, loses it when it cannot keep one, and gets another when it can again', async () => {
    const { clientId, secret } = await save()
    expect(await save({ name: '新名字', disabled: true }, { clientId })).toEqual({ clientId, secret: null })
    expect(await inUnit(here, listClients)).toMatchObject([{ name: '新名字', disabled: true }])
    await save({}, { clientId })
    expect(await owns(clientId, secret ?? '')).toBe(true)
    await save({ confidential: false }, { clientId })
    expect(await owns(clientId, secret ?? '')).toBe(false)
    expect(await codeOf(inUnit(here, (tx) => rotateClientSecret(tx, clientId)))).toEqual(['sso.client_unknown'])
    const again = await save({}, { clientId })
    expect(again.secret).not.toBe(secret)
    expect(await owns(clientId, again.secret ?? '')).toBe(true)
  })

  it('is given a new secret, after which the old one is worth nothing', async () => {
    const { clientId, secret } = await save()
    const next = await inUnit(here, (tx) => rotateClientSecret(tx, clientId))
    expect([await owns(clientId, secret ?? ''), await owns(clientId, next)]).toEqual([false, true])
  })

  it('is out of reach for another unit', async () => {
    const { clientId } = await save()
    const unknown = ['sso.client_unknown']
    expect(await inUnit(there, listClients)).toEqual([])
    expect(await codeOf(save({}, { clientId }, there))).toEqual(unknown)
    expect(await codeOf(inUnit(there, (tx) => rotateClientSecret(tx, clientId)))).toEqual(unknown)
    expect(await codeOf(inUnit(there, (tx) => deleteClient(tx, clientId)))).toEqual(unknown)
    await inUnit(here, (tx) => deleteClient(tx, clientId))
    expect(await codeOf(inUnit(here, (tx) => deleteClient(tx, clientId)))).toEqual(unknown)
  })

  it.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['englishName', { englishName: '' }],
    ['redirectUris', { redirectUris: [] }],
    ['redirectUris', { redirectUris: ['https://library.example/cb', 'http://library.example/cb'] }],
    ['redirectUris', { redirectUris: Array.from({ length: 21 }, (_, n) => `https://library.example/${n}`) }],
    ['logo', { logo: 'https://library.example/logo.png' }],
    ['logo', { logo: '//library.example/logo.png' }],
    ['logo', { logo: 'data:text/html;base64,PGI+' }],
    ['loginUrl', { loginUrl: 'javascript:alert(1)' }],
    ['pkceRequired', { confidential: false, pkceRequired: false }],
    ['mayIssueTickets', { confidential: false, mayIssueTickets: true }],
    ['position', { position: 0.5 }],
  ])('is refused by the name of its %s: %j', async (field, settings) => {
    expect(await codeOf(save(settings))).toEqual(['request.invalid', field])
    const { clientId } = await save()
    expect(await codeOf(save(settings, { clientId }))).toEqual(['request.invalid', field])
  })

  it.each(['/api/storage/show/unit/1', 'data:image/png;base64,iVBORw0KGgo='])('may have the logo %s', async (logo) => {
    await save({ logo })
    expect(await inUnit(here, listClients)).toMatchObject([{ logo }])
  })
})
