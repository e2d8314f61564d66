import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveLanguage } from '../../../contract/endpoints/language.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

let test: TestApp
let parent: TestBrowser
beforeAll(async () => {
  test = await createTestApp()
  parent = await test.signIn('parent')
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`update user_account set language = 'zh-CN', language_chosen_at = null`))

const save = async (language: string, chosen: boolean, browser = parent) =>
  (await browser.post(saveLanguage.path, { language, chosen: String(chosen) })).envelope.code
const stored = async () => Object((await parent.get(session.me.path)).envelope.data).langType

describe('the language of a person', () => {
  it('is that of the page until the person chooses, and the chosen one from then on', async () => {
    expect(await stored()).toBe('zh-CN')
    expect(await save('en', false)).toBe('ok')
    expect(await stored()).toBe('en')
    expect(await save('zh-CN', false)).toBe('ok')
    expect(await stored()).toBe('zh-CN')
    expect(await save('en', true)).toBe('ok')
    expect(await save('zh-CN', false)).toBe('ok')
    expect(await stored()).toBe('en')
    expect(await save('zh-CN', true)).toBe('ok')
    expect(await stored()).toBe('zh-CN')
  })

  it('is the own one alone, and one that the portal has', async () => {
    expect(await save('fr', true)).toBe('request.invalid')
    expect(await save('en', true, test.visit())).toBe('session.required')
    await save('en', true)
    const rows = await runAsOwner(test, sql`select login_name from user_account where language = 'en'`)
    expect(rows).toEqual([{ login_name: 'parent' }])
  })

  it('can be said while the password that the school gave is due', async () => {
    await runAsOwner(
      test,
      sql`update credential set is_first = true where user_id in (select user_id from user_account where login_name = 'parent')`,
    )
    expect(await save('en', true)).toBe('ok')
    await runAsOwner(test, sql`update credential set is_first = false`)
  })
})
