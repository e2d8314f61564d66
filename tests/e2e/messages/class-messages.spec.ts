import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test, type RunningPortal } from '../fixtures.ts'
import { pageRoot, phoneBar, sectionsOf, today } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'class-messages' })

const change = ({ dataFolder }: RunningPortal, statement: ReturnType<typeof sql>) =>
  usePortalData(dataFolder, (database) => database.asOwner((tx) => tx.execute(statement)))

const unit = sql`(select unit_id from unit_host where host = 'localhost')`

/** The demo's rules are for weekdays: today is one in any case. And a child of the parent is in the class that the teacher heads. */
test.beforeEach(async ({ portal }) => {
  await change(
    portal,
    sql`insert into attendance_day (unit_id, date, name, english_name, kind)
      select ${unit}, ${dayOf(Date.now(), 'Asia/Shanghai')}::date, '补课', 'Make-up day', 'workday' on conflict do nothing`,
  )
})

async function openParent(
  browser: Browser,
  page: Page,
  isEnglish: boolean,
): Promise<{ own: BrowserContext; parent: Page }> {
  const own = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: { width: 1280, height: 800 } })
  if (isEnglish) await chooseEnglish(own)
  await popNothingUp(own)
  const parent = await own.newPage()
  await signIn(parent, 'parent')
  return { own, parent }
}

async function expectGood(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

test('a teacher writes to the own class from today’s card, sees who has read it, and finds no way to it without the right (en, 1440 px)', async ({
  page,
  context,
  browser,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  await expect(appIcon(pageRoot(page), 'administration')).toHaveCount(0)

  await test.step('one press to the page that writes, with the class chosen', async () => {
    await page.getByRole('link', { name: 'Write to Grade 4 Class 1' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Write a message' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Grade 4 Class 1' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Parents', exact: true })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Teachers', exact: true })).toHaveCount(0)
    await expect(page.getByText('Whole school')).toHaveCount(0)
    await expect(sectionsOf(page)).toHaveCount(0)
    await expect(page.getByText('Administration')).toHaveCount(0)
    await expectGood(page)
  })

  const title = 'Bring an umbrella'
  await test.step('sends it', async () => {
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
    await page.getByRole('button', { name: /^Send to \d+ people$/ }).click()
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
    await expectGood(page)
  })

  const { own, parent } = await openParent(browser, page, true)
  await test.step('a parent reads it, and sees who wrote', async () => {
    await parent
      .getByRole('button', { name: /^Messages/ })
      .first()
      .click()
    const message = parent.getByRole('dialog').getByRole('listitem').filter({ hasText: title })
    await expect(message).toContainText('Lin Zhiyuan')
    await message.getByRole('button', { name: /^Mark as read/ }).click()
    await expect(message).toHaveCount(0)
    await own.close()
  })

  await test.step('the teacher sees the receipt', async () => {
    await page.reload()
    await expect(page.getByText(/^1 of \d+ have read it/).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Read receipts' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('the search writes to a parent of the class', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('write a message')
    await expect(page.getByRole('option', { name: /^Write a message/ })).toBeVisible()
    const name = await readParent(portal)
    await page.getByRole('combobox').fill(name)
    await page.getByRole('option').filter({ hasText: name }).filter({ hasText: 'Write a message' }).first().click()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lin Zhiyuan' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send to 1 person' })).toBeVisible()
  })

  await test.step('without the right: no card’s button, no button at the bell, no page', async () => {
    await change(
      portal,
      sql`delete from permission_grant where unit_id = ${unit} and code = 'message_classes' and user_type = 2`,
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.goto('/')
    await expect(today(page).getByRole('listitem').filter({ hasText: 'Expected' }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Write to/ })).toHaveCount(0)
    await page
      .getByRole('button', { name: /^Messages/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Ignore all' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Write', exact: true })).toHaveCount(0)
    await change(
      portal,
      sql`insert into permission_grant (unit_id, code, user_type) select ${unit}, 'message_classes', 2`,
    )
  })
})

/** The name of a parent of the teacher's class. */
async function readParent(portal: RunningPortal): Promise<string> {
  const { rows } = await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute<{ name: string }>(sql`
        select a.real_name as name from class_group c join student s using (class_id) join guardian g using (student_id)
          join user_account a on a.user_id = g.parent_id join user_account t on t.user_id = c.head_teacher_id
        where c.unit_id = ${unit} and t.login_name = 'teacher' and a.login_name = 'parent' and a.status = 1`),
    ),
  )
  return rows[0]?.name ?? ''
}

test('on a phone the own class is chosen two presses from the desktop, and a scheduled message to a former class says that it was not sent (zh-CN, 390 px)', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await popNothingUp(context)
  await signIn(page, 'teacher')
  const phone = phoneBar(page)
  await phone.getByRole('button', { name: /^消息/ }).click()
  await page.getByRole('button', { name: '写消息', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '写消息' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '四年级1班' })).toBeChecked()
  await expectGood(page)

  await page.getByRole('checkbox', { name: '家长', exact: true }).check()
  await page.getByRole('textbox', { name: '标题', exact: true }).fill('周五家长会')
  await page.getByRole('radio', { name: '定时发送' }).check()
  await page.getByLabel('日期').fill(dayOf(Date.now() + 2 * 86_400_000, 'Asia/Shanghai'))
  await page.getByRole('button', { name: /^定时发给 \d+ 人$/ }).click()
  await expect(page.getByText('待发送', { exact: true })).toBeVisible()
  await expectGood(page)

  const head = sql`head_teacher_id = (select user_id from user_account a where a.unit_id = ${unit} and a.login_name = 'teacher')`
  const { rows } = await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) =>
      tx.execute<{ id: string; head: string }>(
        sql`select class_id as id, head_teacher_id as head from class_group where unit_id = ${unit} and ${head}`,
      ),
    ),
  )
  const { id, head: teacherId } = rows[0] ?? {}
  // Another class, so that the pages stay.
  const other = sql`(select class_id from class_group where unit_id = ${unit} and class_id <> ${id} and closed_on is null order by class_id limit 1)`
  await change(portal, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${other}`)
  await change(portal, sql`update class_group set head_teacher_id = null where class_id = ${id}`)
  await page.reload()
  await expect(page.getByText('到时不会发送：接收人中有你已不再任教的班级或学生。')).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: '取消发送' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消发送' }).click()
  await expect(page.getByText('已取消发送')).toBeVisible()
  await change(portal, sql`update class_group set head_teacher_id = ${teacherId} where class_id = ${id}`)
})

test('a message whose answer was lost on the way is sent once when it is sent again (en, 1440 px)', async ({
  page,
  context,
  browser,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await page.setViewportSize({ width: 1440, height: 900 })
  await chooseEnglish(context)
  await popNothingUp(context)
  await signIn(page, 'teacher')
  await page.getByRole('link', { name: 'Write to Grade 4 Class 1' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bring a cup')
  let saves = 0
  await page.route(`**${classPublications.save.path}`, async (route) => {
    saves += 1
    const answer = await route.fetch()
    await (saves === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  const send = page.getByRole('button', { name: /^Send to \d+ people$/ })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: /Network Error/ })).toBeVisible()
  await send.click()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
  expect(saves).toBe(2)
  const { rows } = await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`select state from publication where title = 'Bring a cup'`)),
  )
  expect(rows).toHaveLength(1)
  const { own, parent } = await openParent(browser, page, true)
  await parent
    .getByRole('button', { name: /^Messages/ })
    .first()
    .click()
  await expect(parent.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Bring a cup' })).toHaveCount(1)
  await own.close()
})
