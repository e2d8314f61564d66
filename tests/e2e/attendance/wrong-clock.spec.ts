import { request, type BrowserContext, type Page } from '@playwright/test'
import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signIn, startSession, test } from '../fixtures.ts'
import { today, todayCard } from '../../support/browser/parts.ts'

const STATION = '/pages/attendance/station'
const UNCERTAIN = '/pages/attendance/pc_attendance_tm/index.html#/corrections/uncertain'
const CARD = '00998877'
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

test.use({ school: 'wrong-clock', serviceWorkers: 'allow' })

const runAsOwnerOf = async (dataFolder: string, statement: SQL) =>
  usePortalData(dataFolder, (database) => database.asOwner(async (tx) => (await tx.execute(statement)).rows))

/** Gives Lin Xi the card, as an administrator from outside the page. */
async function giveCard(url: string): Promise<void> {
  const office = await request.newContext({ baseURL: url })
  const headers = { origin: url, 'x-portal-device': 'pc' }
  await office.post('/api/uaa/oauth/login', { form: { username: 'admin', password: PASSWORD }, headers })
  const found = await (await office.get(attendanceAdmin.cards.path, { params: { name: '林溪' }, headers })).json()
  const [holder] = z.parse(attendanceAdmin.cards.response, found.data).people
  const data = { kind: holder?.kind, id: holder?.id, number: CARD }
  expect(await (await office.post(attendanceAdmin.setCard.path, { data, headers })).json()).toMatchObject({
    status: 200,
  })
  await office.dispose()
}

