import type { Browser, Page } from '@playwright/test'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { isPhone } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'messages-admin' })

const WORDS = {
  'zh-CN': {
    messages: '消息',
    write: '写消息',
    places: '按年级和班级',
    classOf: '七年级2班',
    title: '标题',
    text: '内容',
    missing: '请填写标题',
    typed: '周五带好运动鞋',
    body: '体育课改在操场上。',
    to: '发给',
    roles: '角色',
    now: '立即发送',
    schedule: /^定时发给/,
    receipts: '阅读情况',
    reach: /^将有 (\d+) 人收到$/,
    nobody: '还没有人会收到，请选择对象',
    types: ['学生', '家长'],
    submit: '发送',
    send: /^发送给 \d+ 人$/,
    sent: '已发送',
    none: '已读 0 / ',
    one: '已读 1 / ',
    read: '标为已读',
    remind: /^提醒未读的 \d+ 人$/,
    reminded: /^已提醒 \d+ 人$/,
    reminder: '提醒',
    soon: '一小时内已经提醒过',
    recall: '撤回',
    recalled: '已撤回',
    later: '定时发送',
    time: '请填写日期和时间',
    english: '英文（可不填）',
    englishTitle: '英文标题',
    inEnglish: 'Bring sports shoes',
    preview: '预览',
    shown: '周五带好运动鞋',
  },
  en: {
    messages: 'Messages',
    write: 'Write a message',
    places: 'By grade and class',
    classOf: 'Grade 7 Class 2',
    title: 'Title',
    text: 'Text',
    missing: 'Enter a title',
    typed: '周五带好水壶',
    body: '天气热，多喝水。',
    to: 'To',
    roles: 'Roles',
    now: 'Now',
    schedule: /^Schedule for/,
    receipts: 'Read receipts',
    reach: /^(\d+) people will get this$/,
    nobody: 'No recipients yet. Choose who should get it',
    types: ['Pupils', 'Parents'],
    submit: 'Send',
    send: /^Send to \d+ people$/,
    sent: 'Sent',
    none: '0 of ',
    one: '1 of ',
    read: 'Mark as read',
    remind: /^Remind \d+ people$/,
    reminded: /^\d+ people reminded$/,
    reminder: 'Reminder',
    soon: 'They were reminded within the last hour',
    recall: 'Recall',
    recalled: 'Recalled',
    later: 'At a time',
    time: 'Enter a day and a time',
    english: 'English text (optional)',
    englishTitle: 'English title',
    inEnglish: 'Bring a water bottle',
    preview: 'Preview',
    shown: 'Bring a water bottle',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** The unread messages of a person, in a browser of their own. */
async function openList(browser: Browser, page: Page, language: 'zh-CN' | 'en', name: string) {
  const { origin } = new URL(page.url())
  const context = await browser.newContext({ baseURL: origin, viewport: page.viewportSize() })
  if (language === 'en') await chooseEnglish(context)
  await popNothingUp(context)
  const own = await context.newPage()
  await signIn(own, name)
  await own
    .getByRole('button', { name: /^(Messages|消息)/ })
    .first()
    .click()
  // A phone has a page for them.
  const list = isPhone(own) ? own.getByRole('main') : own.getByRole('dialog', { name: /^(Messages|消息)$/ })
  const rows = list.getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  return { context, rows }
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`an administrator writes to a class, sees who has read it, reminds the others and recalls it (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    tolerate,
  }) => {
    test.slow()
    // The second reminder is refused.
    tolerate(/status of 4\d\d/)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    const heading = page.getByRole('heading', { level: 1 })
    await openSection(page, words.messages)
    await expect(heading).toHaveText(words.messages)
    await expectWhole(page)

    const title = page.getByRole('textbox', { name: words.title, exact: true })
    const reach = page.getByRole('status').filter({ hasText: new RegExp(`${words.nobody}|${words.reach.source}`) })

    await test.step('it is written to a class, with the number of people, and outlives a reload', async () => {
      await page.getByRole('link', { name: words.write }).first().click()
      await expect(heading).toHaveText(words.write)
      await expect(heading).toBeFocused()
      // Nothing is chosen for the writer, and nothing is sent to a choice that was not made.
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
      await expect(reach).toHaveText(words.nobody)
      await title.fill(words.typed)
      await page.getByRole('button', { name: words.submit, exact: true }).click()
      await expect(page.getByRole('checkbox', { name: words.types[0], exact: true })).toBeFocused()
      await expect(page.getByRole('group', { name: words.to, exact: true }).getByRole('alert')).toHaveText(words.nobody)
      for (const name of words.types) await page.getByRole('checkbox', { name, exact: true }).check()
      await title.fill('')
      await expect(reach).toHaveText(words.reach)
      const all = Number(words.reach.exec((await reach.textContent()) ?? '')?.[1])
      await page.getByRole('radio', { name: words.places }).check({ force: true })
      await page.getByRole('checkbox', { name: words.classOf }).check()
      const role = page.getByRole('group', { name: words.roles, exact: true }).getByRole('checkbox').first()
      await role.check()
      await expect(role).toBeChecked()
      await role.uncheck()
      await expect.poll(async () => Number(words.reach.exec((await reach.textContent()) ?? '')?.[1])).toBeLessThan(all)
      await page.getByRole('button', { name: words.send }).click()
      await expect(page.getByText(words.missing)).toBeVisible()
      await expect(title).toBeFocused()
      await title.fill(words.typed)
      await page.getByRole('textbox', { name: words.text, exact: true }).fill(words.body)
      await page.getByText(words.english).click()
      await page.getByRole('textbox', { name: words.englishTitle }).fill(words.inEnglish)
      await expect(page.getByRole('region', { name: words.preview })).toContainText(words.shown)
      await expectWhole(page)

      await page.getByRole('radio', { name: words.later }).check({ force: true })
      await page.getByRole('button', { name: words.schedule }).click()
      await expect(page.getByText(words.time)).toBeVisible()
      await page.getByRole('radio', { name: words.now }).check({ force: true })

      await expect
        .poll(() =>
          page.evaluate(() =>
            Object.values({ ...localStorage })
              .join('')
              .includes('"when":"now"'),
          ),
        )
        .toBe(true)
      await page.reload()
      await expect(title).toHaveValue(words.typed)
      await expect(page.getByRole('checkbox', { name: words.classOf })).toBeChecked()
    })

    await test.step('it is sent, and nobody has read it', async () => {
      await page.getByRole('button', { name: words.send }).click()
      await expect(heading).toContainText(words.sent)
      await expect(page.getByRole('status').filter({ hasText: words.none })).toBeVisible()
      await expectWhole(page)
    })

    await test.step('a pupil reads it, and the receipt shows it', async () => {
      const { context: pupil, rows } = await openList(browser, page, language, 'student')
      const row = rows.filter({ hasText: words.shown })
      await row.getByRole('button', { name: new RegExp(words.read) }).click()
      await expect(row).toHaveCount(0)
      await pupil.close()
      await page.reload()
      await expect(page.getByRole('status').filter({ hasText: words.one })).toBeVisible()
      await expect(page.getByRole('list', { name: words.receipts, exact: true }).getByRole('listitem')).toHaveCount(1)
    })

    const { context: other, rows } = await openList(browser, page, language, 'parent')
    const own = rows.filter({ hasText: words.shown })

    await test.step('the others are reminded, once', async () => {
      await page.getByRole('button', { name: words.remind }).click()
      await expect(page.getByText(words.reminded)).toBeVisible()
      await expect(own.getByText(words.reminder, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: words.remind }).click()
      await expect(page.getByText(words.soon)).toBeVisible()
    })

    await test.step('it is recalled, and gone from the list of a parent who had not read it', async () => {
      await page.getByRole('button', { name: words.recall, exact: true }).click()
      const question = page.getByRole('alertdialog')
      await expectWhole(page)
      await question.getByRole('button', { name: words.recall, exact: true }).click()
      await expect(heading).toContainText(words.recalled)
      await expect(own).toHaveCount(0)
      await expectWhole(page)
      await other.close()
    })
  })
}
