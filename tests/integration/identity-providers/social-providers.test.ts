import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { findProvider, listProviders } from '../../../server/modules/identity-providers/providers.ts'
import {
  deleteProvider,
  saveProvider,
  type ProviderForm,
} from '../../../server/modules/identity-providers/save-provider.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

const vault = createVault(Buffer.alloc(32, 3))
const OIDC: ProviderForm = {
  kind: 'oidc',
  name: '教育云',
  englishName: 'Education Cloud',
  clientId: 'portal',
  clientSecret: 'very-secret',
  baseUrl: 'https://id.example/',
}
const WECHAT: ProviderForm = {
  kind: 'wechat_web',
  name: '微信',
  englishName: 'WeChat',
  clientId: 'wx1',
  clientSecret: 's',
}

let test: TestApp
let folder: string
let unitId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-social-'))
  await writeFile(join(folder, 'index.html'), '<script>1</script>%UNIT_NAME%')
  test = await createTestApp({ vault, appFolder: folder })
  const { envelope } = await test.visit().get('/api/uaa/oauth/login/unit_config')
  unitId = z.parse(z.object({ unitId: z.string() }), envelope.data).unitId
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => runAsOwner(test, sql`delete from sign_in_provider`))

type Work = Parameters<typeof test.database.inUnit>[1]
const inUnit = <T>(work: (tx: Parameters<Work>[0]) => Promise<T>) =>
  test.database.inUnit({ unitId, userId: null }, work)
const save = (form: ProviderForm) => inUnit((tx) => saveProvider(tx, vault, unitId, form))

async function fieldsOf(saving: Promise<unknown>): Promise<unknown> {
  const error: unknown = await saving.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  const { code, fields } = z.parse(
    z.object({ code: z.string(), fields: z.array(z.object({ field: z.string() })) }),
    error,
  )
  expect(code).toBe('request.invalid')
  return fields.map(({ field }) => field)
}

async function readPage() {
  const response = await test.visit().request('GET', '/login')
  return { policy: String(response.headers['content-security-policy']), etag: response.headers.etag }
}

