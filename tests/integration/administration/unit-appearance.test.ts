import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { unitConfig } from '../../../contract/endpoints/tenant.ts'
import {
  saveUnitAppearance,
  unitAppearance,
  type UnitAppearance,
} from '../../../contract/endpoints/unit-configuration.ts'
import { envelopeSchema } from '../../../contract/envelope.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { fieldsOf } from '../../support/schools/sign-in-settings.ts'

let test: TestApp
let admin: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
})
afterAll(() => test.close())

const read = async () => z.parse(unitAppearance.response, (await admin.get(unitAppearance.path)).envelope.data)
const save = async (appearance: UnitAppearance, browser = admin) => {
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify(appearance)
  return z.parse(envelopeSchema, (await browser.request('POST', saveUnitAppearance.path, { payload, headers })).json())
}
const delivered = async (host?: string) =>
  z.parse(
    unitConfig.response,
    (await test.visit(host === undefined ? {} : { host }).get(unitConfig.path)).envelope.data,
  )

describe('a school’s appearance', () => {
  it('is told to every visitor once it is saved, and can be put back', async () => {
    const before = await read()
    const [publicBefore, elsewhere] = [await delivered(), await delivered('ginkgo.localhost')]
    const wanted: UnitAppearance = {
      ...before,
      footer: '新的页脚',
      link: '',
      icp: '浙ICP备12345678号-1',
      police: '',
      helpShown: true,
      helpUrl: 'https://help.example',
      themeColor: '#2f8a5f',
      scene: 'lotus',
      motto: '厚德博学',
      mottoStyle: { color: '#aa0000', fontSize: '20px', fontFamily: 'KaiTi' },
    }
    expect(await save(wanted)).toMatchObject({ code: 'ok', data: wanted })
    const now = await delivered()
    expect(now).toMatchObject({ footer: '新的页脚', link: null, themeColor: '#2f8a5f' })
    expect(JSON.parse(now.decorationSet ?? '')).toMatchObject({
      theme: 'lotus',
      loginText: { text: '厚德博学', color: '#aa0000', fontSize: '20px', fontFamily: 'KaiTi' },
      footerMsg: { helpCenterUrl: 'https://help.example', baList: [{ baContent: '浙ICP备12345678号-1' }] },
    })
    expect(await delivered('ginkgo.localhost')).toEqual(elsewhere)
    await save(before)
    const again = await delivered()
    expect(again).toMatchObject({ footer: publicBefore.footer, link: publicBefore.link })
    expect(await read()).toEqual(before)
  })

  it('keeps what administrators do not edit', async () => {
    const installer = 'https://downloads.example/setup.exe'
    await runAsOwner(
      test,
      sql`update unit set decoration_set = decoration_set || ${JSON.stringify({ clientDownloads: { installer } })}::jsonb where english_name = 'Riverside School'`,
    )
    await save(await read())
    expect((await delivered()).clientDownloads).toEqual({ installer })
  })

  it('refuses what no page should show, field by field, and saves none of it', async () => {
    const before = await read()
    const refused = await save({
      ...before,
      footer: 'x',
      link: 'javascript:alert(1)',
      helpUrl: 'help',
      themeColor: '#12',
    })
    expect(new Set(fieldsOf(refused).slice(1))).toEqual(new Set(['helpUrl', 'link', 'themeColor']))
    expect(refused.fieldErrors?.[0]?.message).toContain('https://')
    expect(await read()).toEqual(before)
  })

  it('is for those who may set the unit', async () => {
    const teacher = await test.signIn('teacher')
    expect(await save(await read(), teacher)).toMatchObject({ code: 'access.denied' })
    expect((await test.visit().get(unitAppearance.path)).envelope.code).toBe('session.required')
  })
})
