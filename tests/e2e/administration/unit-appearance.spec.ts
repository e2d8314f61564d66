import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { chooseEnglish, expect, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// The school is told of its footer and motto, and nobody else's test may see them.
test.use({ school: 'unit-appearance' })

const SETTINGS = '/pages/base/desktop/setting?part=unit'

const WORDS = {
  'zh-CN': {
    heading: '学校形象',
    copyright: '版权文字',
    link: '页脚文字的链接',
    badLink: '请填写以 https:// 或 http:// 开头的完整网址',
    icp: 'ICP 备案号',
    police: '公安备案号',
    offerHelp: '显示帮助中心',
    helpUrl: '帮助中心网址',
    help: '帮助中心',
    shown: '显示页脚',
    none: /页脚不会显示/,
    motto: '校训或标语',
    style: /^校训的颜色与字体/,
    color: /^主题色/,
    theme: '更换主题',
    custom: '自定义颜色',
    swatches: '常用颜色',
    hex: '色号',
    font: '字体',
    size: '字号',
    save: '保存',
    saved: '已保存',
    undo: '撤销',
    undone: '已恢复原来的设置',
    submit: '登录',
  },
  en: {
    heading: 'School’s appearance',
    copyright: 'Copyright line',
    link: 'Link of the footer text',
    badLink: 'Enter a whole address that begins with https:// or http://',
    icp: 'ICP filing number',
    police: 'Public security record',
    offerHelp: 'Offer a help centre',
    helpUrl: 'Address of the help centre',
    help: 'Help centre',
    shown: 'Show the footer',
    none: /There will be no footer/,
    motto: 'Motto',
    style: /^Colour and font of the motto/,
    color: /^School’s colour/,
    theme: 'Change theme',
    custom: 'Custom colour',
    swatches: 'Common colours',
    hex: 'Colour code',
    font: 'Font',
    size: 'Font size',
    save: 'Save',
    saved: 'Saved',
    undo: 'Undo',
    undone: 'The settings are as before',
    submit: 'Sign in',
  },
}

/** Opens the login page as a stranger would, and says what moved while it came. */
async function visitLogin(browser: Browser, url: string, language: 'zh-CN' | 'en', width: number) {
  const context = await browser.newContext({ viewport: { width, height: 844 }, serviceWorkers: 'block' })
  if (language === 'en') await chooseEnglish(context)
  await context.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        for (const { node, previousRect: from, currentRect: to } of Reflect.get(entry, 'sources'))
          // A stranger's form is translated once it is painted, within its lines.
          if (from.y !== to.y || node?.parentElement?.closest('.l-footer'))
            moved.push(`${node?.textContent}: ${from.x},${from.y} -> ${to.x},${to.y}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  return { page, moved: () => page.evaluate(() => Reflect.get(window, 'moved')), close: () => context.close() }
}

/** Where the form's fields and the footer are. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    ['[name=username]', 'button[type=submit]', '.l-footer'].map(
      (one) => document.querySelector(one)?.getBoundingClientRect().top,
    ),
  )

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 1440],
    ['en', 390],
  ] as const,
  1,
)) {
  test(`an administrator changes what the public pages say of the school (${language})`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(SETTINGS)
    await expect(page.getByRole('heading', { level: 1, name: words.heading })).toBeVisible()
    const preview = page.locator('.b-preview__page')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const save = page.getByRole('button', { name: words.save, exact: true })

    await test.step('the preview follows what is typed', async () => {
      await field(words.copyright).fill('© 2026 新校名')
      await field(words.icp).fill('浙ICP备12345678号-1')
      await field(words.police).fill('浙公网安备 33010002000001号')
      await page.getByRole('checkbox', { name: words.offerHelp }).check()
      await field(words.helpUrl).fill('https://help.example/')
      await expect(preview).toContainText('© 2026 新校名')
      await expect(preview.locator('a[href="https://beian.miit.gov.cn"]')).toHaveText('浙ICP备12345678号-1')
      await expect(preview.locator('a[href$="code=33010002000001"]')).toBeVisible()
      await expect(preview.locator('img')).toHaveAttribute('src', '/icons/filing.svg')
      await expect(preview.getByText(words.help)).toBeVisible()
      await page.getByRole('checkbox', { name: words.shown }).uncheck()
      await expect(page.getByText(words.none)).toBeVisible()
      await page.getByRole('checkbox', { name: words.shown }).check()
    })

    await test.step('the motto gets a colour and a font from the picker', async () => {
      await field(words.motto).fill('厚德博学')
      await page.getByRole('button', { name: words.style }).click()
      const panel = page.getByRole('dialog', { name: words.style })
      await panel.getByRole('textbox').fill('#aa2200')
      await panel.getByRole('textbox').press('Enter')
      await panel.getByLabel(words.font, { exact: true }).selectOption('KaiTi')
      await panel.getByLabel(words.size, { exact: true }).selectOption('20px')
      await page.keyboard.press('Escape')
      const motto = page.locator('.b-sign-in__motto')
      await expect(motto).toHaveText('厚德博学')
      await expect(motto).toHaveCSS('font-size', '20px')
      await expect(motto).toHaveCSS('font-family', /^"?KaiTi/)
      await page.getByRole('button', { name: words.color }).click()
      await page.getByRole('dialog', { name: words.color }).getByRole('textbox').fill('#2f8a5f')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('a wrong address is told at its field, and nothing typed is lost', async () => {
      await field(words.link).fill('javascript:alert(1)')
      await save.click()
      await expect(field(words.link)).toHaveAccessibleDescription(new RegExp(words.badLink))
      await expect(field(words.link)).toBeFocused()
      await expect(field(words.copyright)).toHaveValue('© 2026 新校名')
      await field(words.link).fill('https://school.example')
      await save.click()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
    })

    await test.step('the school’s colour is offered first where a theme is chosen', async () => {
      const other = await context.newPage()
      await other.goto('/pages/base/desktop/setting?part=appearance')
      await other.getByRole('button', { name: words.theme }).click()
      await other.getByRole('radio', { name: words.custom }).check({ force: true })
      const first = other.getByRole('listbox', { name: words.swatches }).getByRole('option').first()
      await expect(first.locator('.k-color-swatch')).toHaveCSS('background-color', 'rgb(47, 138, 95)')
      await other.close()
    })

    await test.step('a stranger finds it on the login page, where nothing moves while it comes', async () => {
      const visitor = await visitLogin(browser, portal.url, language, width)
      const first = await placesOf(visitor.page)
      await expect(visitor.page.locator('.l-scene__art')).toBeAttached()
      const footer = visitor.page.getByRole('contentinfo')
      await expect(footer).toContainText('© 2026 新校名')
      await expect(footer.getByRole('link', { name: '浙ICP备12345678号-1' })).toHaveAttribute(
        'href',
        'https://beian.miit.gov.cn',
      )
      await expect(footer.getByRole('link', { name: /公网安备/ })).toBeVisible()
      await expect(visitor.page.locator('.l-motto')).toHaveText('厚德博学')
      await expect(visitor.page.locator('.l-motto')).toHaveCSS('font-size', '20px')
      expect(await placesOf(visitor.page)).toEqual(first)
      expect(await visitor.moved()).toEqual([])
      expect(await findViolations(visitor.page)).toEqual([])
      expect(await isWiderThanWindow(visitor.page)).toBe(false)

      const help = footer.getByRole('link', { name: words.help })
      await visitor.page.context().route('https://help.example/**', (route) => route.fulfill({ body: 'help' }))
      const opening = visitor.page.context().waitForEvent('page')
      await help.click()
      const { searchParams } = new URL((await opening).url())
      expect(searchParams.get('redUrl')).toBe(`${portal.url}/login`)
      expect([...searchParams.keys()].toSorted()).toEqual(['redUrl', 'unitId'])
      await visitor.close()
    })

    await test.step('it is in the document, for those who read no script', async () => {
      const html = await (await fetch(`${portal.url}/login`)).text()
      expect(html).toMatch(/<footer class="l-footer">.*浙ICP备12345678号-1.*<\/footer>/)
    })

    await test.step('undoing brings back what was there', async () => {
      await page.getByRole('button', { name: words.undo }).click()
      await expect(page.getByText(words.undone)).toBeVisible()
      await expect(field(words.copyright)).toHaveValue('© 河畔实验学校 Riverside School')
      const visitor = await visitLogin(browser, portal.url, language, width)
      await expect(visitor.page.getByRole('contentinfo')).toContainText('春ICP备')
      await expect(visitor.page.locator('.l-motto')).toBeHidden()
      await visitor.close()
    })
  })
}

test('what the command configures is there at the next visit', async ({ browser, portal }) => {
  const configure = (...settings: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/unit-config.mjs', '--host', 'localhost', ...settings], {
      env: { ...process.env, PORTAL_DATA: portal.dataFolder },
    })
  await configure(
    'languageList=["en"]',
    'desktopName=智慧校园',
    'desktopEnName=Smart Campus',
    'loginJumpPage=/pages/base/desktop/setting',
  )
  try {
    const { page, moved, close } = await visitLogin(browser, portal.url, 'zh-CN', 1440)
    await expect(page.getByRole('button', { name: WORDS.en.submit, exact: true })).toBeVisible()
    await expect(page.locator('.l-logo')).toBeVisible()
    await expect(page.locator('.l-language')).toHaveCount(0)
    expect(await moved()).toEqual([])
    await page.locator('input[name=username]').fill('staff')
    await page.locator('input[name=password]').fill('Campus2026')
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
    await page.getByRole('button', { name: 'Desktop' }).click()
    await expect(page).toHaveTitle('Smart Campus · Riverside School')
    await close()
  } finally {
    await configure('languageList=', 'desktopName=', 'desktopEnName=', 'loginJumpPage=')
  }
})
