import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { chooseEnglish, expect, popNothingUp, signIn, signInByForm, test } from '../fixtures.ts'
import { pageRoot, today, todayCard } from '../../support/browser/parts.ts'
import { appIcons } from '../../support/browser/icons.ts'

test.use({ school: 'today' })

/** The demo's rules are for weekdays: today is one in any case. */
test.beforeEach(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        insert into attendance_day (unit_id, date, name, english_name, kind)
        select unit_id, ${dayOf(Date.now(), 'Asia/Shanghai')}::date, '补课', 'Make-up day', 'workday' from unit_host where host = 'localhost'
        on conflict do nothing`),
    ),
  ),
)

async function expectGood(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('a teacher sees how the class stands, approves a correction in place, and is one press from both (zh-CN, 820 px)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 820, height: 900 })
  await popNothingUp(context)
  await signIn(page, 'teacher')
  const attendance = today(page).getByRole('listitem').filter({ hasText: '应到' })
  await expect(attendance).toBeVisible()
  const waiting = todayCard(page, '补卡申请')
  await expect(waiting).toContainText('待审批')
  const count = Number(/(\d+)/.exec((await waiting.getByText(/待审批/).textContent()) ?? '')?.[1])
  await expectGood(page)

  await waiting.getByRole('button', { name: /^同意/ }).click()
  await expect(page.getByText(/^已同意/)).toBeVisible()
  if (count > 1) await expect(waiting.getByText(/待审批/)).toContainText(String(count - 1))
  else await expect(waiting).toHaveCount(0)

  await attendance.getByRole('link', { name: /查看考勤$/ }).click()
  await expect(page).toHaveURL(/pc_attendance_tm\/index\.html#\/group\/[\w-]+\/\d{4}-\d\d-\d\d$/)
})

test('a parent sees a child arrive, signs what is open about it, and takes the signature back (en, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'parent')
  const child = todayCard(page, 'Lin Xi')
  await expect(child).toContainText('Lin Xi')
  await expectGood(page)

  await test.step('the arrival is there when the page asks again', async () => {
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) =>
        tx.execute(sql`
          insert into attendance_event (unit_id, student_id, at, direction, source)
          select unit_id, student_id, now(), 'in', 'card' from student where real_name = '林溪'`),
      ),
    )
    await page.reload()
    await expect(child).toContainText(/Arrived \d\d:\d\d/)
  })

  await test.step('what is open is one press away, about this child', async () => {
    await child.getByRole('button', { name: /to-dos? about Lin Xi/ }).click()
    const overview = page.getByRole('dialog', { name: 'All children’s messages and to-dos' })
    await expect(overview.getByRole('button', { name: /^Lin Xi/ })).toHaveAttribute('aria-pressed', 'true')
    const sign = overview.getByRole('button', { name: /^Sign: Read and confirm the safety rules/ })
    await sign.click()
    const form = page.getByRole('dialog', { name: 'Sign' })
    await expect(form).toContainText('pupils follow their teachers')
    await expect(form).toContainText('You sign as Lin Zhiyuan')
    expect(await findViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(form.getByText('Choose whether you agree or decline')).toBeVisible()
    await form.getByRole('radio', { name: 'I agree' }).check()
    await form.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByText('Signed: you agreed')).toBeVisible()
    await expect(sign).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(sign).toBeVisible()
    await overview.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a press on the card leads to the attendance of the child', async () => {
    await child.getByRole('link', { name: 'Attendance of Lin Xi' }).click()
    await expect(page).toHaveURL(/attendance_spm\/index\.html#\/mine/)
  })
})

test('a to-do is done by one press in its card, and comes back by another (zh-CN, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        insert into todo (unit_id, user_id, module, title, due_on, asks)
        select a.unit_id, a.user_id, 'notice', '交回校服尺码', '2090-01-01', 'done' from user_account a where a.login_name = 'student'`),
    ),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await popNothingUp(context)
  await signIn(page, 'student')
  const done = todayCard(page, '待办').getByRole('button', { name: '完成：交回校服尺码' })
  await done.click()
  await expect(page.getByText('已完成', { exact: true })).toBeVisible()
  await expect(done).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(done).toBeVisible()
})

test('a pupil whose to-dos stand beside the cards never reads that there is nothing to do (zh-CN, 1440 and 390 px)', async ({
  browser,
  portal,
}) => {
  // A day without attendance: to-dos are all that there is.
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute(sql`
        insert into attendance_day (unit_id, date, name, english_name, kind)
        select unit_id, ${dayOf(Date.now(), 'Asia/Shanghai')}::date, '校庆', 'Anniversary', 'holiday' from unit_host where host = 'ginkgo.localhost'
        on conflict do nothing`),
    ),
  )
  const context = await browser.newContext({
    baseURL: portal.url.replace('localhost', 'ginkgo.localhost'),
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  })
  await popNothingUp(context)
  const page = await context.newPage()
  await signInByForm(page, 'student')
  await expect(today(page)).toContainText('除了待办，今天没有别的事')
  await expect(page.getByText('今天没有要处理的事')).toHaveCount(0)
  await expectGood(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/pages/base/mobile_desktop_all/index.html')
  await expect(todayCard(page, '待办')).toBeVisible()
  await expect(today(page)).not.toContainText('今天没有')
  await context.close()
})

test('without a network the cards of the last visit stay, with their time, and nothing is settled (en, 390 px)', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'student')
  const todo = todayCard(page, 'To-do')
  await expect(todo).toBeVisible()
  const settle = todo.getByRole('button')
  await expect(settle).toBeEnabled()
  await context.setOffline(true)
  await expect(today(page).getByText(/^As of/)).toBeVisible()
  await expect(settle).toBeDisabled()
  await context.setOffline(false)
  await expect(settle).toBeEnabled()
})

test('the icons stay where they are while the cards come (zh-CN, 1440 px)', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await popNothingUp(context)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/base/desktop/today?*', async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'staff')
  const first = appIcons(pageRoot(page)).first()
  await expect(today(page)).toBeAttached()
  const before = await first.boundingBox()
  release()
  await expect(today(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
  expect(await first.boundingBox()).toEqual(before)
})
