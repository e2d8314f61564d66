import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, signIn, signInByForm, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'

// Schools are told of the office's colours, and nobody else's test may see them.
test.use({ school: 'shared-branding' })

const SECTION = '/pages/administration/pc_administration_tm/index.html#/branding'

const WORDS = {
  'zh-CN': {
    color: '主题色',
    scene: '登录页图景',
    sharing: '给学校',
    required: '所有学校统一',
    offered: '供学校选用',
    picture: '图景',
    lotus: '荷塘',
    publish: '发布',
    published: '已发布',
    set: '由春江区教育局统一设置，本校不能修改。',
    take: '采用春江区教育局的登录页图景',
    follows: '首次打开时跟随浏览器的语言',
    current: '正在使用',
  },
  en: {
    color: 'Colour',
    scene: 'Picture of the sign-in page',
    sharing: 'For the schools',
    required: 'Required',
    offered: 'Offered',
    picture: 'Picture',
    lotus: 'Lotus pond',
    publish: 'Publish',
    published: 'Published',
    set: 'is set by Chunjiang District Education Office for all its schools and cannot be changed here.',
    take: 'Use the one of Chunjiang District Education Office: Picture of the sign-in page',
    follows: 'Start in the browser’s language',
    current: 'In use',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`an office shares its colour and a picture, and a school takes the one and has to show the other (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
  }) => {
    test.slow()
    const words = WORDS[language]
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner(async (tx) => {
        // Of the story in another place.
        await tx.execute(sql`update branding_state set for_schools = null, own = null, taken = '{}'`)
      }),
    )
    const atOffice = await browser.newContext({ baseURL: portal.url.replace('localhost', 'area.localhost') })
    for (const one of [context, atOffice]) {
      if (language === 'en') await chooseEnglish(one)
      await popNothingUp(one)
    }
    const office = await atOffice.newPage()
    await office.setViewportSize({ width, height: 900 })
    await page.setViewportSize({ width, height: 900 })
    const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true })
    const tell = async (of: Page) => {
      await button(of, words.publish).click()
      await expect(of.getByRole('status').getByText(words.published, { exact: true }).first()).toBeVisible()
    }

    await test.step('the office says what its schools show, and publishes it', async () => {
      await signInByForm(office, 'admin')
      await office.goto(SECTION)
      const part = office.getByRole('region', { name: words.sharing })
      await part.getByRole('combobox', { name: words.color, exact: true }).selectOption({ label: words.required })
      await part.getByRole('combobox', { name: words.scene, exact: true }).selectOption({ label: words.offered })
      await office.getByRole('combobox', { name: words.picture, exact: true }).selectOption({ label: words.lotus })
      await expectWhole(office)
      await tell(office)
    })

    await test.step('the school reads what is required, and takes what is offered', async () => {
      await signIn(page, 'admin')
      await page.goto(SECTION)
      await expect(page.getByText(words.set)).toBeVisible()
      await expect(page.getByRole('group', { name: words.color, exact: true }).getByRole('button')).toHaveCount(0)
      const own = page.getByRole('combobox', { name: words.picture, exact: true })
      await expect(own).toBeVisible()
      await page.getByRole('checkbox', { name: words.take, exact: true }).check()
      await expect(own).toBeHidden()
      await expect(page.getByRole('group', { name: words.scene }).getByText(words.lotus)).toBeVisible()
      await page.getByRole('checkbox', { name: words.follows, exact: true }).check()
      await expectWhole(page)
      await tell(page)
    })

    await test.step('a visitor of the school sees the office’s colour and picture, in the browser’s language', async () => {
      const stranger = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', serviceWorkers: 'block' })
      const visitor = await stranger.newPage()
      await visitor.goto('/login')
      await expect(visitor.getByRole('document')).toHaveAttribute('lang', 'en')
      const scene = await visitor.evaluate(async (path) => {
        const answer = await fetch(path, { headers: { 'x-portal-device': 'pc' } })
        return JSON.parse((await answer.json()).data.decorationSet).theme
      }, unitConfig.path)
      expect(scene).toBe('lotus')
      await stranger.close()
    })

    await test.step('without the office the school has its own again', async () => {
      await page.getByRole('checkbox', { name: words.take, exact: true }).uncheck()
      await expect(page.getByRole('combobox', { name: words.picture, exact: true })).toBeVisible()
      await tell(page)
    })
    await atOffice.close()
  })
}
