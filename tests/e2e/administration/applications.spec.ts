import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { AWAY, chooseEnglish, expect, PLACES, popNothingUp, signIn, test, toldOnce } from '../fixtures.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { openSection } from '../../support/browser/open-section.ts'
import { noticeOf, pageRoot } from '../../support/browser/parts.ts'
import { appIcon } from '../../support/browser/icons.ts'
import { chooseFile } from '../../support/browser/choose-file.ts'

test.use({ school: 'applications' })

const WORDS = {
  'zh-CN': {
    applications: '应用',
    add: '添加应用',
    name: '中文名称',
    english: '英文名称',
    group: '分组',
    url: '网址',
    wrong: '门户没有放行',
    teacher: '教师',
    seen: '能看到的人：教师',
    save: '保存',
    label: '选课系统',
    shown: '启用选课系统',
    delete: '删除选课系统',
    deleted: '已删除选课系统',
    undo: '撤销',
    undone: '已撤销',
    grip: '移动选课系统',
    first: '默认桌面',
    groupOf: '选课系统的分组',
    stored: '已保存默认桌面',
    own: '自己的图片',
    upload: '上传图片',
    teaching: '教务管理',
    logistics: '总务后勤',
  },
  en: {
    applications: 'Apps',
    add: 'Add an app',
    name: 'Name in Chinese',
    english: 'Name in English',
    group: 'Group',
    url: 'Address',
    wrong: 'and the portal does not allow it',
    teacher: 'Teachers',
    seen: 'Seen by: Teachers',
    save: 'Save',
    label: 'Course choice',
    shown: 'Course choice is switched on',
    delete: 'Delete Course choice',
    deleted: 'Course choice deleted',
    undo: 'Undo',
    undone: 'Undone',
    grip: 'Move Course choice',
    first: 'Default desktop',
    groupOf: 'Group of Course choice',
    stored: 'Default desktop saved',
    own: 'Own picture',
    upload: 'Upload a picture',
    teaching: 'Teaching affairs',
    logistics: 'Logistics',
  },
} as const

async function expectWhole(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** The desktop of another person, which stays open and is told of changes. */
async function openDesktop(context: BrowserContext, url: string, person: string, language: string): Promise<Page> {
  const other = await context.browser()?.newContext({ baseURL: url, serviceWorkers: 'block' })
  if (!other) throw new Error('no browser')
  if (language === 'en') await chooseEnglish(other)
  await popNothingUp(other)
  const page = await other.newPage()
  const stream = page.waitForRequest('**/api/base/live/events')
  await signIn(page, person)
  await stream
  return page
}

for (const [language, width] of toldOnce(PLACES, 1)) {
  test(`a link with an own picture is added for teachers, goes and comes back (${language}, ${width} px)`, async ({
    page,
    context,
    portal,
    tolerate,
  }) => {
    test.slow()
    // Refused fields, and pages that are left while they load.
    tolerate(AWAY)
    const words = WORDS[language]
    await page.setViewportSize({ width, height: 900 })
    if (language === 'en') await chooseEnglish(context)
    await popNothingUp(context)
    await signIn(page, 'admin')
    await appIcon(pageRoot(page), 'administration').click()
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    const rows = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

    await test.step('the section lists the applications by groups', async () => {
      await openSection(page, words.applications)
      await expect(heading(words.applications)).toBeVisible()
      await expect(rows('GeoGebra')).toBeVisible()
      await expectWhole(page)
    })

    await test.step('a link is added with a picture; what is wrong is said at its field', async () => {
      await page.getByRole('link', { name: words.add }).click()
      await expect(heading(words.add)).toBeFocused()
      await page.getByLabel(words.name).fill('选课系统')
      await page.getByLabel(words.english).fill('Course choice')
      await page.getByLabel(words.group).selectOption('ZDYYYFL-JWGL')
      await page.getByLabel(words.url).fill('http://choose.example')
      const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#8a2be2' } })
        .png()
        .toBuffer()
      await chooseFile(page.getByRole('button', { name: words.upload, exact: true }), {
        name: 'icon.png',
        mimeType: 'image/png',
        buffer: picture,
      })
      await expect(page.getByRole('radio', { name: words.own })).toBeChecked()
      await page.getByRole('checkbox', { name: words.teacher, exact: true }).check()
      await expect(page.getByText(words.seen)).toBeVisible()
      await page.getByRole('button', { name: words.save }).click()
      await expect(page.getByText(words.wrong)).toBeVisible()
      await expect(page.getByLabel(words.url)).toBeFocused()
      await expectWhole(page)
      await page.getByLabel(words.url).fill('https://choose.example/#/start')
      await page.getByRole('button', { name: words.save }).click()
      await expect(heading(words.applications)).toBeVisible()
      await expect(rows(words.label)).toHaveCount(1)
    })

    const iconOf = (of: Page, group: string = words.teaching) =>
      of.getByRole('region', { name: group, exact: true }).getByRole('link', { name: words.label })
    const teacher = await openDesktop(context, portal.url, 'teacher', language)
    const pupil = await openDesktop(context, portal.url, 'student', language)

    await test.step('a teacher sees it at its place with its picture, and a pupil does not', async () => {
      await expect(iconOf(teacher)).toHaveCount(1)
      await expect(iconOf(teacher)).toHaveAttribute('href', 'https://choose.example/#/start')
      expect(
        await iconOf(teacher)
          .getByRole('presentation')
          .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(0)
      await expect(appIcon(pageRoot(pupil), 'files')).toBeVisible()
      await expect(iconOf(pupil)).toHaveCount(0)
    })

    await test.step('switched off it goes at once, and the undo brings it back', async () => {
      await page.getByRole('checkbox', { name: words.shown }).uncheck()
      await expect(iconOf(teacher)).toHaveCount(0)
      await page.getByRole('button', { name: words.undo }).first().click()
      await expect(page.getByText(words.undone)).toBeVisible()
      await expect(page.getByRole('checkbox', { name: words.shown })).toBeChecked()
      await expect(iconOf(teacher)).toHaveCount(1)
    })

    await test.step('deleted it goes, and the undo brings it back', async () => {
      await page.getByRole('button', { name: words.delete }).click()
      await expect(iconOf(teacher)).toHaveCount(0)
      await noticeOf(page, words.deleted).getByRole('button', { name: words.undo }).last().click()
      await expect(rows(words.label)).toHaveCount(1)
      await expect(iconOf(teacher)).toHaveCount(1)
    })

    await test.step('on the first desktop of teachers it stands in another group', async () => {
      await page.getByRole('link', { name: words.first }).click()
      await expect(heading(words.first)).toBeVisible()
      await expectWhole(page)
      await page.getByLabel(words.groupOf).selectOption('ZDYYYFL-ZWHQ')
      await expect(page.getByText(words.stored)).toBeVisible()
      await expect(iconOf(teacher, words.logistics)).toHaveCount(1)
      await noticeOf(page, words.stored).getByRole('button', { name: words.undo }).last().click()
      await expect(iconOf(teacher)).toHaveCount(1)
    })

    await test.step('it is deleted, for the story in the other language', async () => {
      await page.goBack()
      await page.getByRole('button', { name: words.delete }).click()
      await expect(rows(words.label)).toHaveCount(0)
      await expect(iconOf(teacher)).toHaveCount(0)
    })
    await teacher.context().close()
    await pupil.context().close()
  })
}
