import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as themeEndpoints from '../../../contract/endpoints/desktop/theme.ts'
import { DEFAULT_THEME_COLOR, PLAIN_COLORS, THEME_COLORS } from '../../../contract/limits.ts'
import { LIVE_CHANNEL } from '../../../server/modules/live/live.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { until } from '../../support/until.ts'

let test: TestApp
let admin: TestBrowser
let teacher: TestBrowser
let student: TestBrowser
let unitId: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  teacher = await test.signIn('teacher')
  student = await test.signIn('student')
  unitId = await unitOf(test)
})
afterAll(() => test.close())

beforeEach(async () => {
  await runAsOwner(test, sql`update user_account set theme = null, theme_color = null, theme_chosen_at = null`)
  await runAsOwner(test, sql`update unit set default_theme = null, default_theme_color = null, theme_synced_at = null`)
  await runAsOwner(test, sql`delete from theme_change`)
})

const set = async (browser: TestBrowser, theme: string, more: Record<string, string> = {}) =>
  (await browser.post(themeEndpoints.setTheme.path, { type: 'color', theme, ...more })).envelope.code
const sync = (theme: string) => set(admin, theme, { syncAll: 'true' })
const undo = async (browser = admin) => (await browser.post(themeEndpoints.undoSync.path)).envelope
const colorOf = async (browser: TestBrowser) => (await browser.get(themeEndpoints.color.path)).envelope.data
const themeOf = async (browser: TestBrowser) => (await readMe(browser)).theme
const changes = async () =>
  (await runAsOwner(test, sql`select kind, theme from theme_change where unit_id = ${unitId} order by at`)).map(
    ({ kind, theme }) => `${String(kind)} ${String(theme)}`,
  )

describe('a theme of one’s own', () => {
  it('is none at first: the colour is the unit’s', async () => {
    expect(await readMe(teacher)).toMatchObject({ theme: null, themeColor: null })
    expect(await colorOf(teacher)).toBe(DEFAULT_THEME_COLOR)
    expect(await colorOf(await test.signIn('admin', { host: 'ginkgo.localhost' }))).toBe('#2F8A5F')
  })

  it('is kept with its colour, and is nobody else’s', async () => {
    const { envelope } = await teacher.post(themeEndpoints.setTheme.path, { type: 'color', theme: 'ink' })
    expect(envelope).toMatchObject({ code: 'ok', data: 'success' })
    expect(await readMe(teacher)).toMatchObject({ theme: 'ink', themeColor: THEME_COLORS.ink })
    expect(await colorOf(teacher)).toBe(THEME_COLORS.ink)
    expect(await readMe(student)).toMatchObject({ theme: null, themeColor: null })
    expect(await set(teacher, 'green')).toBe('ok')
    expect(await colorOf(teacher)).toBe(PLAIN_COLORS.green)
  })

  it('may be any colour', async () => {
    expect(await set(student, '#12ab34')).toBe('ok')
    expect(await readMe(student)).toMatchObject({ theme: 'custom', themeColor: '#12AB34' })
  })

  it('is given up for the unit’s theme, or its colours where it has none', async () => {
    await set(teacher, 'red')
    expect(await set(teacher, 'unit')).toBe('ok')
    expect(await readMe(teacher)).toMatchObject({ theme: null, themeColor: null })
    expect(await colorOf(teacher)).toBe(DEFAULT_THEME_COLOR)
    await set(admin, 'lotus', { type: 'default_color' })
    await set(teacher, 'red')
    await set(teacher, 'unit')
    expect(await themeOf(teacher)).toBe('lotus')
  })

  it('is told apart from the unit’s theme, also where it is the same or was replaced', async () => {
    const choiceOf = async (browser: TestBrowser) => (await browser.get(themeEndpoints.themeChoice.path)).envelope.data
    expect(await choiceOf(teacher)).toEqual({ own: false, unit: { theme: null, themeColor: null } })
    await set(admin, 'lotus', { type: 'default_color' })
    const unit = { theme: 'lotus', themeColor: THEME_COLORS.lotus }
    expect(await choiceOf(teacher)).toEqual({ own: false, unit })
    await set(teacher, 'lotus')
    expect(await choiceOf(teacher)).toEqual({ own: true, unit })
    expect(await choiceOf(student)).toEqual({ own: false, unit })
    await sync('lotus')
    expect(await choiceOf(teacher)).toEqual({ own: false, unit })
    await set(teacher, 'ink')
    expect(await choiceOf(teacher)).toEqual({ own: true, unit })
    await set(teacher, 'unit')
    expect(await choiceOf(teacher)).toEqual({ own: false, unit })
  })

  it.each(['', 'custom', 'neon', '#12345', 'red;background:url(x)', 'INK', '<script>', 'a'.repeat(65)])(
    '%j is refused and changes nothing',
    async (theme) => {
      await set(teacher, 'lotus')
      expect(await set(teacher, theme)).toBe('request.invalid')
      expect(await themeOf(teacher)).toBe('lotus')
    },
  )

  it('needs a type that is known, and somebody who is signed in', async () => {
    expect((await teacher.post(themeEndpoints.setTheme.path, { type: 'colour', theme: 'ink' })).envelope.code).toBe(
      'request.invalid',
    )
    expect(await set(test.visit(), 'ink')).toBe('session.required')
    expect((await test.visit().get(themeEndpoints.color.path)).envelope.code).toBe('session.required')
  })

  it('comes with the answer to a sign-in, so that the first frame has it', async () => {
    await set(teacher, 'cartoon')
    const { envelope } = await test
      .visit()
      .post('/api/uaa/oauth/login', { username: 'teacher', password: 'Campus2026', withStart: 'true' })
    expect(envelope.data).toMatchObject({ start: { me: { theme: 'cartoon', themeColor: THEME_COLORS.cartoon } } })
  })
})

