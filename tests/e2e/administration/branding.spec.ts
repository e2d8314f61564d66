import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, FrameLocator, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { chooseEnglish, expect, PASSWORD, startSession, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { changedRecord, changedTitle, sendLogin, signInButton, usernameField } from '../../support/browser/parts.ts'
import { chooseFile } from '../../support/browser/choose-file.ts'

// The school is told of its footer and motto, and nobody else's test may see them.
test.use({ school: 'branding' })

const SECTION = '/pages/administration/pc_administration_tm/index.html#/branding'

const WORDS = {
  'zh-CN': {
    heading: '学校形象',
    name: '中文校名',
    copyright: '版权文字',
    link: '页脚文字的链接',
    badLink: '网址',
    icp: 'ICP 备案号',
    police: '公安备案号',
    offerHelp: '显示帮助中心',
    helpUrl: '帮助中心网址',
    help: '帮助中心',
    motto: '校训或标语',
    style: /^校训的颜色与字体/,
    color: /^主题色/,
    adjusted: /已自动调深/,
    scene: '图景',
    own: '自选图片',
    choose: '选择图片',
    another: '换一张',
    noPicture: /请选择 PNG、JPEG 或 WebP 图片/,
    device: '电脑',
    desktop: '桌面',
    onPc: '电脑上的登录页',
    onPhone: '手机上的登录页',
    desktopOnPc: '电脑上的桌面',
    theme: '更换主题',
    custom: '自定义颜色',
    swatches: '常用颜色',
    font: '字体',
    size: '字号',
    save: '保存草稿',
    saved: '草稿已保存',
    meanwhile: /另一个人刚刚改过这里/,
    footer: '页脚文字',
    publish: '发布',
    published: '已发布',
    history: '发布记录',
    current: '正在使用',
    back: '恢复第 1 版',
    confirm: '恢复',
    restored: '已恢复第 1 版',
    submit: '登录',
  },
  en: {
    heading: 'Branding',
    name: 'Chinese name',
    copyright: 'Copyright line',
    link: 'Link of the footer text',
    badLink: 'address',
    icp: 'ICP filing number',
    police: 'Public security record',
    offerHelp: 'Offer a help centre',
    helpUrl: 'Address of the help centre',
    help: 'Help centre',
    motto: 'Motto',
    style: /^Colour and font of the motto/,
    color: /^School’s colour/,
    adjusted: /Too pale for text on light screens/,
    scene: 'Picture',
    own: 'Own picture',
    choose: 'Choose a picture',
    another: 'Choose another picture',
    noPicture: /Choose a picture in PNG, JPEG or WebP/,
    device: 'PC',
    desktop: 'Desktop',
    onPc: 'Sign-in page on a PC',
    onPhone: 'Sign-in page on a Phone',
    desktopOnPc: 'Desktop on a PC',
    theme: 'Change theme',
    custom: 'Custom colour',
    swatches: 'Common colours',
    font: 'Font',
    size: 'Font size',
    save: 'Save draft',
    saved: 'Draft saved',
    meanwhile: /Someone else changed this/,
    footer: 'Footer text',
    publish: 'Publish',
    published: 'Published',
    history: 'Publication history',
    current: 'In use',
    back: 'Restore version 1',
    confirm: 'Restore',
    restored: 'Version 1 is published again',
    submit: 'Sign in',
  },
}

const MOTTO_STYLE = { color: '#112233', fontSize: '16px', fontFamily: 'SimSun' }

/** What another administrator saves meanwhile. */
async function saveElsewhere(page: Page, changes: object): Promise<void> {
  const outcome = await page.evaluate(async (given) => {
    const headers = { 'content-type': 'application/json', 'x-portal-device': 'pc' }
    const { data } = await (await fetch('/api/base/branding/read', { headers })).json()
    const branding = { ...(data.draft?.branding ?? data.published), ...given }
    const body = JSON.stringify({ branding, version: data.version })
    return (await (await fetch('/api/base/branding/save_draft', { method: 'POST', headers, body })).json()).code
  }, changes)
  expect(outcome).toBe('ok')
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

async function expectFilings(footer: Locator): Promise<void> {
  const filing = footer.getByRole('link', { name: '浙ICP备12345678号-1' })
  await expect(filing).toHaveAttribute('href', 'https://beian.miit.gov.cn')
  await expect(footer.getByRole('link', { name: /公网安备/ })).toHaveAttribute('href', /code=33010002000001$/)
}

/** Where the form's fields and the footer are. */
const placesOf = (page: Page) =>
  Promise.all(
    [usernameField(page), signInButton(page), page.getByRole('contentinfo')].map(
      async (part) => (await part.boundingBox())?.y,
    ),
  )

/** The picture beside the form, by its class: it is decoration, which readers of screens are not told of. */
const sceneIn = (part: Page | FrameLocator) => part.locator('.l-picture')

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 1440],
    ['en', 390],
  ] as const,
  1,
)) {
  test(`an administrator drafts, previews and publishes how the school presents itself (${language})`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    test.slow()
    // The draft that came too late.
    tolerate(/status of 409/)
    const words = WORDS[language]
    const isPhone = width < 640
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await startSession(page, 'admin')
    await page.goto(SECTION)
    await expect(page.getByRole('heading', { level: 1, name: words.heading })).toBeVisible()
    const frame = (title: string) => page.getByTitle(title, { exact: true }).contentFrame()
    const login = frame(isPhone ? words.onPhone : words.onPc)
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true })

    await test.step('the preview is the real page, on a PC and a phone', async () => {
      await expect(login.getByRole('button', { name: words.submit, exact: true })).toBeVisible()
      await expect(login.locator('.l-scene__art')).toBeVisible()
      // Each has the styles of its own window.
      const placeOf = async (title: string) => {
        const place = (role: 'main' | 'banner') =>
          frame(title)
            .getByRole(role)
            .evaluate((element) => element.getBoundingClientRect().left)
        return (await place('main')) - (await place('banner'))
      }
      if (isPhone) expect(await placeOf(words.onPhone)).toBe(0)
      else expect([(await placeOf(words.onPc)) > 600, await placeOf(words.onPhone)]).toEqual([true, 0])
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('the preview follows what is typed', async () => {
      await field(words.name).fill('河畔新校')
      await field(words.copyright).fill('© 2026 新校名')
      await field(words.icp).fill('浙ICP备12345678号-1')
      await field(words.police).fill('浙公网安备 33010002000001号')
      await page.getByRole('checkbox', { name: words.offerHelp }).check()
      await field(words.helpUrl).fill('https://help.example/')
      await expect(login.getByRole('banner').getByText('河畔新校', { exact: true })).toBeVisible()
      const footer = login.getByRole('contentinfo')
      await expect(footer).toContainText('© 2026 新校名')
      await expectFilings(footer)
      await expect(footer.getByText(words.help)).toBeVisible()
      await choose(words.desktop)
      if (isPhone) await choose(words.device)
      await expect(frame(words.desktopOnPc).getByRole('contentinfo')).toContainText('© 2026 新校名')
      await page
        .getByRole('radio', { name: words.onPc.includes('登录页') ? '登录页' : 'Sign-in page' })
        .check({ force: true })
      if (isPhone) await page.getByRole('radio', { name: language === 'en' ? 'Phone' : '手机' }).check({ force: true })
    })

    await test.step('a pale colour becomes a readable pair, and the page says so', async () => {
      await page.getByRole('button', { name: words.color }).click()
      const panel = page.getByRole('dialog', { name: words.color })
      await panel.getByRole('textbox').fill('#8fd0ff')
      await panel.getByRole('textbox').press('Enter')
      await page.keyboard.press('Escape')
      await expect(page.getByText(words.adjusted)).toBeVisible()
      await page.getByRole('button', { name: words.style }).click()
      const style = page.getByRole('dialog', { name: words.style })
      await style.getByRole('textbox').fill('#aa2200')
      await style.getByRole('textbox').press('Enter')
      await style.getByLabel(words.font, { exact: true }).selectOption('KaiTi')
      await style.getByLabel(words.size, { exact: true }).selectOption('20px')
      await page.keyboard.press('Escape')
      await field(words.motto).fill('厚德博学')
      const motto = login.getByText('厚德博学', { exact: true })
      await expect(motto).toHaveCSS('font-size', '20px')
      await expect(motto).toHaveCSS('font-family', /^"?KaiTi/)
    })

    await test.step('a picture of one’s own is beside the form; what is none is refused', async () => {
      await page.getByRole('combobox', { name: words.scene, exact: true }).selectOption('own')
      const picture = page.getByRole('group', { name: words.own, exact: true })
      const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
      const choosePicture = picture.getByRole('button', { name: words.choose, exact: true })
      await chooseFile(choosePicture, file('text.png', Buffer.from('no picture')))
      await expect(picture.getByRole('alert')).toHaveText(words.noPicture)
      const painted = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#2f8a5f' } })
      await chooseFile(choosePicture, file('school.png', await painted.png().toBuffer()))
      await expect(picture.getByRole('button', { name: words.another })).toBeVisible()
      await expect(sceneIn(login)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    })

    await test.step('of two administrators the later is told, and nothing typed is lost', async () => {
      await saveElsewhere(page, { footer: '总务处', motto: '求真', mottoStyle: MOTTO_STYLE })
      await button(words.save).click()
      const changed = changedRecord(page)
      await expect(changed).toContainText(words.meanwhile)
      await expect(changedTitle(page)).toBeFocused()
      await expect(changed.getByRole('group', { name: words.motto, exact: true })).toContainText(/厚德博学.*求真/)
      await expect(changed.getByRole('group', { name: words.footer, exact: true })).toContainText('总务处')
      await expect(changed.getByRole('group', { name: words.style })).toContainText(/KaiTi.*20px.*SimSun.*16px/)
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await expect(login.getByRole('contentinfo')).toContainText('总务处')
      await expect(field(words.motto)).toHaveValue('厚德博学')
      await button(words.save).click()
      await expect(page.getByText(words.saved, { exact: true })).toBeVisible()
    })

    await test.step('a draft is there after a reload, and no visitor sees it', async () => {
      await page.reload()
      await expect(field(words.motto)).toHaveValue('厚德博学')
      await expect(sceneIn(login)).toBeVisible()
      const visitor = await visitLogin(browser, portal.url, language, width)
      await expect(visitor.page.getByRole('banner')).not.toContainText('厚德博学')
      await visitor.close()
    })

    await test.step('a wrong address is told at its field, and nothing typed is lost', async () => {
      await field(words.link).fill('http://school.example')
      await button(words.publish).click()
      await expect(field(words.link)).toHaveAccessibleDescription(new RegExp(words.badLink))
      await expect(field(words.link)).toBeFocused()
      await expect(field(words.copyright)).toHaveValue('© 2026 新校名')
      await field(words.link).fill('https://school.example')
      await button(words.publish).click()
      await expect(page.getByText(words.published, { exact: true })).toBeVisible()
    })

    await test.step('the school’s colour is offered first where a theme is chosen', async () => {
      const other = await context.newPage()
      await other.goto('/pages/base/desktop/setting?part=appearance')
      await other.getByRole('button', { name: words.theme }).click()
      await other.getByRole('radio', { name: words.custom }).check({ force: true })
      const first = other.getByRole('listbox', { name: words.swatches }).getByRole('option').first()
      await expect(first.locator('.k-color-swatch')).toHaveCSS('background-color', 'rgb(143, 208, 255)')
      await other.close()
    })

    await test.step('a stranger finds it on the login page, where nothing moves while it comes', async () => {
      const visitor = await visitLogin(browser, portal.url, language, width)
      const first = await placesOf(visitor.page)
      await expect(sceneIn(visitor.page)).toHaveJSProperty('complete', true)
      await expect(visitor.page.getByRole('banner').getByText('河畔新校', { exact: true })).toBeAttached()
      const footer = visitor.page.getByRole('contentinfo')
      await expect(footer).toContainText('© 2026 新校名')
      await expectFilings(footer)
      await expect(visitor.page.getByText('厚德博学', { exact: true })).toHaveCSS('font-size', '20px')
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
      expect(html).toMatch(/<footer class="l-foot">.*浙ICP备12345678号-1.*<\/footer>/)
    })

    await test.step('the earlier one is brought back as a new publication', async () => {
      await button(words.back).click()
      const dialog = page.getByRole('alertdialog')
      expect(await findViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(page.getByText(words.restored)).toBeVisible()
      await expect(field(words.copyright)).toHaveValue('© 河畔实验学校 Riverside School')
      await expect(page.getByRole('list', { name: words.history }).getByRole('listitem').first()).toContainText(
        words.current,
      )
      expect(await findViolations(page)).toEqual([])
      const visitor = await visitLogin(browser, portal.url, language, width)
      await expect(visitor.page.getByRole('contentinfo')).toContainText('春ICP备')
      await expect(visitor.page.getByRole('banner')).not.toContainText('厚德博学')
      await visitor.close()
    })
  })
}

test('what the command configures is there at the next visit', async ({ browser, portal }) => {
  const configure = (...settings: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/command.mjs', 'unit-config', '--host', 'localhost', ...settings], {
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
    await expect(page.getByRole('button', { name: /English|中文/ })).toHaveCount(0)
    expect(await moved()).toEqual([])
    await sendLogin(page, 'staff', PASSWORD)
    await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
    await page.getByRole('button', { name: 'Desktop' }).click()
    await expect(page).toHaveTitle('Smart Campus · Riverside School')
    await close()
  } finally {
    await configure('languageList=', 'desktopName=', 'desktopEnName=', 'loginJumpPage=')
  }
})
