import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chooseEnglish, expect, PLACES, popNothingUp, signInByForm, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { newOperator, OPERATORS } from '../../support/schools/operators.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { hiddenWidth, pageRoot, rowsIn, sendLogin, wayBack } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'

test.use({ school: 'units', baseURL: async ({ portal }, use) => use(portal.url.replace('localhost', OPERATORS)) })

const WORDS = {
  'zh-CN': {
    units: '单位',
    new: '新建单位',
    name: '中文名称',
    englishName: '英文名称',
    unitName: '云溪实验学校',
    host: '网址的主机名',
    taken: '已有单位使用这个网址',
    person: '姓名',
    password: '密码',
    create: '建立单位',
    suspend: '停用',
    suspended: '已停用',
    told: '已暂停使用',
    archive: '归档',
    archived: '已归档',
    toldArchived: '已归档，只保存',
    limits: '修改限额',
    people: '人数',
    save: '保存',
    nearlyFull: '已满',
    bringBack: '恢复使用',
    back: '已恢复云溪实验学校',
    delete: '删除',
    confirmDeletion: '停用并删除',
    typed: '输入“云溪实验学校”确认',
    differs: '与单位名称不一致',
    cancel: '取消',
    export: '导出',
    exportOwner: '这份数据属于该单位',
    withFiles: '包含文件内容',
    ready: '可以下载',
    download: /^下载 .* 的导出$/,
    health: '运行状况',
    database: '数据库',
  },
  en: {
    units: 'Units',
    new: 'New unit',
    name: 'Chinese name',
    englishName: 'English name',
    unitName: 'Yunxi Experimental School',
    host: 'Host name of the address',
    taken: 'A unit already has this address',
    person: 'Name',
    password: 'Password',
    create: 'Create the unit',
    suspend: 'Suspend',
    suspended: 'Suspended',
    told: 'This portal is suspended',
    archive: 'Archive',
    archived: 'Archived',
    toldArchived: 'This portal is archived',
    limits: 'Change the limits',
    people: 'People',
    save: 'Save',
    nearlyFull: 'Full',
    bringBack: 'Restore',
    back: 'Yunxi Experimental School is in use again',
    delete: 'Delete',
    confirmDeletion: 'Suspend and delete',
    typed: 'Type “Yunxi Experimental School” to confirm',
    differs: 'This is not the name of the unit',
    cancel: 'Cancel',
    export: 'Export',
    exportOwner: 'The data belongs to the unit',
    withFiles: 'With the contents of files',
    ready: 'Ready',
    download: /^Download the export of /,
    health: 'Health',
    database: 'Database',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  // What has been scrolled half under the header is too small to be hit, for axe.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

for (const [language, width] of toldOnce(PLACES, 0)) {
  test(`the operator makes a school, suspends it and brings it back (${language}, ${width} px)`, async ({
    page,
    context,
    browser,
    portal,
    tolerate,
  }) => {
    test.slow()
    // The address that is taken, and the suspended school.
    tolerate(/status of 40[39]/)
    const words = WORDS[language]
    const host = `yunxi-${width}.localhost`
    await usePortalData(portal.dataFolder, (database) =>
      database.asOwner((tx) => tx.execute(newOperator(`operator${width}`))),
    )
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signInByForm(page, `operator${width}`)
    await appIcon(pageRoot(page), 'administration').click()
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })

    // The school's administrator, in a browser of their own.
    const school = await browser.newContext({ baseURL: portal.url.replace('localhost', host) })
    if (language === 'en') await chooseEnglish(school)
    const head = await school.newPage()

    await test.step('the list of units is the first section, and health is one page', async () => {
      await expect(heading(words.units)).toBeVisible()
      await expect(rowsIn(page).first()).toBeVisible()
      await expectWhole(page)
      await page.setViewportSize({ width: 820, height: 900 })
      await expect.poll(() => hiddenWidth(page.getByRole('table'))).toBe(0)
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('link', { name: words.health, exact: true }).click()
      await expect(heading(words.health)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: words.database })).toBeVisible()
      await expectWhole(page)
      await page.goBack()
    })

    await test.step('a school is made; an address that is taken is told at its field', async () => {
      await page.getByRole('link', { name: words.new, exact: true }).click()
      await expect(heading(words.new)).toBeVisible()
      await field(words.name).fill('云溪实验学校')
      await field(words.englishName).fill('Yunxi Experimental School')
      await field(words.host).fill('ginkgo.localhost')
      await field(words.person).fill('沈清妍')
      await field(words.password).fill('kestrel7moss')
      await button(words.create).click()
      await expect(page.getByText(words.taken)).toBeVisible()
      await expect(field(words.host)).toBeFocused()
      await expect(field(words.name)).toHaveValue('云溪实验学校')
      await expectWhole(page)
      await field(words.host).fill(host)
      await page.keyboard.press('Enter')
      await expect(heading(words.unitName)).toBeVisible()
      await expect(page.getByText(host).first()).toBeVisible()
      await expectWhole(page)
    })

    await test.step('everything that it owns is exported, and the file is saved', async () => {
      await button(words.export).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(words.exportOwner)).toBeVisible()
      await dialog.getByRole('checkbox', { name: words.withFiles }).check()
      await expectWhole(page)
      await dialog.getByRole('button', { name: words.export, exact: true }).click()
      await expect(page.getByText(words.ready, { exact: true })).toBeVisible()
      await expectWhole(page)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words.download }).click(),
      ])
      expect(saved.suggestedFilename()).toMatch(/^Yunxi Experimental School \d{4}-\d\d-\d\d\.zip$/)
      expect((await unzip(await readFile(await saved.path()))).get('index.en.txt')?.toString()).toContain(
        'This belongs to the unit',
      )
    })

    const signInAtSchool = async () => {
      await head.goto('/login')
      await sendLogin(head, 'admin', 'kestrel7moss')
      await expect(appIcon(pageRoot(head), 'files')).toBeVisible()
    }
    await test.step('its administrator signs in at its address', signInAtSchool)

    await test.step('it is suspended: its people see a page that says so, also those who had it open', async () => {
      await button(words.suspend).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.suspend, exact: true }).click()
      await expect(heading(words.unitName)).toContainText(words.suspended)
      // The page that was open goes there by itself.
      await expect(head).toHaveURL(/\/suspended$/)
      await expect(head.getByText(words.told)).toBeVisible()
    })

    await test.step('it is archived instead, and its address says so', async () => {
      await button(words.archive).click()
      await page.getByRole('alertdialog').getByRole('button', { name: words.archive, exact: true }).click()
      await expect(heading(words.unitName)).toContainText(words.archived)
      await head.reload()
      await expect(head.getByText(words.toldArchived)).toBeVisible()
      await expectWhole(page)
    })

    await test.step('it may have one person, and is full', async () => {
      await button(words.limits).click()
      await field(words.people).fill('1')
      await expectWhole(page)
      await page.getByRole('dialog').getByRole('button', { name: words.save, exact: true }).click()
      await expect(page.getByText(/^1( of |，最多 )1$/)).toBeVisible()
      await wayBack(page, words.units).click()
      await expect(page.getByText(words.nearlyFull, { exact: true }).first()).toBeVisible()
      await expectWhole(page)
      await page.goBack()
    })

    await test.step('deleting needs its name', async () => {
      await button(words.delete).click()
      await field(words.typed).fill('云溪')
      await button(words.confirmDeletion).click()
      await expect(page.getByText(words.differs)).toBeVisible()
      await expectWhole(page)
      await button(words.cancel).click()
    })

    await test.step('it is brought back, and its administrator signs in again', async () => {
      await button(words.bringBack).click()
      await expect(page.getByText(words.back)).toBeVisible()
      await expect(button(words.suspend)).toBeVisible()
      await signInAtSchool()
    })
    await school.close()
  })
}
