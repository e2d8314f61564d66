import { chooseEnglish, expect, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { importList } from '../../support/callers/browser-imports.ts'
import { pageRoot, pickedPeople, rowsIn, slipsIn } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'guardian-slips' })

const WORDS = {
  'zh-CN': {
    search: '查找人员',
    page: '选中这一页',
    passwords: '初始密码',
    give: '生成密码',
    title: '家长邀请码',
    school: '河畔实验学校',
    whose: '缪小的家长',
    place: '四年级1班',
    address: '网址',
    code: '邀请码',
    use: '60 天内最多 4 位家长可用，需要输入孩子的全名。',
    print: '打印',
    close: '关闭',
    given: '家长邀请码',
  },
  en: {
    search: 'Find people',
    page: 'Select this page',
    passwords: 'First passwords',
    give: 'Create passwords',
    title: 'Parent codes',
    school: 'Riverside School',
    whose: 'Parents of Miao Xiao',
    place: 'Grade 4 Class 1',
    address: 'Address',
    code: 'Code',
    use: 'For up to 4 parents, within 60 days. You need the child’s full name.',
    print: 'Print',
    close: 'Close',
    given: 'Parent code',
  },
} as const

for (const [language, width] of toldOnce(
  [
    ['zh-CN', 1440],
    ['en', 390],
  ] as const,
  1,
)) {
  test(`a guardian without a username gets the child’s code on a slip, and nothing else of the child (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
  }) => {
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await page.addInitScript(() => {
      window.print = () => window.dispatchEvent(new Event('afterprint'))
    })
    await signIn(page, 'admin')
    await importList(
      page,
      '姓名,英文名,学号,年级,班级,出生日期,父亲姓名,父亲手机\n缪小,Miao Xiao,M870001,四年级,1班,2016-05-04,缪无机,\n',
    )
    await appIcon(pageRoot(page), 'administration').click()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const slip = slipsIn(page)
    const expectWhole = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
    }

    await test.step('the guardian is chosen in the list and gets a slip', async () => {
      await page.getByRole('search').getByRole('searchbox', { name: words.search }).fill('缪无机')
      await expect(rowsIn(page)).toHaveCount(1)
      await rowsIn(page).getByRole('checkbox').check()
      await pickedPeople(page).getByRole('button', { name: words.passwords }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.give }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeFocused()
      await expect(slip).toHaveCount(1)
      await expectWhole()
    })

    const code =
      await test.step('on paper stand the school, whose guardians, the address, the code and its use alone', async () => {
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
        const lines = (await slip.innerText()).split('\n').flatMap((line) => line.trim() || [])
        const written = lines.at(-2) ?? ''
        expect(written).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)+$/)
        const address = `localhost:${portal.port}/join`
        expect(lines).toEqual([
          words.school,
          words.whose,
          words.place,
          words.address,
          address,
          words.code,
          written,
          words.use,
        ])
        await expect(slip.getByRole('img')).toBeVisible()
        for (const secret of ['M870001', '缪无机', '2016']) await expect(slip).not.toContainText(secret)
        await page.emulateMedia({ media: 'screen' })
        return written
      })

    await test.step('it opens the page to join, and is shown this once', async () => {
      await button(words.print).click()
      await button(words.close).click()
      await expect(rowsIn(page)).toHaveCount(1)
      await page.getByRole('search').getByRole('searchbox', { name: words.search }).fill('M870001')
      await expect(rowsIn(page)).toContainText(language === 'en' ? 'Miao Xiao' : '缪小')
      await rowsIn(page).getByRole('link').first().click()
      await expect(page.getByRole('region', { name: words.given })).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(code)
      await expectWhole()
    })
  })
}