describe('a unit’s providers', () => {
  it('are listed for the login page without anything secret, those that need no browser of their own', async () => {
    const id = await save(WECHAT)
    await save({ ...WECHAT, kind: 'wechat_mp', clientId: 'wx2' })
    await save({ ...WECHAT, kind: 'wecom', clientId: 'ww1', agentId: '1' })
    await save({ ...OIDC, position: 0, logo: '/icons/cloud.svg' })
    await save({ ...OIDC, clientId: 'off', enabled: false })
    const { envelope, response } = await test.visit().get('/api/uaa/social/info')
    expect(envelope.data).toEqual([
      {
        id: expect.any(String),
        providerId: 'oidc',
        providerAppId: 'portal',
        providerApplicationId: null,
        providerAppLoginUrl: null,
        logo: '/icons/cloud.svg',
        name: '教育云',
        englishName: 'Education Cloud',
        display: 'button',
      },
      {
        id,
        providerId: 'wechat_web',
        providerAppId: 'wx1',
        providerApplicationId: null,
        providerAppLoginUrl: 'https://open.weixin.qq.com/connect/qrconnect',
        logo: '',
        name: '微信',
        englishName: 'WeChat',
        display: 'qr',
      },
    ])
    expect(response.body).not.toContain('secret')
    expect((await test.visit({ host: 'ginkgo.localhost' }).get('/api/uaa/social/info')).envelope.data).toEqual([])
  })

  it('are announced in the unit’s configuration when there is something to draw', async () => {
    const isSocial = async () => {
      const { envelope } = await test.visit().get('/api/uaa/oauth/login/unit_config')
      return z.parse(z.object({ social: z.boolean() }), envelope.data).social
    }
    expect(await isSocial()).toBe(false)
    await save({ ...WECHAT, kind: 'wechat_mp' })
    expect(await isSocial()).toBe(false)
    const providerId = await save(OIDC)
    expect(await isSocial()).toBe(true)
    await save({ ...OIDC, providerId, enabled: false })
    expect(await isSocial()).toBe(false)
  })

  it('are listed for administrators with what they set, but a secret only as set', async () => {
    const providerId = await save({ ...WECHAT, kind: 'wecom', agentId: ' 7 ', name: ' 企业微信 ' })
    expect(await inUnit(listProviders)).toEqual([
      {
        providerId,
        kind: 'wecom',
        name: '企业微信',
        englishName: 'WeChat',
        enabled: true,
        clientId: 'wx1',
        agentId: '7',
        baseUrl: 'https://open.weixin.qq.com',
        apiUrl: 'https://qyapi.weixin.qq.com',
        scopes: 'snsapi_base',
        issuer: '',
        tenants: [],
        anyTenant: false,
        secretSet: true,
        version: expect.any(String),
      },
    ])
  })

  it('keep their secret sealed, and the one before when none is given', async () => {
    const providerId = await save(OIDC)
    const { clientSecret: _, ...without } = OIDC
    await save({ ...without, providerId, name: '新名字', scopes: 'profile email' })
    const found = await inUnit((tx) => findProvider(tx, vault, { id: providerId }))
    expect(found).toMatchObject({
      clientSecret: 'very-secret',
      scopes: 'openid profile email',
      baseUrl: 'https://id.example/',
    })
    expect(JSON.stringify(await runAsOwner(test, sql`select secret::text from sign_in_provider`))).not.toContain(
      Buffer.from('very-secret').toString('hex'),
    )
    await save({ ...OIDC, providerId, clientSecret: 'another' })
    expect((await inUnit((tx) => findProvider(tx, vault, { id: providerId }))).clientSecret).toBe('another')
  })

  it('forget who was bound when they become another provider, and not when only names change', async () => {
    const bound = async () => (await runAsOwner(test, sql`select from external_identity`)).length
    for (const [form, change] of [
      [OIDC, { baseUrl: 'https://other.example' }],
      [WECHAT, { clientId: 'wx9' }],
    ] as const) {
      const providerId = await save(form)
      await runAsOwner(
        test,
        sql`insert into external_identity (unit_id, provider_id, user_id, subject)
          select unit_id, ${providerId}, user_id, 's' from user_account where unit_id = ${unitId} and login_name = 'teacher'`,
      )
      await save({ ...form, providerId, name: '新名字' })
      expect(await bound()).toBe(1)
      await save({ ...form, ...change, providerId })
      expect(await bound()).toBe(0)
    }
  })

  it('are refused with the fields that are not right', async () => {
    expect(await fieldsOf(save({ ...OIDC, name: ' ', clientId: '', baseUrl: '' }))).toEqual([
      'name',
      'baseUrl',
      'clientId',
    ])
    for (const baseUrl of [
      'http://id.example',
      'ftp://id.example',
      'id.example',
      'https://a:b@id.example',
      'https://id.example/?a=1',
    ])
      expect(await fieldsOf(save({ ...OIDC, baseUrl }))).toEqual(['baseUrl'])
    expect(await fieldsOf(save({ ...WECHAT, apiUrl: 'http://10.0.0.1' }))).toEqual(['apiUrl'])
    expect(await fieldsOf(save({ ...OIDC, name: 'x'.repeat(65) }))).toEqual(['name'])
    for (const logo of ['https://evil.example/x.png', '//evil.example/x', 'data:text/html,x', 'javascript:1'])
      expect(await fieldsOf(save({ ...OIDC, logo }))).toEqual(['logo'])
    expect(await fieldsOf(save({ ...WECHAT, clientSecret: '' }))).toEqual(['clientSecret'])
    expect(await inUnit(listProviders)).toEqual([])
    await save({ ...OIDC, baseUrl: 'http://127.0.0.1:9000' })
  })

  it('are changed and deleted by their own unit alone, and keep their kind', async () => {
    const providerId = await save(OIDC)
    const unknown = { code: 'sso.provider_unknown' }
    await expect(save({ ...WECHAT, providerId })).rejects.toMatchObject(unknown)
    await expect(save({ ...OIDC, providerId: 'nobody' })).rejects.toMatchObject(unknown)
    const [ginkgo] = await runAsOwner(test, sql`select unit_id as id from unit_host where host = 'ginkgo.localhost'`)
    const scope = { unitId: String(ginkgo?.['id']), userId: null }
    await expect(test.database.inUnit(scope, (tx) => deleteProvider(tx, providerId))).rejects.toMatchObject(unknown)
    await expect(
      test.database.inUnit(scope, (tx) => saveProvider(tx, vault, scope.unitId, { ...OIDC, providerId })),
    ).rejects.toMatchObject(unknown)
    await inUnit((tx) => deleteProvider(tx, providerId))
    await expect(inUnit((tx) => deleteProvider(tx, providerId))).rejects.toMatchObject(unknown)
    await expect(inUnit((tx) => deleteProvider(tx, 'nobody'))).rejects.toMatchObject(unknown)
  })

  it('are twenty at most', async () => {
    for (let n = 0; n < 20; n += 1) await save({ ...OIDC, clientId: `c${n}` })
    await expect(save(OIDC)).rejects.toMatchObject({ code: 'request.invalid' })
  })
})

describe('the unit’s document', () => {
  it('may show the QR box and no other frame, as long as there is one', async () => {
    const before = await readPage()
    expect(before.policy).not.toContain('frame-src')
    await save(OIDC)
    expect((await readPage()).policy).not.toContain('frame-src')
    const providerId = await save(WECHAT)
    const box = await readPage()
    expect(box.policy).toContain("; frame-src 'self' https://open.weixin.qq.com;")
    await save({ ...WECHAT, providerId, baseUrl: 'https://qr.example/path/' })
    const moved = await readPage()
    expect(moved.policy).toContain("; frame-src 'self' https://qr.example;")
    expect(moved.etag).not.toBe(box.etag)
    const elsewhere = await test.visit({ host: 'ginkgo.localhost' }).request('GET', '/login')
    expect(elsewhere.headers['content-security-policy']).not.toContain('frame-src')
    await save({ ...WECHAT, providerId, enabled: false })
    expect((await readPage()).policy).not.toContain('frame-src')
  })
})
