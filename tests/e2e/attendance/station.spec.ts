import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import * as attendance from '../../../contract/endpoints/attendance/attendance.ts'
import * as attendanceStation from '../../../contract/endpoints/attendance/attendance-station.ts'
import * as face from '../../../contract/endpoints/faces/face.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { FACE_CONSENT_VERSION } from '../../../contract/face-consent.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { addDays, minutesOf, momentOf, wallTime } from '../../../contract/rules/zoned-time.ts'
import { drawnPhoto } from '../../support/samples/drawn-face.ts'
import { allowFaces } from '../../support/browser/allow-faces.ts'
import { nearAt, test } from '../../support/browser/fake-camera.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, startSession } from '../fixtures.ts'
import { killBrowser } from '../../support/browser/kill-browser.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usernameField } from '../../support/browser/parts.ts'

const STATION = '/pages/attendance/station'
const PIN = '135790'
const FACE = { seed: 4, ...nearAt(1440) }
const STRANGER = { seed: 1, ...nearAt(1440) }
const HALF = 25

test.use({ school: 'stations', serviceWorkers: 'allow' })

/** Makes a call with the session of the page. */
async function ask<R extends AnyEndpoint>(page: Page, row: R, input: Record<string, unknown> = {}) {
  const { method, encoding, path } = row
  const answer: unknown = await page.evaluate(
    async ({ asked, given, query, json }) => {
      const fields = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]))
      const body = json ? JSON.stringify(given) : fields
      const headers = { 'x-portal-device': 'pc', ...(json && { 'content-type': 'application/json' }) }
      const response = await fetch(
        query ? `${asked}?${fields}` : asked,
        query ? { headers } : { method: 'POST', headers, body },
      )
      return response.json()
    },
    { asked: path, given: input, query: method === 'GET', json: encoding === 'json' },
  )
  expect(answer, row.name).toMatchObject({ status: 200 })
  const { data } = z.parse(z.looseObject({ data: z.unknown() }), answer)
  return z.parse<R['response']>(row.response, data)
}

/** By a call of its own: a call of the page that is under way while another person signs in would renew the new session, unseen by the next page. */
async function signInHere(page: Page, username: string): Promise<void> {
  await startSession(page, username)
  await page.goto(STATION)
}

/** Makes the page's browser a station; for both directions unless another one is to be chosen. */
async function register(page: Page, texts: (typeof TEXTS)['zh-CN' | 'en'], direction?: string): Promise<void> {
  await page.getByRole('button', { name: texts.register }).click()
  await expect(page.getByText(texts.nameMissing)).toBeVisible()
  await expect(page.getByLabel(texts.name, { exact: true })).toBeFocused()
  await page.getByLabel(texts.name, { exact: true }).fill('South gate')
  if (direction !== undefined) await page.getByRole('radio', { name: direction }).check()
  await page.getByLabel(texts.pin).fill(PIN)
  await page.getByLabel(texts.again).fill(PIN)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: texts.register }).click()
  await expect(page.getByText(texts.online)).toBeVisible()
}

const TEXTS = {
  'zh-CN': {
    name: '名称',
    nameMissing: '请填写名称',
    pin: '退出 PIN',
    again: '再输入一次',
    inOnly: '只用于进',
    register: '登记这台设备',
    online: '已连接',
    offline: '没有网络，照常打卡',
    kept: '已记下：进',
    pending: (count: number) => `${count} 条待上传`,
    code: '卡号或个人码',
    gone: '这台考勤机已停用',
  },
  en: {
    name: 'Name',
    nameMissing: 'Enter a name',
    pin: 'Exit PIN',
    again: 'Repeat the PIN',
    inOnly: 'In only',
    register: 'Register this device',
    online: 'Connected',
    offline: 'Offline; you can still clock in',
    kept: 'Saved: in',
    pending: (count: number) => `${count} to be sent`,
    code: 'Card number or personal code',
    gone: 'This station is no longer in use',
  },
} as const

/** Which parts that are used during a result a thing covers. */
function covers(page: Page, thing: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const over = document.querySelector(selector)?.getBoundingClientRect()
    if (!over) return [`${selector} is missing`]
    return ['.station-head', '.station-directions', '.station-pad', '.station-foot'].filter((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect()
      if (!box) return true
      return (
        box.left < over.right - 1 && over.left < box.right - 1 && box.top < over.bottom - 1 && over.top < box.bottom - 1
      )
    })
  }, thing)
}

