import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { saveType } from '../../../contract/endpoints/people/unit-roles.ts'
import { createFolder } from '../../../contract/endpoints/storage/files.ts'
import { saveShare, withdrawShare, sharesOf } from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import * as session from '../../../contract/endpoints/sign-in/session.ts'
import { errorText } from '../../../contract/error-texts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import { DEFAULT_SERVER_ID } from '../../../contract/limits.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { signIn as signInCaller, type PortalCaller } from '../../support/callers/portal-caller.ts'
import { contentPath, md5Of } from '../../support/callers/storage-caller.ts'
import { unzip } from '../../support/samples/mutated-files.ts'
import { AWAY, chooseEnglish, expect, PASSWORD, PLACES, signIn, startSession, test } from '../fixtures.ts'

test.use({ school: 'downloads' })

const WORDS = {
  'zh-CN': {
    download: (name: string) => `下载 ${name}`,
    folder: (name: string) => `将 ${name} 下载为 ZIP`,
    preview: '下载',
    login: '用户登录',
    username: '用户名',
    password: '密码',
    submit: '登录',
    failed: (name: string) => `“${name}”没有下载。`,
    offline: '现在没有网络，联网后才能这样做',
  },
  en: {
    download: (name: string) => `Download ${name}`,
    folder: (name: string) => `Download ${name} as a ZIP`,
    preview: 'Download',
    login: 'User login',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    failed: (name: string) => `“${name}” was not downloaded. `,
    offline: 'You are offline. You can do this when you are back online',
  },
} as const

const filesOf = (kind: 'tm' | 'spm') => `/pages/files/pc_files_${kind}/index.html`

async function put(who: PortalCaller, name: string, text: string, folderId?: string): Promise<string> {
  const fields = { serverid: DEFAULT_SERVER_ID, md5: md5Of(Buffer.from(text)), name, ...(folderId && { folderId }) }
  return (await who.call(storage.upload, fields, new Blob([text]))).id
}

