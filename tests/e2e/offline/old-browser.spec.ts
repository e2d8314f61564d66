import { expect, test } from '../fixtures.ts'
import { pageRoot } from '../../support/browser/parts.ts'

test('the document says to Internet Explorer 6 to 8 alone, without any script, that its version is too low', async ({
  page,
  portal,
}) => {
  const text = await (await page.request.get(`${portal.url}/login`)).text()
  // They know no "hidden", so the notice is seen; the comment opens what hides the rest.
  expect(text).toMatch(
    /<div id="old-browser" hidden>.*浏览器版本过低.*too low.*<\/div><!--\[if lt IE 9\]><div style="display:none"><!\[endif\]--><div id="root">/s,
  )

  // Other browsers do not see it.
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: '用户登录' })).toBeVisible()
  await expect(page.getByText('浏览器版本过低')).toBeHidden()
})

for (const userAgent of [
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
]) {
  test.describe(userAgent, () => {
    test.use({ userAgent, serviceWorkers: 'block' })

    test('gets the notice in place of the page, in both languages', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByText('浏览器版本过低')).toBeVisible()
      await expect(page.getByText('A modern browser such as Edge, Chrome or Firefox is recommended.')).toBeVisible()
      await expect(pageRoot(page)).toBeHidden()
    })
  })
}
