import { chooseEnglish, expect, PLACES, signIn, test, toldOnce } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { alterUnit } from '../../support/browser/altered-unit.ts'

const INSTALLER = 'https://downloads.example.org/portal-setup.exe'
const PORTABLE = '/downloads/portal-portable.zip'

const WORDS = {
  'zh-CN': { open: '下载客户端', installer: /^Windows 安装版/, portable: /^Windows 便携版/, logOut: '退出' },
  en: {
    open: 'Download the client',
    installer: /^Windows installer/,
    portable: /^Windows portable version/,
    logOut: 'Log out',
  },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`where the client is offered both ways to have it are named, and elsewhere it is not offered (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 844 })
    if (language === 'en') await chooseEnglish(context)
    // As the server does where the installation or the unit says so.
    let offered: Record<string, string> | undefined = { installer: INSTALLER, portable: PORTABLE }
    await alterUnit(page, (unit) => Object.assign(unit, { clientDownloads: offered }))
    await signIn(page, 'teacher')
    await (await findTool(page, words.open)).click()
    const dialog = page.getByRole('dialog', { name: words.open })
    await expect(dialog.getByRole('link', { name: words.installer })).toHaveAttribute('href', INSTALLER)
    await expect(dialog.getByRole('link', { name: words.portable })).toHaveAttribute('href', PORTABLE)
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    offered = undefined
    await page.reload()
    await expect(await findTool(page, words.logOut)).toBeVisible()
    await expect(page.getByRole('button', { name: words.open })).toHaveCount(0)
  })
}