async function register(page: Page): Promise<void> {
  await startSession(page, 'admin')
  await page.goto(STATION)
  await page.getByLabel('Name', { exact: true }).fill('South gate')
  await page.getByRole('radio', { name: 'In only' }).check()
  await page.getByLabel('Exit PIN').fill('135790')
  await page.getByLabel('Repeat the PIN').fill('135790')
  await page.getByRole('button', { name: 'Register this device' }).click()
  await expect(page.getByText('Connected')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
}

async function come(page: Page, waiting: number): Promise<void> {
  await page.getByLabel('Card number or personal code').fill(CARD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${waiting} to be sent`)).toBeVisible()
}

/** Loads the station again as after a restart of the device, whose clock shows another time by then. */
async function restart(context: BrowserContext, page: Page, at: number): Promise<Page> {
  await page.close()
  await context.clock.setSystemTime(at)
  const next = await context.newPage()
  await next.goto(STATION)
  return next
}

test('a station whose clock is set while it has no network records who came at the right time, or keeps it for a decision', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  test.slow()
  tolerate(AWAY)
  await runAsOwnerOf(portal.dataFolder, sql`delete from attendance_event where at > now() - interval '2 days'`)
  await runAsOwnerOf(portal.dataFolder, UNLINK_TEACHER)
  await runAsOwnerOf(portal.dataFolder, sql`delete from attendance_correction where state = 'open'`)
  await giveCard(portal.url)
  await chooseEnglish(context)
  await context.clock.install()
  await register(page)
  const eventsOf = async () => {
    const rows = await runAsOwnerOf(
      portal.dataFolder,
      sql`select (extract(epoch from at) * 1000)::float8 as at from attendance_event where at > now() - interval '2 days' and source = 'card' order by recorded_at`,
    )
    return rows.map(({ at }) => Number(at))
  }
  const began = Date.now()

  await test.step('the clock is set two hours back, ninety days back and two hours ahead on the running page', async () => {
    const result = page.getByRole('status', { name: 'Result' })
    for (const [at, difference] of [-2 * HOUR, -90 * DAY, 2 * HOUR].entries()) {
      // One coming within a minute is the same.
      await runAsOwnerOf(
        portal.dataFolder,
        sql`update attendance_event set direction = 'out' where at > now() - interval '2 days'`,
      )
      await context.setOffline(true)
      await context.clock.setSystemTime(Date.now() + difference)
      await come(page, 1)
      await context.setOffline(false)
      await expect(page.getByText(/\d to be sent/)).toHaveCount(0)
      await expect(result).toContainText('Lin Xi')
      await expect.poll(async () => (await eventsOf()).length).toBe(at + 1)
      await context.clock.setSystemTime(Date.now())
    }
    for (const at of await eventsOf()) {
      expect(at).toBeGreaterThan(began - 60_000)
      expect(at).toBeLessThan(Date.now() + 60_000)
    }
  })

  await test.step('without its battery it is restarted twice before it has a network again', async () => {
    // The time that is set below would else be that of a coming within a minute, which is one with it.
    await runAsOwnerOf(
      portal.dataFolder,
      sql`update attendance_event set direction = 'out' where at > now() - interval '2 days'`,
    )
    await context.setOffline(true)
    let station = await restart(context, page, 0)
    await come(station, 1)
    station = await restart(context, station, 0)
    await expect(station.getByText('1 to be sent')).toBeVisible()
    await context.setOffline(false)
    await expect(station.getByText(/\d to be sent/)).toHaveCount(0)
    expect(await eventsOf()).toHaveLength(3)
  })

  await test.step('an administrator finds what is known, discards it, takes that back and sets the time (zh-CN, 1440 px)', async () => {
    const office = await browser.newContext({
      baseURL: portal.url,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    })
    const desk = await office.newPage()
    await signIn(desk, 'admin')
    const uncertain = todayCard(desk, '时间不确定的打卡')
    await expect(uncertain).toContainText('共 1 条待处理')
    await expect(uncertain).toContainText('林溪')
    expect(await findViolations(desk)).toEqual([])
    await uncertain.getByRole('link', { name: '时间不确定的打卡: 确定时间' }).click()
    await expect(desk).toHaveURL(/#\/corrections\/uncertain$/)
    const card = desk.getByRole('article').filter({ has: desk.getByRole('heading', { name: '林溪' }) })
    await expect(card).toContainText('待处理')
    await expect(card).toContainText('South gate')
    await expect(card).toContainText('1970年1月1日')
    await expect(desk.getByRole('link', { name: /补卡/ })).toContainText('1')
    expect(await findViolations(desk)).toEqual([])
    expect(await isWiderThanWindow(desk)).toBe(false)
    await card.getByRole('button', { name: '作废林溪的打卡' }).click()
    await expect(card).toContainText('已作废')
    await desk.getByRole('button', { name: '撤销' }).click()
    await expect(card).toContainText('待处理')

    await card.getByRole('button', { name: '确定林溪的打卡时间' }).click()
    const dialog = desk.getByRole('dialog', { name: '确定打卡时间' })
    await dialog.getByLabel('时间').fill('00:00')
    await dialog.getByLabel('日期').fill('2026-01-01')
    await dialog.getByRole('button', { name: '确定时间' }).click()
    await expect(dialog.getByText('这个时间不可能')).toBeVisible()
    expect(await findViolations(desk)).toEqual([])
    const [latest] = await runAsOwnerOf(
      portal.dataFolder,
      sql`select to_char(latest at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date, to_char(latest at time zone 'Asia/Shanghai', 'HH24:MI') as time from attendance_uncertain`,
    )
    await dialog.getByLabel('日期').fill(String(latest?.['date']))
    await dialog.getByLabel('时间').fill(String(latest?.['time']))
    await dialog.getByRole('button', { name: '确定时间' }).click()
    await expect(card).toContainText('已记录')
    await expect.poll(async () => (await eventsOf()).length).toBe(4)
    await office.close()
  })

  await test.step('a class teacher decides on a phone, and no longer once the class is another’s (en, 390 px)', async () => {
    await runAsOwnerOf(
      portal.dataFolder,
      sql`update attendance_uncertain set state = 'open', placed_at = null, decided_by = null, decided_at = null`,
    )
    const phone = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
    await chooseEnglish(phone)
    const hand = await phone.newPage()
    await signIn(hand, 'teacher')
    await expect(todayCard(hand, 'Uncertain times')).toContainText('1 to set')
    expect(await findViolations(hand)).toEqual([])
    expect(await isWiderThanWindow(hand)).toBe(false)
    const folder = process.env['PORTAL_SHOTS']
    if (folder) await hand.screenshot({ path: `${folder}/uncertain-en-390.png` })
    await hand.goto(UNCERTAIN)
    const card = hand.getByRole('article').filter({ has: hand.getByRole('heading', { name: 'Lin Xi' }) })
    await expect(card).toContainText('Time on its clock')
    expect(await findViolations(hand)).toEqual([])
    expect(await isWiderThanWindow(hand)).toBe(false)
    await card.getByRole('button', { name: 'Set the time of Lin Xi' }).click()
    const dialog = hand.getByRole('dialog', { name: 'Set the time of a clock-in' })
    await expect(dialog.getByText(/^Between .* and/)).toBeVisible()
    expect(await findViolations(hand)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await runAsOwnerOf(
      portal.dataFolder,
      sql`update class_group set head_teacher_id = null where head_teacher_id in (select user_id from user_account where login_name = 'teacher')`,
    )
    await hand.reload()
    await expect(hand.getByText('No requests yet')).toBeVisible()
    await expect(hand.getByRole('link', { name: 'Uncertain times' })).toHaveCount(0)
    await hand.goto('/pages/base/mobile_desktop_all/index.html')
    await expect(today(hand).getByRole('listitem').filter({ hasText: 'To-do' }).first()).toBeVisible()
    await expect(todayCard(hand, 'Uncertain times')).toHaveCount(0)
    await phone.close()
  })
})
