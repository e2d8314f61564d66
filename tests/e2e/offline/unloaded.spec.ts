import { AWAY, chooseEnglish, expect, test } from '../fixtures.ts'
import { findViolations } from '../../support/browser/look-at-page.ts'

for (const [language, words, what, path] of [
  [
    'zh-CN',
    { text: '网络连接失败，页面没有加载完整。', reload: '重新加载', other: 'The network failed' },
    'script',
    '**/assets/index-*.js',
  ],
  [
    'en',
    { text: 'The network failed before the page was complete.', reload: 'Reload', other: '网络连接失败' },
    'script’s own imports',
    '**/assets/base-*.js',
  ],
] as const)
  test(`a page whose ${what} does not arrive says so, and can be asked for again (${language})`, async ({
    page,
    context,
    tolerate,
  }) => {
    tolerate(AWAY)
    if (language === 'en') await chooseEnglish(context)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route(path, (route) => route.abort('connectionfailed'))
    await page.goto('/login')
    const notice = page.getByRole('alert').filter({ hasText: words.text })
    await expect(notice).toBeVisible()
    await expect(page.getByText(words.other)).toBeHidden()
    expect(await findViolations(page)).toEqual([])
    await page.unroute(path)
    await notice.getByRole('link', { name: words.reload }).click()
    await expect(page.getByRole('button', { name: language === 'en' ? '中文' : 'English' })).toBeVisible()
    await expect(notice).toBeHidden()
  })
