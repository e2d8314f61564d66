import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { requestAbsence } from '../../../contract/endpoints/attendance/absences.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { UNLINK_TEACHER } from '../../support/schools/unlinked-teacher.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test } from '../fixtures.ts'
import { noticeOf, today, todayCard } from '../../support/browser/parts.ts'

test.use({ school: 'absences' })

/** The demo's rules are for weekdays: today is one in any case. Of Lin Xi nothing is known on it. */
test.beforeEach(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`
        insert into attendance_day (unit_id, date, name, english_name, kind)
        select unit_id, ${dayOf(Date.now(), 'Asia/Shanghai')}::date, '补课', 'Make-up day', 'workday' from unit_host where host = 'localhost'
        on conflict do nothing`)
      await tx.execute(sql`
        delete from attendance_event where student_id in (select student_id from student where real_name = '林溪')
          and at > now() - interval '1 day'`)
      await tx.execute(sql`delete from attendance_absence where state = 'open'`)
      await tx.execute(UNLINK_TEACHER)
    }),
  ),
)

async function expectGood(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('a parent excuses a child from its card through a cut network, the teacher accepts on the desktop, and the parent sees it (en, 390 px)', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'parent')
  const child = todayCard(page, 'Lin Xi')
  const excuse = page.getByRole('dialog', { name: 'Report Lin Xi absent' })
  const note = excuse.getByRole('textbox', { name: 'Note (optional)' })

  await test.step('the dialog is one press from the desktop, and keeps what was typed when it is closed', async () => {
    await expect(child.getByRole('img')).toHaveAccessibleName(/^Required from 08:00 to 16:30, now \d\d:\d\d$/)
    await expectGood(page)
    await child.getByRole('button', { name: 'Report Lin Xi absent' }).click()
    await expect(excuse).toBeVisible()
    await excuse.getByRole('radio', { name: 'Part of the day' }).check()
    await excuse.getByRole('button', { name: 'Send' }).click()
    await expect(excuse.getByText('Enter a time; the end must be after the start')).toBeVisible()
    await expectGood(page)
    await excuse.getByRole('radio', { name: 'All day' }).check()
    await note.fill('She has a fever')
    await excuse.getByRole('button', { name: 'Cancel' }).click()
    await child.getByRole('button', { name: 'Report Lin Xi absent' }).click()
    await expect(note).toHaveValue('She has a fever')
  })

  await test.step('a network that is cut while it is sent loses nothing', async () => {
    await page.route(`**${requestAbsence.path}`, (route) => route.abort())
    await excuse.getByRole('button', { name: 'Send' }).click()
    await expect(excuse.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
    await expect(note).toHaveValue('She has a fever')
    await page.unroute(`**${requestAbsence.path}`)
    await excuse.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Lin Xi has been reported absent. The class teacher will be told')).toBeVisible()
    await expect(child).toContainText('Awaiting approval')
  })

  await test.step('it is taken back by one press, and sent again', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await child.getByRole('button', { name: 'Report Lin Xi absent' }).click()
    await excuse.getByRole('button', { name: 'Send' }).click()
    await expect(child).toContainText('Awaiting approval')
  })

  await test.step('the class teacher accepts it on the desktop, takes that back, and accepts again', async () => {
    const other = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
    await chooseEnglish(other)
    await popNothingUp(other)
    const desk = await other.newPage()
    await signIn(desk, 'teacher')
    const waiting = todayCard(desk, 'Absences')
    await expect(waiting).toContainText('Lin Xi · Illness')
    await expectGood(desk)
    // The demo has excused others on some days.
    const attendance = today(desk)
      .getByRole('listitem')
      .filter({ has: desk.getByRole('term').filter({ hasText: 'Late' }) })
    await expect(attendance).toContainText(/\d/)
    const countExcused = async () => {
      return Number(/(\d+)\s*Excused/.exec(await attendance.innerText())?.[1] ?? 0)
    }
    const before = await countExcused()
    await waiting.getByRole('button', { name: 'Approve the absence of Lin Xi' }).click()
    await expect(desk.getByText('Approved: Lin Xi')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    // The card with the focus is gone; another of today's has it.
    await expect(desk.getByRole('region', { name: 'Today', exact: true }).locator(':focus')).toBeVisible()
    await expect.poll(countExcused).toBe(before + 1)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await expect(desk.getByText('Awaiting approval again: Lin Xi')).toBeVisible()
    await waiting.getByRole('button', { name: 'Approve the absence of Lin Xi' }).click()
    await expect(waiting).toHaveCount(0)
    await other.close()
  })

  await test.step('the parent sees it on the card and in the attendance of the child', async () => {
    await page.reload()
    await expect(child).toContainText('Approved')
    await child.getByRole('link', { name: 'Attendance of Lin Xi' }).click()
    const notices = page.getByRole('region', { name: 'Absence notices' })
    await expect(notices).toContainText('Approved')
    await expect(notices).toContainText('Illness · She has a fever')
    await expect(page.locator('[aria-current=date]')).toContainText('Excused')
    await expectGood(page)
  })
})

test('a parent changes and withdraws a notice in Attendance, and the teacher declines one with a reason (zh-CN, 390 px)', async ({
  page,
  context,
  browser,
  portal,
}) => {
  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from attendance_absence`)),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await popNothingUp(context)
  await signIn(page, 'parent')
  await page.goto('/pages/attendance/pc_attendance_spm/index.html#/mine')
  const notices = page.getByRole('region', { name: '请假单' })
  const dialog = page.getByRole('dialog')

  await test.step('sends, changes, withdraws and takes that back', async () => {
    await page.getByRole('button', { name: '给林溪请假' }).click()
    await dialog.getByRole('radio', { name: '事假' }).check()
    await dialog.getByRole('button', { name: '提交' }).click()
    await expect(notices).toContainText('事假')
    await notices.getByRole('button', { name: /^修改请假/ }).click()
    await dialog.getByRole('radio', { name: '家庭原因' }).check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(notices).toContainText('家庭原因')
    await notices.getByRole('button', { name: /^撤回请假/ }).click()
    await expect(notices).toContainText('已撤回')
    await noticeOf(page, '请假已撤回').getByRole('button', { name: '撤销' }).last().click()
    await expect(notices.getByText('待审批')).toBeVisible()
    await expectGood(page)
  })

  await test.step('the teacher declines with a reason', async () => {
    const other = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
    await popNothingUp(other)
    const desk = await other.newPage()
    await signIn(desk, 'teacher')
    await desk.goto('/pages/attendance/pc_attendance_tm/index.html#/absences/waiting')
    await desk.getByRole('button', { name: /^不同意林溪/ }).click()
    await expectGood(desk)
    const decline = desk.getByRole('dialog', { name: '不同意请假' })
    await decline.getByRole('button', { name: '不同意' }).click()
    await expect(decline.getByText('请写明原因，家长会看到')).toBeVisible()
    await decline.getByRole('textbox', { name: '不同意的原因' }).fill('今天有期中考试')
    await decline.getByRole('button', { name: '不同意' }).click()
    await expect(desk.getByText('已回复不同意，家长会收到通知')).toBeVisible()
    await expect(desk.getByText('没有待审批的请假')).toBeVisible()
    await expect(desk.locator(':focus')).toContainText('没有待审批的请假')
    await expectGood(desk)
    await other.close()
  })

  await test.step('the parent reads the reason', async () => {
    await page.reload()
    await expect(notices).toContainText('今天有期中考试')
    await expect(notices.getByText('未同意')).toBeVisible()
  })
})
