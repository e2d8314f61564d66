import type { Browser, BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, signInByForm, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { pageRoot, wayBack } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'areas' })

const WORDS = {
  'zh-CN': {
    school: '河畔实验学校',
    other: '银杏中学',
    schools: '下属学校',
    closed: '学校还没有授权你查看',
    roles: '角色与权限',
    access: '教育局的查看授权',
    give: '授权查看',
    given: '已授权唐卫东查看到',
    banner: '春江区教育局的唐卫东可以查看人员和班级',
    look: '查看人员和班级',
    list: '学校的人员',
    classes: '班级',
    head: '班主任：',
    people: '人员',
    search: '查找人员',
    child: '林溪',
    trail: '操作记录',
    looked: '查看人员列表',
    by: '教育局',
    end: '结束授权',
    endNamed: '结束唐卫东的授权',
    ended: '授权已经结束，不再显示学校的任何内容',
    messages: '给学校的消息',
    write: '写消息',
    teachers: '教师',
    reach: /^共 \d+ 人$/,
    title: '标题',
    send: /^发送给 \d+ 人$/,
    sent: /^已发给 \d+ 人/,
    office: '春江区教育局',
    from: '由春江区教育局发送',
    own: '消息',
    todo: '待办',
    dueOn: '截止日期',
    later: '定时发送',
    day: '日期',
    schedule: /^定时发给 \d+ 人$/,
    cancel: '取消发送',
    cancelled: '已取消，不会发送',
  },
  en: {
    school: 'Riverside School',
    other: 'Ginkgo Middle School',
    schools: 'Schools',
    closed: 'The school has not given you access',
    roles: 'Roles and permissions',
    access: 'Access of the education office',
    give: 'Give access',
    given: 'Tang Weidong has access until',
    banner: 'Tang Weidong of Chunjiang District Education Office may see people and classes',
    look: 'View people and classes',
    list: 'People of the school',
    classes: 'Classes',
    head: 'Class teacher:',
    people: 'People',
    search: 'Search people',
    child: 'Lin Xi',
    trail: 'Audit trail',
    looked: 'Viewed the list of people',
    by: 'Education office',
    end: 'End access',
    endNamed: 'End the access of Tang Weidong',
    ended: 'The access has ended. Nothing of the school is shown now',
    messages: 'Messages to schools',
    write: 'New message',
    teachers: 'Teachers',
    reach: /^Reaches \d+ people$/,
    title: 'Title',
    send: /^Send to \d+ people$/,
    sent: /^Sent to \d+ people/,
    office: 'Chunjiang District Education Office',
    from: 'Sent by Chunjiang District Education Office',
    own: 'Messages',
    todo: 'To-do',
    dueOn: 'Due date',
    later: 'At a time',
    day: 'Day',
    schedule: /^Schedule for \d+ (person|people)$/,
    cancel: 'Cancel sending',
    cancelled: 'Cancelled; it will not be sent',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of PLACES) {
  test(`an education office opens a school that lets it, until the school ends that, and writes to two (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    test.slow()
    // The list that was open when the right ended may be asked for once more.
    tolerate(/status of 403/)
    const words = WORDS[language]
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) => tx.execute(sql`update area_access set revoked_at = now()`)),
    )
    const prepare = async (of: BrowserContext) => {
      if (language === 'en') await chooseEnglish(of)
      await popNothingUp(of)
    }
    await prepare(context)
    await page.setViewportSize({ width, height: 900 })
    const office = await openAt(browser, portal.url.replace('localhost', 'area.localhost'), width, prepare)
    const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true })
    const heading = (of: Page, name: string) => of.getByRole('heading', { level: 1, name })

    await test.step('the office sees the counts of its schools, and no person', async () => {
      await signInByForm(office, 'admin')
      await appIcon(pageRoot(office), 'administration').click()
      await openSection(office, words.schools)
      await expect(heading(office, words.schools)).toBeVisible()
      await expect(office.getByRole('link', { name: words.other, exact: true })).toBeVisible()
      await expectWhole(office)
      await office.getByRole('link', { name: words.school, exact: true }).click()
      await expect(office.getByText(words.closed)).toBeVisible()
      await expectWhole(office)
    })

    await test.step('the school lets a person of the office in, for hours', async () => {
      await signIn(page, 'admin')
      await appIcon(pageRoot(page), 'administration').click()
      await openSection(page, words.roles)
      const card = page.getByRole('region', { name: words.access })
      await expect(card).toBeVisible()
      await button(page, words.give).click()
      await expectWhole(page)
      await page.getByRole('dialog').getByRole('button', { name: words.give, exact: true }).click()
      await expect(page.getByText(words.given)).toBeVisible()
      await expect(page.getByText(words.banner)).toBeVisible()
      // What the header covers half while the page is scrolled is no fault of the page.
      await page.evaluate(() => scrollTo(0, 0))
      await expectWhole(page)
    })

    await test.step('the office opens it: people and classes, to read', async () => {
      await button(office, words.look).click()
      const people = office.getByRole('list', { name: words.list })
      await expect(people.getByRole('listitem').first()).toBeVisible()
      await office.getByRole('searchbox', { name: words.search }).fill(words.child)
      await expect(people.getByRole('listitem')).toHaveCount(1)
      await expect(people.getByText(words.child)).toBeVisible()
      await expectWhole(office)
      await office.getByRole('radio', { name: words.classes }).click()
      await expect(office.getByRole('list', { name: words.classes }).getByText(words.head).first()).toBeVisible()
      await expectWhole(office)
    })

    await test.step('the school sees that in its trail, and ends it: it is shut at once', async () => {
      await openSection(page, words.trail)
      // Not that of the filter.
      await expect(page.getByText(words.looked).filter({ visible: true }).first()).toBeVisible()
      await expectWhole(page)
      await openSection(page, words.roles)
      await button(page, words.endNamed).click()
      await expect(button(page, words.endNamed)).toBeHidden()
      await expect(page.getByText(words.banner)).toBeHidden()
      await expect(office.getByText(words.ended)).toBeVisible()
      await expect(office.getByRole('list', { name: words.classes })).toBeHidden()
      await expectWhole(office)
    })

    const text = `安全提示 ${width}`
    await test.step('the office writes to the teachers of both schools and knows the number before', async () => {
      await openSection(office, words.schools)
      await office.getByRole('link', { name: words.messages, exact: true }).click()
      await office.getByRole('link', { name: words.write, exact: true }).click()
      await office.getByRole('checkbox', { name: words.school }).check()
      await office.getByRole('checkbox', { name: words.other }).check()
      await office.getByRole('checkbox', { name: words.teachers }).check()
      await expect(office.getByText(words.reach)).toBeVisible()
      await office.getByRole('textbox', { name: words.title, exact: true }).fill(text)
      await expectWhole(office)
      await office.getByRole('button', { name: words.send }).click()
      await expect(office.getByText(words.sent)).toBeVisible()
      await expect(heading(office, text)).toBeVisible()
      await expectWhole(office)
    })

    await test.step('the office writes a to-do for next year, and thinks better of it', async () => {
      const next = new Date().getFullYear() + 1
      await wayBack(office, words.messages).click()
      await office.getByRole('link', { name: words.write, exact: true }).click()
      await office.getByRole('radio', { name: words.todo }).check()
      await office.getByRole('checkbox', { name: words.school }).check()
      await office.getByRole('checkbox', { name: words.teachers }).check()
      await office.getByRole('textbox', { name: words.title, exact: true }).fill(`学籍 ${width}`)
      await office.getByLabel(words.dueOn).fill(`${next}-06-30`)
      await office.getByRole('radio', { name: words.later }).check()
      await office
        .getByLabel(words.day, { exact: true })
        .fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
      await expectWhole(office)
      await office.getByRole('button', { name: words.schedule }).click()
      await expect(heading(office, `学籍 ${width}`)).toBeVisible()
      await expectWhole(office)
      await button(office, words.cancel).click()
      await office.getByRole('alertdialog').getByRole('button', { name: words.cancel, exact: true }).click()
      await expect(office.getByText(words.cancelled)).toBeVisible()
      await expectWhole(office)
    })

    await test.step('a teacher has it from the office, and the school sees it and cannot take it back', async () => {
      await openSection(page, words.own)
      await expect(page.getByRole('link', { name: text })).toBeVisible()
      await expect(page.getByText(words.from).first()).toBeVisible()
      await page.getByRole('link', { name: text }).click()
      await expect(heading(page, text)).toBeVisible()
      // Nothing can be done with it: its head has the way back alone.
      const head = page.locator('.k-head').filter({ has: heading(page, text) })
      await expect(head.getByRole('link')).toHaveCount(1)
      await expect(head.getByRole('button')).toHaveCount(0)
      await expectWhole(page)
      const teacher = await openAt(browser, portal.url, 1440, prepare)
      await signIn(teacher, 'teacher')
      const row = teacher.getByRole('listitem').filter({ hasText: text })
      await expect(row).toContainText(words.office)
      await teacher.context().close()
    })
    await office.context().close()
  })
}

async function openAt(
  browser: Browser,
  baseURL: string,
  width: number,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 900 } })
  await prepare(context)
  return context.newPage()
}
