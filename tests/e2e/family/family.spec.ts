import { request, type BrowserContext, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as family from '../../../contract/endpoints/family/family.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, signIn, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { findTool, isPhone, openOverview } from '../../support/browser/header-tools.ts'
import { messageTo } from '../../support/callers/publication.ts'
import { pageRoot } from '../../support/browser/parts.ts'
import { appIcon, appIcons } from '../../support/browser/icons.ts'

// Axe looks at the overview and the table in contrasts.spec.ts. The tests put back what they change: the current child, and the messages that are read away or published.
test.afterAll(({ portal }) =>
  usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from message where author_id is not null`)),
  ),
)

const WORDS = {
  'zh-CN': {
    choose: '选择孩子',
    enter: '进入：',
    keep: '继续看',
    changed: '上次在这台设备上看的是林川',
    current: '当前',
    columns: ['姓名', '年级', '班级', '进入'],
    grade: '七年级',
    class: '2班',
    overview: '所有孩子的消息和待办',
    all: /^所有孩子/,
    close: '关闭',
    read: '标为已读：周五15:30',
    undo: '撤销',
    ignore: '忽略：签署科技馆参观同意书',
    meeting: '期中家长会，请准时',
    xi: '林溪',
    chuan: '林川',
    shows: '现在看的是林川的内容',
    about: '关于林川',
  },
  en: {
    choose: 'Choose child',
    enter: 'Enter: ',
    keep: 'Stay with',
    changed: 'On this device you last looked at Lin Chuan',
    current: 'Current',
    columns: ['Name', 'Grade', 'Class', 'Enter'],
    grade: 'Grade 7',
    class: 'Class 2',
    overview: 'All children’s messages and to-dos',
    all: /^All children/,
    close: 'Close',
    read: 'Mark as read: The mid-term parents’ meeting',
    undo: 'Undo',
    ignore: 'Ignore: Sign the consent form for the science museum',
    meeting: 'mid-term parents’ meeting is on Friday',
    xi: 'Lin Xi',
    chuan: 'Lin Chuan',
    shows: 'The portal now shows Lin Chuan',
    about: 'About Lin Chuan',
  },
} as const
type Language = keyof typeof WORDS

/** Presses the button with the child's name: in the header, and on a phone in the person's sheet. */
async function openTable(page: Page, language: Language): Promise<void> {
  const { choose } = WORDS[language]
  await (await findTool(page, new RegExp(`^${choose}`))).click()
  await expect(page.getByRole('dialog', { name: choose })).toBeVisible()
}

/** Enters a child, and waits for the page that is loaded anew. */
async function enter(page: Page, language: Language, name: string): Promise<void> {
  const left = page.waitForEvent('load')
  await page.getByRole('button', { name: WORDS[language].enter + name }).click()
  await left
  await expect(appIcons(pageRoot(page)).first()).toBeVisible()
}

const savedChild = (page: Page) => page.evaluate(() => localStorage.getItem('chirdenId'))
const recents = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).find(([key]) => /^home_\w+_cyyy_[\w-]{36}$/.test(key))?.[1] ?? null)

/** Chooses a child as the parent does on another device, at home. */
async function chooseElsewhere(baseURL: string, name: string): Promise<void> {
  const home = await request.newContext({ baseURL })
  const headers = { 'x-portal-device': 'pc', origin: baseURL }
  await home.post(session.login.path, { form: { username: 'parent', password: PASSWORD }, headers })
  const { data: parent } = await (await home.get(session.me.path)).json()
  const { data: all } = await (await home.get(family.children.path, { params: { parentId: parent.userId } })).json()
  const { id } = all.find(({ realName }: { realName: string }) => realName === name)
  const chosen = await home.post(family.setCurrentChild.path, { form: { parentId: parent.userId, id }, headers })
  expect(await chosen.json()).toMatchObject({ status: 200 })
  await home.dispose()
}

async function open(page: Page, context: BrowserContext, language: Language, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  if (language === 'en') await chooseEnglish(context)
  await signIn(page, 'parent')
}

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 390],
    ['en', 1440],
  ] as const,
  0,
)) {
  test(`a parent sees what there is for all children, and goes from one child to the other and back (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await open(page, context, language, width)

    await test.step('the overview has a child’s name on everything, and takes things off with an undo', async () => {
      await openOverview(page)
      const overview = page.getByRole('dialog', { name: words.overview })
      const items = overview.getByRole('listitem')
      await expect(items.filter({ hasText: words.meeting })).toContainText(words.about)
      const all = await items.count()
      for (const text of await items.allTextContents()) expect(text).toMatch(new RegExp(`${words.xi}|${words.chuan}`))
      expect(await isWiderThanWindow(page)).toBe(false)

      await overview.getByRole('button', { name: words.xi, pressed: false }).click()
      await expect(items.filter({ hasText: words.meeting })).toHaveCount(0)
      expect(await items.count()).toBeLessThan(all)
      await overview.getByRole('button', { name: words.xi, pressed: true }).click()
      await expect(items).toHaveCount(all)

      for (const name of [words.read, words.ignore]) {
        await overview.getByRole('button', { name }).click()
        await expect(overview.getByRole('button', { name })).toHaveCount(0)
        await expect(items).toHaveCount(all - 1)
        await page.getByRole('button', { name: words.undo }).last().click()
        await expect(overview.getByRole('button', { name })).toBeVisible()
      }
      await overview.getByRole('button', { name: words.close }).last().click()
      await expect(overview).toHaveCount(0)
      if (!isPhone(page)) await expect(page.getByRole('button', { name: words.all })).toBeFocused()
    })

    await test.step('from one child to the other and back', async () => {
      await openTable(page, language)
      const rows = page.getByRole('dialog').getByRole('row')
      await expect(rows).toHaveCount(3)
      await expect(rows.nth(1)).toContainText(words.current)
      await expect(rows.nth(2)).toContainText(words.grade)
      await expect(rows.nth(2).getByRole('cell').nth(1)).toHaveText(words.class)
      await expect(page.getByRole('dialog').getByRole('columnheader')).toHaveText([...words.columns])
      expect(await isWiderThanWindow(page)).toBe(false)
      const first = await savedChild(page)

      await enter(page, language, words.chuan)
      await expect(page.getByText(words.shows)).toBeVisible()
      const second = await savedChild(page)
      expect(second).not.toBe(first)
      await openTable(page, language)
      await expect(page.getByRole('dialog').getByRole('row').nth(2)).toContainText(words.current)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: words.choose })).toHaveCount(0)

      await openTable(page, language)
      await enter(page, language, words.xi)
      expect(await savedChild(page)).toBe(first)
    })
  })
}