/** Which parts of a station stand over one another. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [
      '.station-head',
      '.face-view',
      '.face__hint',
      '.station-clock',
      '.station-directions',
      '.station-pad',
      '.station-foot',
    ]
    const boxes = parts.map((part) => ({ part, box: document.querySelector(part)?.getBoundingClientRect() }))
    const found: string[] = []
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const [a, b] = [one.box, other.box]
        if (!a || !b) found.push(`${one.part} or ${other.part} is missing`)
        else if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
          found.push(`${one.part} and ${other.part}`)
      }
    }
    return found
  })
}

test('whoever comes to a station is known by face or by card, and leaving it takes the PIN', async ({
  page,
  context,
  camera,
  portal,
  playwright,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseEnglish(context)
  const office = await playwright.request.newContext()
  await allowFaces(office, portal.url, { clockIn: true })
  await office.dispose()
  const emptyGate = await sharp({ create: { width: 480, height: 480, channels: 3, background: '#9ab' } })
    .jpeg()
    .toBuffer()
  await camera.show(FACE)

  await signInHere(page, 'staff')
  await expect(page.getByText('is not a system administrator')).toBeVisible()
  const { userId } = await ask(page, session.me)
  await ask(page, face.giveConsent, { userId, textVersion: FACE_CONSENT_VERSION, language: 'en' })
  await ask(page, face.enrol, { userId, faceImage: (await drawnPhoto(FACE)).toString('base64') })
  await signInHere(page, 'admin')
  await ask(page, attendanceAdmin.setCard, { kind: 'staff', id: userId, number: '00998877' })
  await register(page, TEXTS.en)

  const result = page.getByRole('status', { name: 'Result' })
  await expect(result).toContainText('Chen Peishan')
  // Which of them depends on the hour of the day.
  await expect(result).toContainText(/(In|Out) at \d\d:\d\d/)
  // A station waits until the person has gone, and looks at the next one.
  const hint = page.getByText('Place your face in the oval', { exact: true })
  await camera.show(emptyGate)
  await expect(hint).toBeVisible()
  await camera.show(STRANGER)
  await expect(result).toContainText(/You were not recognised.*or use your card or code/)
  await camera.show(emptyGate)
  await expect(hint).toBeVisible()
  expect(await findViolations(page)).toEqual([])

  // On a phone everything stands below the other, and nothing over anything.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overlaps(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
  await page.setViewportSize({ width: 1024, height: 600 })
  expect(await overlaps(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await overlaps(page)).toEqual([])

  for (const [way, size] of [
    ['In', { width: 1024, height: 768 }],
    ['Out', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(size)
    await page.getByText(way, { exact: true }).click()
    for (const digit of '00998877') await page.getByRole('button', { name: digit, exact: true }).click()
    await page.getByRole('button', { name: 'Clock in', exact: true }).click()
    await expect(result).toContainText('Chen Peishan')
    await expect(result).toContainText(new RegExp(`${way} at \\d\\d:\\d\\d`))
    // Meanwhile the next person can press, and is told nothing else.
    await expect(hint).toBeHidden()
    await expect(result).toBeInViewport({ ratio: 0.9 })
    expect(await covers(page, '.station-result')).toEqual([])
    await expect(hint).toBeVisible()
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Leave the station' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave the station' })
  await dialog.getByLabel('Exit PIN').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The PIN is wrong')).toBeVisible()
  await dialog.getByLabel('Exit PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Go to the sign-in page' }).click()
  // The administrator who registered it is not signed in any more.
  await expect(usernameField(page)).toBeVisible()
})

test('a station that cannot recognise faces says so, and does again once it can', async ({
  browser,
  portal,
  camera,
  playwright,
}) => {
  const office = await playwright.request.newContext()
  await allowFaces(office, portal.url, { clockIn: true })
  await office.dispose()
  await camera.show(STRANGER)
  // A service worker would have the script.
  const context = await browser.newContext({ baseURL: portal.url, serviceWorkers: 'block' })
  await chooseEnglish(context)
  const page = await context.newPage()
  await page.clock.install()
  await page.route('**/assets/face.worker-*.js', (route) => route.abort('connectionfailed'))
  await signInHere(page, 'admin')
  await register(page, TEXTS.en)
  const trouble = page.getByText(/Please use your card or code/)
  await expect(trouble).toBeVisible()
  await page.unroute('**/assets/face.worker-*.js')
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await expect(trouble).toHaveCount(0, { timeout: 2000 })
  }).toPass()
  await context.close()
})

