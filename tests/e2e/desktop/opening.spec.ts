import { PLACES, chooseEnglish, expect, signIn, test, toldOnce } from '../fixtures.ts'
import { holdScript } from '../../support/browser/hold-script.ts'
import { appIcon } from '../../support/browser/icons.ts'

const WORDS = {
  'zh-CN': { opening: '正在打开“文件”', appearance: '外观' },
  en: { opening: 'Opening Files', appearance: 'Appearance' },
} as const

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`what is announced while an application or a part of the settings loads is its name, at every step (${language}, ${width} px)`, async ({
    page,
    context,
  }) => {
    const { opening, appearance } = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await signIn(page, 'teacher')
    const announced = page.getByRole('main').getByRole('status')

    await test.step('an application', async () => {
      const release = await Promise.all(['ApplicationPage', 'files'].map((name) => holdScript(page, name)))
      const asked = page.waitForRequest('**/assets/ApplicationPage-*.js')
      await appIcon(page, 'files').click()
      await asked
      await expect(announced).toHaveAccessibleName(opening)
      const askedForApplication = page.waitForRequest('**/assets/files-*.js')
      release[0]?.()
      await askedForApplication
      await expect(announced).toHaveAccessibleName(opening)
      release[1]?.()
      await expect(page.getByRole('button', { name: /^(?:Upload files|上传文件)$/ })).toBeVisible()
    })

    await test.step('a part of the settings', async () => {
      const release = await holdScript(page, 'SettingsPage')
      const asked = page.waitForRequest('**/assets/SettingsPage-*.js')
      await page.goto('/pages/base/desktop/setting?part=appearance')
      await asked
      await expect(announced).toHaveAccessibleName(appearance)
      release()
      await expect(page.getByRole('heading', { level: 1, name: appearance })).toBeVisible()
    })
  })
}