test('what happens elsewhere, or cannot happen, while a parent looks at the overview and the children', async ({
  page,
  context,
  portal,
  tolerate,
}) => {
  tolerate(AWAY)
  await chooseEnglish(context)
  const listens = page.waitForResponse('**/api/base/live/events')
  await open(page, context, 'en', 1440)
  await listens

  await test.step('what arrives while the overview is open stands in it at once', async () => {
    await page.getByRole('button', { name: WORDS.en.all }).click()
    const overview = page.getByRole('dialog', { name: WORDS.en.overview })
    const items = overview.getByRole('listitem')
    await expect(items.filter({ hasText: '明天停课' })).toHaveCount(0)
    const office = await request.newContext({ baseURL: portal.url })
    const headers = { 'x-portal-device': 'pc', origin: portal.url }
    await office.post('/api/uaa/oauth/login', { form: { username: 'admin', password: PASSWORD }, headers })
    await office.post(publications.save.path, { data: messageTo([3], '明天停课', { importance: 5 }), headers })
    await expect(items.filter({ hasText: '明天停课' }).first()).toBeVisible()
    await office.dispose()
    await page.keyboard.press('Escape')
    await expect(overview).toHaveCount(0)
  })

  await test.step('without a network no child can be entered, and the table says why', async () => {
    await openTable(page, 'en')
    await context.setOffline(true)
    await expect(page.getByRole('button', { name: 'Enter: Lin Chuan' })).toBeDisabled()
    await expect(page.getByRole('dialog')).toContainText('You cannot change the child while you are offline')
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Enter: Lin Chuan' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: WORDS.en.choose })).toHaveCount(0)
  })

  await test.step('another tab of the browser goes to the child that was chosen here', async () => {
    const other = await context.newPage()
    await other.goto('/')
    const child = (of: Page) => of.getByRole('button', { name: 'Choose child' })
    const before = await child(other).textContent()
    await openTable(page, 'en')
    const next = page
      .getByRole('row')
      .and(page.locator(':not([aria-current])'))
      .getByRole('button', { name: /^Enter: / })
    const left = other.waitForEvent('load')
    await next.first().click()
    await left
    await expect(child(other)).not.toHaveText(before ?? '')
    await expect(child(other)).toHaveText((await child(page).textContent()) ?? '')
    await other.close()
  })

  await test.step('a device that showed the other child last asks, and shows nothing of that child under the new one', async () => {
    await appIcon(pageRoot(page), 'files').click()
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    await expect.poll(() => recents(page)).toContain('files')
    const before = await savedChild(page)
    await chooseElsewhere(portal.url, '林溪')

    await page.goto('/')
    const dialog = page.getByRole('dialog', { name: WORDS.en.choose })
    await expect(dialog).toContainText(WORDS.en.changed)
    expect(await findViolations(page)).toEqual([])
    const left = page.waitForEvent('load')
    await dialog.getByRole('button', { name: WORDS.en.keep }).click()
    await left
    await expect(appIcons(pageRoot(page)).first()).toBeVisible()
    await expect.poll(() => savedChild(page)).not.toBe(before)
    expect(await recents(page)).toBeNull()
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Choose child: Lin Xi' })).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await openTable(page, 'en')
    await enter(page, 'en', 'Lin Chuan')
    expect(await recents(page)).toContain('files')
  })

  // For the tests that come after it.
  await chooseElsewhere(portal.url, '林溪')
})

test('teachers and pupils have no children to choose, and whoever has no other account is not offered one', async ({
  page,
  context,
}) => {
  await chooseEnglish(context)
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await signIn(page, 'student')
  await expect(await findTool(page, 'Log out')).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(page.getByRole('button', { name: 'Choose child' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'All children' })).toHaveCount(0)
  await expect(await findTool(page, 'Switch role')).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/base/student/') || path === family.linkedAccounts.path)).toEqual(
    [],
  )
})
