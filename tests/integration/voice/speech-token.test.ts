import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as voice from '../../../contract/endpoints/voice.ts'
import { createVault } from '../../../server/runtime/vault.ts'
import { type TestApp, createTestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { startFakeSpeechService, type FakeSpeechService } from '../../support/fakes/fake-speech-service.ts'
import { addSpeechService, dropSpeechService } from '../../support/schools/speech-service.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'

const vault = createVault(Buffer.alloc(32, 7))
let clock = Date.parse('2026-10-12T08:00:00Z')
let appFolder: string
let test: TestApp
let service: FakeSpeechService
let teacher: TestBrowser
beforeAll(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'portal-voice-'))
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>%UNIT_NAME%</title>')
  test = await createTestApp({ vault, appFolder, now: () => clock })
  service = await startFakeSpeechService(() => clock)
  teacher = await test.signIn('teacher')
})
afterAll(async () => {
  await test.close()
  await service.close()
  await rm(appFolder, { recursive: true })
})
beforeEach(async () => {
  await runAsOwner(test, sql`delete from voice_service`)
  Object.assign(service.behaviour, { refuses: false, tokenLife: 24 * 3600 })
})

const ask = (browser: TestBrowser, language = 'zh-CN') => browser.get(`${voice.token.path}?language=${language}`)
const given = async (browser: TestBrowser, language?: string) =>
  z.parse(voice.token.response, (await ask(browser, language)).envelope.data)

describe('the token of the unit’s speech service', () => {
  it('is null where the unit has none, also when another unit has one', async () => {
    await addSpeechService(test.database, vault, service.form, 'ginkgo.localhost')
    expect(await given(teacher)).toEqual({ token: null })
  })

  it('comes with the key of the language’s project, and is made once', async () => {
    await addSpeechService(test.database, vault, service.form)
    const before = service.tokensMade
    const [chinese, english] = await Promise.all([given(teacher), given(teacher, 'en')])
    expect(chinese).toEqual({
      token: expect.stringMatching(/^[\da-f]{32}$/),
      appKey: 'chinese-project',
      url: service.form.gatewayUrl,
      expiresAt: '2026-10-13T08:00:00.000Z',
    })
    expect(english).toEqual({ ...chinese, appKey: 'english-project' })
    expect(service.tokensMade).toBe(before + 1)
  })

  it('is made again before it expires, and after the settings have changed', async () => {
    await addSpeechService(test.database, vault, service.form)
    const first = await given(teacher)
    clock += 23 * 3_600_000 + 49 * 60_000
    await runAsOwner(test, sql`update session set access_expires_at = now() + interval '1 day'`)
    expect(await given(teacher)).toEqual(first)
    clock += 2 * 60_000
    const second = await given(teacher)
    expect(second.token).not.toBe(first.token)
    await addSpeechService(test.database, vault, { ...service.form, keySecret: '' })
    expect((await given(teacher)).token).not.toBe(second.token)
  })

  it('that the service refuses is an error that names the server’s configuration, and is asked for again', async () => {
    service.behaviour.refuses = true
    await addSpeechService(test.database, vault, service.form)
    const { envelope } = await ask(teacher)
    expect(envelope).toMatchObject({ status: 502, code: 'voice.service_failed' })
    expect(envelope.message).toMatch(/请检查服务器配置\|\|\|check server configuration$/)
    service.behaviour.refuses = false
    expect((await given(teacher)).token).not.toBeNull()
  })

  it('is no one’s with a wrong secret', async () => {
    await addSpeechService(test.database, vault, { ...service.form, keySecret: 'another' })
    expect((await ask(teacher)).envelope).toMatchObject({ code: 'voice.service_failed' })
  })

  it('comes from no server in a private network, unless the operator allows it: administrators name the server', async () => {
    const strict = await createTestApp({ vault, appFolder, now: () => clock, config: { providerNetworks: [] } })
    await addSpeechService(strict.database, vault, service.form)
    const before = service.tokensMade
    expect((await ask(await strict.signIn('teacher'))).envelope).toMatchObject({ code: 'voice.service_failed' })
    expect(service.tokensMade).toBe(before)
    await strict.close()
  })

  it('is for people who have signed in, and for a language that the portal has', async () => {
    expect((await ask(test.visit())).envelope).toMatchObject({ status: 401 })
    expect((await ask(teacher, 'fr')).envelope).toMatchObject({ status: 400, code: 'request.invalid' })
  })

  it('is asked for a limited number of times', async () => {
    const student = await test.signIn('student')
    const codes = []
    // More become free while they are asked for.
    while (codes.at(-1) !== 'request.rate_limited') codes.push((await ask(student)).envelope.code)
    expect(codes.length).toBeGreaterThan(30)
    expect(new Set(codes)).toEqual(new Set(['ok', 'request.rate_limited']))
  })
})

describe('the settings of a speech service', () => {
  it('are kept without a readable secret', async () => {
    await addSpeechService(test.database, vault, service.form)
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute(sql`select voice_service::text as row from voice_service`),
    )
    expect(String(rows[0]?.['row'])).toContain('LTAI-fake')
    expect(String(rows[0]?.['row'])).not.toContain(Buffer.from(service.form.keySecret).toString('hex'))
    await runAsOwner(test, sql`delete from voice_service`)
  })

  it('have the region’s addresses by default, and name what is wrong', async () => {
    const { keyId, keySecret, appKey } = service.form
    await addSpeechService(test.database, vault, { keyId, keySecret, appKey, region: 'cn-beijing' })
    const { rows } = await test.database.asOwner((tx) =>
      tx.execute(sql`select token_url, gateway_url from voice_service`),
    )
    expect(rows).toEqual([
      {
        token_url: 'https://nls-meta.cn-beijing.aliyuncs.com/',
        gateway_url: 'wss://nls-gateway-cn-beijing.aliyuncs.com/ws/v1',
      },
    ])
    const wrong = { keyId: ' ', appKey: '', tokenUrl: 'http://10.0.0.1/', gatewayUrl: 'https://speech.example' }
    await expect(addSpeechService(test.database, vault, wrong)).rejects.toMatchObject({
      code: 'request.invalid',
      fields: ['tokenUrl', 'gatewayUrl', 'keyId', 'appKey', 'keySecret'].map((field) => ({
        field,
        code: expect.anything(),
      })),
    })
  })

  it('keep the secret while the key and its server stay, and ask for it again otherwise', async () => {
    await addSpeechService(test.database, vault, service.form)
    const { keySecret: _, ...unsaid } = service.form
    await addSpeechService(test.database, vault, { ...unsaid, appKey: 'next-project' })
    expect(await given(teacher)).toMatchObject({ appKey: 'next-project' })
    const elsewhere = { ...unsaid, tokenUrl: 'https://speech.example/' }
    await expect(addSpeechService(test.database, vault, elsewhere)).rejects.toMatchObject({
      fields: [{ field: 'keySecret', code: 'field.secret_again' }],
    })
  })

  it('let the unit’s pages connect to the service, and no other page', async () => {
    const connectionsOf = async (host: string) => {
      const { headers } = await test.visit({ host }).request('GET', '/login')
      return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    }
    await addSpeechService(test.database, vault, service.form)
    expect(await connectionsOf('localhost')).toBe(`'self' ${new URL(service.form.gatewayUrl).origin}`)
    expect(await connectionsOf('ginkgo.localhost')).toBe("'self'")
    await dropSpeechService(test.database)
    expect(await connectionsOf('localhost')).toBe("'self'")
    expect(await given(teacher)).toEqual({ token: null })
  })
})
