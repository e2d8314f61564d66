import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { chooseEnglish, expect, PLACES, popNothingUp, startSession, test } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { sectionsOf, skeletons } from '../../support/browser/parts.ts'

// The school has other languages, footers and paths after it.
test.use({ school: 'unit-settings' })

const APPLICATION = '/pages/administration/pc_administration_tm/index.html'
const DESKTOP = '/pages/base/pc_desktop_all/index.html'

const WORDS = {
  'zh-CN': {
    section: '学校设置',
    name: '中文名称',
    english: '英文名称',
    open: '登录后打开',
    another: '其他页面…',
    path: '页面的路径',
    badPage: /请填写本平台页面的路径/,
    offered: '英文',
    installer: '安装版的下载地址',
    badDownload: /请填写以 https:/,
    save: '保存',
    saved: '已保存',
    filings: '页脚与备案',
    add: '添加一条',
    text: '文字',
    link: '链接（可不填）',
    badge: '用公安备案图标',
    badLink: /请填写以 https:/,
    move: /^移动/,
    methods: '自动登录与票据',
    autoLogin: '用记住的密码自动登录',
    ticketPath: '接收票据的路径',
    badPath: /请填写本平台的路径/,
    networks: '学校自己的网络',
    list: '地址或网段',
    inside: /在这些网络里$/,
    outside: /不在这些网络里$/,
    badNetwork: /每行填写一个/,
    addAddress: '加入我的地址',
    language: '语言',
    messages: '消息保留月数',
    badMonths: /^请填写 12 到 120 之间的整数/,
    shorter: /不能恢复。$/,
  },
  en: {
    section: 'School settings',
    name: 'Chinese name',
    english: 'English name',
    open: 'Open after signing in',
    another: 'Another page…',
    path: 'Path of the page',
    badPage: /Enter the path of a page/,
    offered: 'Chinese',
    installer: 'Address of the installer',
    badDownload: /begins with https:/,
    save: 'Save',
    saved: 'Saved',
    filings: 'Footer and filings',
    add: 'Add an entry',
    text: 'Text',
    link: 'Link (optional)',
    badge: 'Use the police badge',
    badLink: /begins with https:/,
    move: /^Move/,
    methods: 'Automatic sign-in and tickets',
    autoLogin: 'Sign in with remembered passwords',
    ticketPath: 'Path that takes tickets',
    badPath: /Enter a path of the portal/,
    networks: 'The school’s own networks',
    list: 'Addresses and networks',
    inside: /is inside these networks$/,
    outside: /is outside these networks$/,
    badNetwork: /Enter one IP address or network/,
    addAddress: 'Add my address',
    language: 'Language',
    messages: 'Messages, months',
    badMonths: /^Enter a whole number from 12 to 120/,
    shorter: /cannot be restored\.$/,
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  // What is scrolled halfway under the header is a target cut in two.
  await page.getByRole('heading', { level: 1 }).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of PLACES) {
  const w = WORDS[language]
  const other = language === 'en' ? 'zh-CN' : 'en'

  test(`an administrator sets what needed a shell, and it is seen at once (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await startSession(page, 'admin')
    const save = async (within = page.getByRole('main')) => {
      await within.getByRole('button', { name: w.save, exact: true }).click()
      await expect(page.getByText(w.saved, { exact: true }).first()).toBeVisible()
    }

    await test.step('the desktop: its name is the window’s title, and the menu has the chosen languages', async () => {
      await page.goto(`${APPLICATION}#/settings`)
      await expect(page.getByRole('heading', { level: 1, name: w.section })).toBeVisible()
      await page.getByLabel(w.name, { exact: true }).fill('智慧河畔')
      await page.getByLabel(w.english, { exact: true }).fill('Smart Riverside')
      await page.getByLabel(w.open, { exact: true }).selectOption(w.another)
      const path = page.getByLabel(w.path, { exact: true })
      await path.fill('/redirect/nothing')
      const installer = page.getByLabel(w.installer, { exact: true })
      await installer.fill('http://files.example/setup.exe')
      await page.getByRole('button', { name: w.save, exact: true }).click()
      await expect(installer).toHaveAccessibleDescription(w.badDownload)
      await expect(installer).toBeFocused()
      await installer.fill('https://files.example/setup.exe')
      await page.getByRole('button', { name: w.save, exact: true }).click()
      await expect(path).toHaveAccessibleDescription(w.badPage)
      await expectWhole(page)
      await page.getByLabel(w.open, { exact: true }).selectOption({ value: '/redirect/files' })
      await page.getByRole('checkbox', { name: w.offered, exact: true }).uncheck()
      await save()
      await page.goto(DESKTOP)
      await expect(page).toHaveTitle(language === 'en' ? /Smart Riverside/ : /智慧河畔/)
      const document = await (await page.request.get(`${portal.url}/login`)).text()
      expect(document).toContain(`"languageList":["${language}"]`)
      expect(document).toContain('https://files.example/setup.exe')
    })

    await test.step('the page after signing in is the chosen one', async () => {
      const visitor = await browser.newContext({ baseURL: portal.url, serviceWorkers: 'block' })
      const login = await visitor.newPage()
      await startSession(login, 'teacher')
      await login.goto('/')
      await expect(login).toHaveURL(/pc_files_tm/)
      await visitor.close()
    })

    await test.step('filings: added, refused with a wrong link, sorted, and in the footer of the sign-in page', async () => {
      await page.goto(`${APPLICATION}#/settings/filings`)
      const texts = page.getByLabel(w.text, { exact: true })
      await expect(page.getByRole('heading', { level: 2, name: w.filings })).toBeVisible()
      const before = await texts.count()
      await page.getByRole('button', { name: w.add }).click()
      await texts.nth(before).fill(`许可证 ${language}`)
      const link = page.getByLabel(w.link, { exact: true }).nth(before)
      await link.fill('licence.example')
      await page.getByRole('button', { name: w.badge }).last().click()
      await page.getByRole('button', { name: w.add }).click()
      await texts.nth(before + 1).fill(`第二条 ${language}`)
      await page.getByRole('button', { name: w.save, exact: true }).click()
      await expect(link).toHaveAccessibleDescription(w.badLink)
      await expect(link).toBeFocused()
      await link.fill('https://licence.example')
      await expectWhole(page)
      const handle = page.getByRole('button', { name: w.move }).nth(before + 1)
      await handle.focus()
      await page.keyboard.press('Space')
      await expect(page.getByRole('button', { name: w.move, pressed: true })).toHaveCount(1)
      await expect(page.getByText(new RegExp(`第二条 ${language} picked up|已拿起第二条 ${language}`))).toBeAttached()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText(new RegExp(`第二条 ${language}( moved to place|移到第)`))).toBeAttached()
      await page.keyboard.press('Space')
      await expect(texts.nth(before)).toHaveValue(`第二条 ${language}`)
      await save()
      const footer = await (await page.request.get(`${portal.url}/login`)).text()
      const [second, licence] = [footer.indexOf(`第二条 ${language}`), footer.indexOf(`许可证 ${language}`)]
      expect(second).toBeGreaterThan(0)
      expect(licence).toBeGreaterThan(second)
      expect(footer).toContain('href="https://licence.example"')
      expect(footer).toMatch(/<img src="\/icons\/filing.svg"[^>]*>/)
    })

    await test.step('automatic sign-in is off, and a ticket goes to no other site', async () => {
      await page.goto(`${APPLICATION}#/sign-in/methods`)
      const card = page.getByRole('region', { name: w.methods })
      await card.getByLabel(w.autoLogin).setChecked(language === 'en')
      const path = card.getByLabel(w.ticketPath)
      await path.fill('https://evil.example/')
      await card.getByRole('button', { name: w.save, exact: true }).click()
      await expect(path).toHaveAccessibleDescription(w.badPath)
      await path.fill('/api/uaa/ticket/login')
      await save(card)
      await expectWhole(page)
      const document = await (await page.request.get(`${portal.url}/login`)).text()
      expect(document).toContain(`"autoLogin":${String(language === 'en')}`)
      expect(document).toContain('"apipath":"/api/uaa/ticket/login"')
    })

    await test.step('own networks say whether the present address is inside', async () => {
      await page.goto(`${APPLICATION}#/sign-in/protection`)
      const card = page.getByRole('region', { name: w.networks })
      const list = card.getByLabel(w.list)
      await list.fill('203.0.113')
      await card.getByRole('button', { name: w.save, exact: true }).click()
      await expect(list).toHaveAccessibleDescription(w.badNetwork)
      await list.fill('203.0.113.0/24')
      await expect(card.getByText(w.outside)).toBeVisible()
      await card.getByRole('button', { name: w.addAddress }).click()
      await expect(card.getByText(w.inside)).toBeVisible()
      await save(card)
      await expectWhole(page)
    })

    await test.step('retention: refused outside its bounds, and a shorter one says what it deletes', async () => {
      await page.goto(`${APPLICATION}#/settings/retention`)
      const months = page.getByRole('textbox', { name: w.messages, exact: true })
      await months.fill('11')
      await page.getByRole('button', { name: w.save, exact: true }).click()
      await expect(months).toHaveAccessibleDescription(w.badMonths)
      await months.fill('18')
      await expect(months).toHaveAccessibleDescription(w.shorter)
      await expectWhole(page)
      await save()
      await page.reload()
      await expect(months).toHaveValue('18')
      await months.fill('36')
      await save()
    })

    await page.setViewportSize({ width: 820, height: 1000 })
    for (const section of ['settings', 'settings/filings', 'settings/voice', 'settings/retention']) {
      await page.goto(`${APPLICATION}#/${section}`)
      await expect(skeletons(page)).toHaveCount(0)
      expect(await isWiderThanWindow(page)).toBe(false)
    }
    // For the next language.
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) =>
        tx.execute(sql`update unit set language_list = null, login_jump_page = null, desktop_name = null`),
      ),
    )
    expect(other).not.toBe(language)
  })
}

test('without a network the page waits and keeps what was typed; without the right it is gone', async ({
  page,
  context,
  portal,
}) => {
  await popNothingUp(context)
  await startSession(page, 'admin')
  await page.goto(`${APPLICATION}#/settings`)
  const name = page.getByLabel(WORDS['zh-CN'].name, { exact: true })
  await name.fill('没有保存')
  await context.setOffline(true)
  await expect(page.getByText('现在没有网络，联网后再保存。已填写的内容会保留')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeEnabled()
  await expect(name).toHaveValue('没有保存')

  await usePortalData(portal.dataFolder, (database) =>
    database.asOwner((tx) => tx.execute(sql`delete from permission_grant where code = 'base_unit'`)),
  )
  await page.reload()
  await expect(page.getByRole('navigation', { name: '管理的各个部分' }).or(sectionsOf(page))).toBeVisible()
  await expect(page.getByRole('link', { name: '学校设置' })).toHaveCount(0)
  const refused = await page.evaluate(
    async () =>
      (await (await fetch('/api/base/settings/desktop', { headers: { 'x-portal-device': 'pc' } })).json()).code,
  )
  expect(refused).toBe('access.denied')
})