describe('a theme for everybody', () => {
  it('is for administrators to choose', async () => {
    for (const name of ['teacher', 'parent', 'student', 'staff']) {
      const browser = await test.signIn(name)
      expect(await set(browser, 'ink', { syncAll: 'true' })).toBe('access.denied')
      expect(await set(browser, 'ink', { type: 'default_color' })).toBe('access.denied')
      expect((await undo(browser)).code).toBe('access.denied')
      expect(await themeOf(browser)).toBeNull()
    }
    expect(await changes()).toEqual([])
  })

  it('is seen by whoever chose nothing, when it is the unit’s default', async () => {
    await set(teacher, 'red')
    expect(await set(admin, 'lotus', { type: 'default_color' })).toBe('ok')
    expect([await themeOf(teacher), await themeOf(student), await themeOf(admin)]).toEqual(['red', 'lotus', 'lotus'])
    expect(await changes()).toEqual(['default lotus'])
  })

  it('is seen by all when it is synchronised, and by nobody of another unit', async () => {
    const elsewhere = await test.signIn('teacher', { host: 'ginkgo.localhost' })
    await set(teacher, 'red')
    await set(elsewhere, 'blue')
    expect(await sync('ink')).toBe('ok')
    expect([await themeOf(teacher), await themeOf(student), await themeOf(admin)]).toEqual(['ink', 'ink', 'ink'])
    expect(await colorOf(student)).toBe(THEME_COLORS.ink)
    expect(await themeOf(elsewhere)).toBe('blue')
    expect(await themeOf(await test.signIn('student', { host: 'ginkgo.localhost' }))).toBeNull()
  })

  it('may be none: all see the unit’s colours, and an administrator takes that back', async () => {
    await set(teacher, 'red')
    await set(admin, 'lotus', { type: 'default_color' })
    expect(await sync('unit')).toBe('ok')
    expect([await themeOf(teacher), await themeOf(student)]).toEqual([null, null])
    expect(await changes()).toEqual(['default lotus', 'sync null'])
    expect((await undo()).data).toBe(true)
    expect([await themeOf(teacher), await themeOf(student)]).toEqual(['red', 'lotus'])
  })

  it('gives way to what a person chooses afterwards', async () => {
    await sync('ink')
    await set(teacher, 'lotus')
    expect([await themeOf(teacher), await themeOf(student)]).toEqual(['lotus', 'ink'])
  })

  it('can be taken back: everybody has again what they had', async () => {
    await set(teacher, 'red')
    await set(admin, 'green', { type: 'default_color' })
    await sync('ink')
    expect(await undo()).toMatchObject({ code: 'ok', data: true })
    expect([await themeOf(teacher), await themeOf(student)]).toEqual(['red', 'green'])
    // The administrator’s own choice is theirs all the same.
    expect(await themeOf(admin)).toBe('ink')
    expect(await undo()).toMatchObject({ code: 'ok', data: false })
    expect(await changes()).toEqual(['default green', 'sync ink', 'undo green'])
  })

  it('cannot be taken back when something was chosen since, or after an hour', async () => {
    await sync('ink')
    await set(admin, 'lotus', { type: 'default_color' })
    expect(await undo()).toMatchObject({ data: false })
    await sync('cartoon')
    await runAsOwner(test, sql`update theme_change set at = at - interval '61 minutes'`)
    expect(await undo()).toMatchObject({ data: false })
    expect(await themeOf(student)).toBe('cartoon')
  })

  it('leaves a line of audit that the application cannot change, and one in the log', async () => {
    await sync('cartoon')
    const { userId } = await readMe(admin)
    const [line] = await runAsOwner(test, sql`select * from theme_change where unit_id = ${unitId}`)
    expect(line).toMatchObject({ user_id: userId, kind: 'sync', theme: 'cartoon', previous_theme: null })
    const scope = { unitId, userId }
    await expect(test.database.inUnit(scope, (tx) => tx.execute(sql`delete from theme_change`))).rejects.toThrow()
    await until(() => test.logLines.some((text) => text.includes('"theme.set"') && text.includes(userId)))
  })

  it('is announced to the unit’s people once it is there', async () => {
    const heard: string[] = []
    const listening = test.database.listen(LIVE_CHANNEL, {
      onNotification: (payload) => heard.push(payload),
      onListening() {},
    })
    await listening.ready
    await sync('lotus')
    await until(() => heard.length > 0)
    await listening.close()
    expect(heard.map((payload): unknown => JSON.parse(payload))).toEqual([{ kind: 'theme', unitId }])
  })
})