/** Presses what downloads and returns the name and the bytes of what the browser has saved. */
async function saved(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await link.click()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Counts what the browser saves from now on. */
function countSaved(page: Page): () => number {
  let count = 0
  page.on('download', () => count++)
  return () => count
}

async function lookAt(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}

/** As if the page had stood for a quarter of an hour. */
const lapse = (page: Page) => page.context().clearCookies({ name: 'portal_access' })

for (const [language, width] of PLACES) {
  const words = WORDS[language]

  test.describe(`${language}, ${width} px`, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      if (language === 'en') await chooseEnglish(page.context())
    })

    test('a link renews a session that ran out, and saves the file; a text is shown, and never the refusal', async ({
      page,
      portal,
      tolerate,
    }) => {
      // The preview asks for the bytes first, and renews the session when they are refused.
      tolerate(/status of 401/)
      const owner = await signInCaller(portal.url)
      const folder = `Renewed ${language}`
      const { id } = await owner.call(createFolder, { name: folder })
      await put(owner, 'plan.md', 'the plan', id)
      await put(owner, 'more.md', 'more of it', id)
      await signIn(page, 'teacher')
      await page.goto(filesOf('tm'))
      const zip = page.getByRole('link', { name: words.folder(folder), exact: true })
      await expect(zip).toBeVisible()
      await lapse(page)
      const whole = await saved(page, zip)
      expect(whole.name).toBe(`${folder}.zip`)
      expect([...(await unzip(whole.bytes)).keys()].toSorted()).toEqual([
        `${folder}/`,
        `${folder}/more.md`,
        `${folder}/plan.md`,
      ])

      await page.getByRole('link', { name: folder, exact: true }).click()
      const link = page.getByRole('link', { name: words.download('plan.md') })
      await expect(link).toBeVisible()
      await lapse(page)
      expect(await saved(page, link)).toEqual({ name: 'plan.md', bytes: Buffer.from('the plan') })

      await lapse(page)
      await page.getByRole('rowheader').getByRole('link').filter({ hasText: 'plan.md' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('region', { name: 'plan.md' })).toHaveText('the plan')
      await lapse(page)
      const inDialog = dialog.getByRole('link', { name: words.preview, exact: true })
      expect((await saved(page, inDialog)).bytes.toString()).toBe('the plan')
    })

    test('without a session it asks for the sign-in, saves nothing meanwhile, and goes on after it', async ({
      page,
      context,
      portal,
      tolerate,
    }) => {
      tolerate(AWAY)
      const owner = await signInCaller(portal.url)
      const name = `asked ${language}.md`
      await put(owner, name, 'after the sign-in')
      // The stream would tell of the end by itself.
      await context.route(/live\/events|unhandlecount/, (route) => route.abort())
      await signIn(page, 'teacher')
      await page.goto(filesOf('tm'))
      const link = page.getByRole('link', { name: words.download(name) })
      await expect(link).toBeVisible()
      const count = countSaved(page)
      await context.clearCookies()
      await link.click()
      const login = page.getByRole('dialog', { name: words.login })
      await expect(login).toBeVisible()
      await lookAt(page)
      expect(count()).toBe(0)

      await login.getByLabel(words.username).fill('teacher')
      await login.getByLabel(words.password, { exact: true }).fill(PASSWORD)
      const file = await saved(page, login.getByRole('button', { name: words.submit }))
      expect(file).toEqual({ name, bytes: Buffer.from('after the sign-in') })
      expect(count()).toBe(1)
    })

    test('a share that ended, a right that was taken and a network that is gone are said, and save nothing', async ({
      page,
      context,
      portal,
      tolerate,
    }) => {
      tolerate(AWAY)
      const owner = await signInCaller(portal.url)
      const pupil = await signInCaller(portal.url, { username: 'student', password: PASSWORD })
      const admin = await signInCaller(portal.url, { username: 'admin', password: PASSWORD })
      const name = `shared ${language}.md`
      const id = await put(owner, name, 'shared')
      const to = { kind: 'person', id: (await pupil.call(session.me, {})).userId } as const
      const share = () => owner.call(saveShare, { id, kind: 'file', to, edit: false, until: null, tell: false })
      await share()
      // The page would hear that a right is gone, and take its links away.
      await context.route(/live\/events|unhandlecount/, (route) => route.abort())
      await signIn(page, 'student')
      await page.goto(`${filesOf('spm')}#/shared`)
      const link = page
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('link', { name: words.download(name) })
      expect((await saved(page, link)).bytes.toString()).toBe('shared')
      const count = countSaved(page)

      await test.step('the share ended', async () => {
        const [given] = await owner.call(sharesOf, { id, kind: 'file' })
        await owner.call(withdrawShare, { id: given?.id ?? '' })
        await link.click()
        await expect(page.getByText(`${words.failed(name)}${errorText('files.not_found', language)}`)).toBeVisible()
        await lookAt(page)
      })
      await test.step('the right was taken', async () => {
        await share()
        await admin.call(saveType, { userType: 1, give: [], take: ['files_download'] })
        await link.click()
        await expect(page.getByText(`${words.failed(name)}${errorText('access.denied', language)}`)).toBeVisible()
        await admin.call(saveType, { userType: 1, give: ['files_download'], take: [] })
      })
      await test.step('the network is gone', async () => {
        await context.setOffline(true)
        // It says that it is disabled, and answers a press all the same.
        await link.press('Enter')
        await expect(page.getByText(words.offline)).toBeVisible()
        await context.setOffline(false)
      })
      expect(count()).toBe(0)
    })

    test('an address that is opened by itself says what happened and what to do, and is no file', async ({
      page,
      portal,
      tolerate,
    }) => {
      tolerate(/status of 40[134]/)
      const owner = await signInCaller(portal.url)
      const id = await put(owner, `opened ${language}.md`, 'opened')
      const count = countSaved(page)
      const expectPage = async (code: ErrorCode, status: number, path = contentPath(id)) => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(status)
        await expect(page.getByRole('heading', { name: errorText(code, 'zh-CN') })).toBeVisible()
        await expect(page.getByText(errorText(code, 'en'))).toBeVisible()
        await expect(page.getByText('Nothing was downloaded.')).toBeVisible()
        await expect(page.getByText('没有下载任何内容。')).toBeVisible()
        await lookAt(page)
      }
      await expectPage('session.required', 401)
      await startSession(page, 'student')
      await expectPage('files.not_found', 404)
      await expectPage('access.denied', 403, `/api/people/export.zip?kind=pupil&id=${id}`)
      expect(count()).toBe(0)
      await startSession(page, 'teacher')
      await page.goto(contentPath('018f0000-0000-7000-8000-000000000000'))
      await page.goto(contentPath(id)).catch(() => null)
      await expect.poll(count).toBe(1)
    })
  })
}