test('a reader’s card counts wherever the focus is, presses nothing, and is never read as a shorter number', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  await page.clock.install()
  await signInHere(page, 'admin')
  await expect(page.getByRole('button', { name: TEXTS.en.register })).toBeVisible()
  // The second has the digits of the first alone.
  const [first] = (await ask(page, attendanceAdmin.cards, { page: 1 })).people.filter(
    ({ realName }) => realName !== '陈佩珊',
  )
  const [holder] = (await ask(page, attendanceAdmin.cards, { name: '陈佩珊' })).people
  expect([first, holder]).not.toContain(undefined)
  await ask(page, attendanceAdmin.setCard, { kind: holder?.kind, id: holder?.id, number: '04a22bc19f80' })
  await ask(page, attendanceAdmin.setCard, { kind: first?.kind, id: first?.id, number: '04221980' })
  const other = first?.englishName || first?.realName || ''
  await register(page, TEXTS.en, 'In only')
  await page.clock.pauseAt(Date.now() + 3_600_000)

  /** Presses keys so many milliseconds apart. */
  const type = async (text: string, apart: number) => {
    for (const key of [...text, 'Enter']) {
      await page.keyboard.press(key)
      await page.clock.runFor(apart)
    }
  }
  const READER = 5
  const PERSON = 120
  const result = page.getByRole('status', { name: 'Result' })
  const read = async (text: string, expected: string) => {
    await type(text, READER)
    await expect(result).toContainText(expected)
    await page.clock.runFor(5000)
    await expect(result).toBeEmpty()
  }
  const field = page.getByLabel(TEXTS.en.code)
  const key = (name: string) => page.getByRole('button', { name, exact: true })

  // Nothing has the focus; a key of the pad; a key that was pressed; another button; the field, with digits in it.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await read('04A22BC19F80', 'Chen Peishan')
  await key('5').focus()
  await read('04a22bc19f80', 'Chen Peishan')
  await expect(field).toHaveValue('')
  await key('7').click()
  await expect(field).toHaveValue('7')
  await read('04221980', other)
  await expect(field).toHaveValue('')
  const language = page.getByRole('button', { name: '中文' })
  await language.focus()
  await read('04A22BC19F80', 'Chen Peishan')
  await expect(language).toBeVisible()
  await field.fill('99')
  await page.clock.runFor(1000)
  await read('04A22BC19F80', 'Chen Peishan')
  await expect(field).toHaveValue('')

  // What cannot be read is said, and nobody's.
  await read('04-22-19-80', 'This card number cannot be read')
  await read('042', 'This card number cannot be read')
  await read('04221980'.padEnd(24, '0'), 'This card number cannot be read')

  // A card that is read while the PIN is asked for is no PIN.
  await page.getByRole('button', { name: 'Leave the station' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave the station' })
  await dialog.getByLabel('Exit PIN').fill('13')
  await page.clock.runFor(1000)
  await type('04A22BC19F80', READER)
  await expect(result).toContainText('Chen Peishan')
  await expect(dialog.getByLabel('Exit PIN')).toHaveValue('13')
  await expect(dialog.getByText('The PIN is wrong')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.clock.runFor(5000)

  // A person types, also letters; Enter on a key of the pad sends what was typed.
  await field.focus()
  await type('04a22bc19f80', PERSON)
  await expect(result).toContainText('Chen Peishan')
  await page.clock.runFor(5000)
  for (const digit of '04221980') await key(digit).click()
  await key('5').focus()
  await page.keyboard.press('Enter')
  await expect(result).toContainText(other)
  await expect(field).toHaveValue('')
  await page.clock.resume()
  expect(await findViolations(page)).toEqual([])
})

test('a station without a server, and killed in the middle, delivers fifty comings exactly once and in their order', async ({
  launchOptions,
  portal,
}) => {
  test.slow()
  const texts = TEXTS['zh-CN']
  const profile = await mkdtemp(join(tmpdir(), 'portal-station-'))
  const start = () => chromium.launchPersistentContext(profile, { ...launchOptions, locale: 'zh-CN' })
  let context = await start()
  try {
    const page = await context.newPage()
    // A school without records of today.
    const school = portal.url.replace('localhost', 'ginkgo.localhost')
    await page.goto(school + STATION)
    await ask(page, session.login, { username: 'admin', password: PASSWORD })
    await page.reload()
    const people = (await Promise.all([1, 2].map((at) => ask(page, attendanceAdmin.cards, { page: at })))).flatMap(
      (one) => one.people,
    )
    const comers = people
      .slice(0, 2 * HALF)
      .map(({ kind, id, realName }, at) => ({ kind, id, realName, number: `77${100 + at}` }))
    expect(comers).toHaveLength(2 * HALF)
    for (const { kind, id, number } of comers) await ask(page, attendanceAdmin.setCard, { kind, id, number })
    await register(page, texts, texts.inOnly)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

    await portal.kill()
    const come = async (station: Page, from: number) => {
      for (const [at, { number }] of comers.slice(from, from + HALF).entries()) {
        await station.getByLabel(texts.code).fill(number)
        await station.keyboard.press('Enter')
        await expect(station.getByText(texts.pending(from + at + 1))).toBeVisible()
      }
    }
    await come(page, 0)
    await expect(page.getByText(texts.offline)).toBeVisible()
    await expect(page.getByText(texts.kept)).toBeVisible()

    // In the middle of the next code, which no one has yet.
    await page.getByLabel(texts.code).fill('7712')
    await killBrowser(context)
    context = await start()
    const again = await context.newPage()
    await again.goto(school + STATION)
    await expect(again.getByText(texts.pending(HALF))).toBeVisible()
    await come(again, HALF)
    await portal.start()
    await expect(again.getByText(texts.online)).toBeVisible()
    await expect(again.getByText(/条待上传/)).toHaveCount(0)

    // What the school has of it.
    const office = await context.newPage()
    await office.goto(`${school}/login`)
    await ask(office, session.login, { username: 'admin', password: PASSWORD })
    const [station] = await ask(office, attendanceStation.list)
    expect(station).toMatchObject({ delivered: 2 * HALF, revokedAt: null })
    const { groups: all, today } = z.parse(
      z.looseObject({ groups: z.array(z.looseObject({ group: z.string() })), today: z.string() }),
      await ask(office, attendance.groups),
    )
    // The school's day may have ended meanwhile.
    const dates = [addDays(today, -1), today]
    const days = await Promise.all(
      dates.flatMap((date) => all.map(({ group }) => ask(office, attendance.day, { group, date }))),
    )
    const came = days
      .flatMap(({ people: found }) => found)
      .flatMap((one) => (one.firstIn === null ? [] : [{ at: one.firstIn, id: one.person.id }]))
      .toSorted((one, other) => one.at.localeCompare(other.at))
    expect(came.map(({ id }) => id)).toEqual(comers.map(({ id }) => id))

    await ask(office, attendanceStation.revoke, { stationId: station?.stationId })
    await again.getByLabel(texts.code).fill('77100')
    await again.keyboard.press('Enter')
    await expect(again.getByText(texts.gone)).toBeVisible()
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

test.describe('on a device with a wrong clock in another zone', () => {
  test.use({ timezoneId: 'America/Anchorage' })
  const AHEAD = 5 * 60 * 60 * 1000
  const SCHOOL_ZONE = 'Asia/Shanghai'

  test('a station proposes the direction by the hours of the school, follows them without a network, and holds to a choice for a while', async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    tolerate(AWAY)
    await chooseEnglish(context)
    await page.clock.install({ time: Date.now() + AHEAD })
    await page.goto(portal.url.replace('localhost', 'ginkgo.localhost') + STATION)
    await ask(page, session.login, { username: 'admin', password: PASSWORD })
    await page.reload()
    await register(page, TEXTS.en)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await portal.kill()

    /** Sets the device's clock to when the school's next shows a time, and stops it there. */
    const waitUntil = async (time: string) => {
      const now = (await page.evaluate(() => Date.now())) - AHEAD
      const [today, tomorrow] = [0, 1].map((days) =>
        momentOf({ date: addDays(wallTime(now, SCHOOL_ZONE).date, days), minutes: minutesOf(time) }, SCHOOL_ZONE),
      )
      const next = today !== undefined && today > now ? today : tomorrow
      // Half a minute on: the server's time was measured to a fraction of a second.
      await page.clock.pauseAt((next ?? 0) + AHEAD + 30_000)
      await expect(page.getByRole('time')).toContainText(time)
    }
    const way = (name: string) => page.getByRole('radio', { name, exact: true })
    await waitUntil('11:00')
    await expect(way('In')).toBeChecked()
    await waitUntil('13:00')
    await expect(way('Out')).toBeChecked()

    await way('In').check()
    await page.clock.runFor(119_000)
    await expect(way('In')).toBeChecked()
    await page.clock.runFor(1000)
    await expect(way('Out')).toBeChecked()
    await page.getByLabel(TEXTS.en.code).fill('12345678')
    await page.keyboard.press('Enter')
    await expect(page.getByText(TEXTS.en.pending(1))).toBeVisible()
    await page.clock.runFor(2000)
    await expect(page.getByText('Saved: out')).toBeVisible()

    // What it knows of the school it knows from its own disk, too.
    await page.clock.resume()
    await page.reload()
    await expect(page.getByRole('time')).toContainText(/13:0\d/)
    await expect(way('Out')).toBeChecked()
    await waitUntil('04:00')
    await expect(way('In')).toBeChecked()
  })
})
