import type { Locator, Page } from '@playwright/test'
import * as voice from '../../../contract/endpoints/voice.ts'
import { AWAY, chooseEnglish, expect, popNothingUp, signIn, test as base } from '../fixtures.ts'
import { findTool } from '../../support/browser/header-tools.ts'
import { findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'
import { startFakeSpeechService, type FakeSpeechService } from '../../support/fakes/fake-speech-service.ts'
import { addSpeechService } from '../../support/schools/speech-service.ts'
import { usePortalData } from '../../support/schools/social-providers.ts'
import { headerTools, notices, palette } from '../../support/browser/parts.ts'

/** Chromium's own microphone, which beeps. */
const MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']

const test = base.extend<object, { peer: FakeSpeechService }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...MICROPHONE] })
    },
    { scope: 'worker' },
  ],
  peer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const peer = await startFakeSpeechService()
      await use(peer)
      await peer.close()
    },
    { scope: 'worker' },
  ],
})
test.use({ school: 'voice' })

const HOME = '/pages/base/pc_desktop_all/index.html'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Voice assistant' })
/** Notices stand within an open dialog. */
const told = (page: Page) =>
  dialog(page)
    .getByRole('status')
    .filter({ hasNot: notices(page) })
const opener = (page: Page) => headerTools(page).getByRole('button', { name: 'Voice assistant' })
const large = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^(Hold to talk|Let go to finish|I have finished)$/ })
    .first()

/** Playwright's own taps are over at once. */
async function holdFinger(page: Page, button: Locator): Promise<{ lift(): Promise<unknown> }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  return { lift: () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }) }
}

/** The browser's own recogniser as far as the portal uses it: the real one sends the sound to its vendor. `says` is read when it is stopped. */
async function bringRecogniser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Recogniser extends EventTarget {
      lang = ''
      start() {
        this.dispatchEvent(new Event('start'))
        this.tell('Open')
      }
      stop() {
        this.tell(`Open Attendance. (${this.lang})`.replace(' (en-US)', ''))
        this.dispatchEvent(new Event('end'))
      }
      abort() {
        this.dispatchEvent(new Event('end'))
      }
      tell(transcript: string) {
        this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript }]] }))
      }
    }
    Object.assign(window, { SpeechRecognition: Recogniser })
  })
}

test('speaking opens pages: by the browser’s recogniser, by the school’s service, and typing where nothing else is', async ({
  page,
  context,
  portal,
  peer,
  tolerate,
}) => {
  tolerate(AWAY)
  // Of the set clock in a window that is just being opened.
  tolerate(/callback is no longer runnable/)
  await chooseEnglish(context)
  await popNothingUp(context)
  await page.clock.install()
  await page.addInitScript(() =>
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined }),
  )
  await signIn(page, 'teacher')

  await test.step('a short press says how it is done, for three seconds', async () => {
    await opener(page).click()
    await expect(told(page)).toHaveText('Keep the microphone pressed while you talk, and let go when you have finished')
    await expect(large(page)).toBeFocused()
    await page.clock.fastForward(3000)
    await expect(told(page)).toContainText('Hold the microphone and say what to open')
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('without a recogniser it is typed, and what was typed survives', async () => {
    await dialog(page).getByRole('button', { name: 'Talk without holding' }).click()
    await expect(told(page)).toHaveText('This browser cannot recognise speech. Type it below')
    const field = dialog(page).getByRole('textbox', { name: 'Or type it' })
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription('Fill this in')
    await field.fill('tell me a joke')
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription("Oh, I haven't learned this skill yet, let's put it another way!")
    await expect(field).toHaveValue('tell me a joke')
    await context.setOffline(true)
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/network|connection/i)
    await context.setOffline(false)
    await field.fill('please open my files')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/pc_files_tm\//)
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('another site opens in a new window', async () => {
    await context.route('https://www.nlc.cn/**', (route) => route.fulfill({ body: 'The library' }))
    await opener(page).click()
    const field = dialog(page).getByRole('textbox', { name: 'Or type it' })
    await field.fill('national library')
    const opened = context.waitForEvent('page')
    await field.press('Enter')
    const library = await opened
    await library.waitForURL('https://www.nlc.cn/')
    expect(await library.evaluate(() => window.opener)).toBeNull()
    await library.close()
  })

  await test.step('the browser’s recogniser, held in the header', async () => {
    await bringRecogniser(page)
    await page.goto(HOME)
    await opener(page).hover()
    await page.mouse.down()
    await expect(told(page)).toHaveText('Listening')
    await expect(dialog(page).getByText('Heard: “Open”')).toBeVisible()
    await page.mouse.up()
    await expect(page).toHaveURL(/\/pc_attendance_tm\//)
    await expect(page.getByText('Opened for “Open Attendance”')).toBeVisible()
  })

  await usePortalData(portal.dataFolder, (database, vault) => addSpeechService(database, vault, peer.form))
  await page.goto(HOME)

  await test.step('a refused microphone says how to allow it', async () => {
    // A browser without windows asks nobody.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await opener(page).focus()
    await page.keyboard.down('Space')
    await expect(told(page)).toContainText('The browser does not allow the microphone')
    await page.keyboard.up('Space')
    expect(await findViolations(page)).toEqual([])
    expect(peer.tasks.filter(({ bytes }) => bytes > 0)).toEqual([])
  })

  await page.goto(HOME)

  await test.step('the school’s service gets the sound while the key is held, and its text is looked up', async () => {
    peer.behaviour.says = 'Change my password.'
    await opener(page).focus()
    await page.keyboard.down('Enter')
    await expect(told(page)).toHaveText('Listening')
    await expect(dialog(page).getByRole('timer')).toHaveText(/^(60|5\d) seconds left$/)
    await expect(dialog(page).getByText('Heard: “Ch”')).toBeVisible()
    // Held keys repeat, which presses nothing.
    await page.keyboard.down('Enter')
    await expect.poll(() => peer.tasks.at(-1)?.loudest).toBeGreaterThan(1000)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.up('Enter')
    await expect(page).toHaveURL(/\/desktop\/setting$/)
    expect(peer.tasks.at(-1)).toMatchObject({ appKey: 'english-project', isComplete: true })
  })

  await test.step('without holding: a press begins, and after 60 seconds it ends by itself', async () => {
    peer.behaviour.says = '。'
    await opener(page).click()
    await dialog(page).getByRole('button', { name: 'Talk without holding' }).click()
    await expect(told(page)).toHaveText('Listening')
    await expect(dialog(page).getByRole('button', { name: 'I have finished' })).toHaveCount(2)
    await page.clock.fastForward(60_000)
    await expect(told(page)).toHaveText("I don't seem to understand. Can you say it again?")
    expect(peer.tasks.at(-1)).toMatchObject({ isComplete: true })
  })

  await test.step('what nothing matches, and Escape, which forgets what is being said', async () => {
    peer.behaviour.says = 'Tell me a joke!'
    await large(page).hover()
    await page.mouse.down()
    await expect(told(page)).toHaveText('Listening')
    await page.mouse.up()
    await expect(told(page)).toHaveText("Oh, I haven't learned this skill yet, let's put it another way!")
    await expect(dialog(page).getByText('Heard: “Tell me a joke”')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    const lookUps: string[] = []
    page.on('request', (request) => void (request.url().includes(voice.lookUp.path) && lookUps.push(request.url())))
    await dialog(page).getByRole('button', { name: 'Talk without holding' }).click()
    await expect(told(page)).toHaveText('Listening')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(opener(page)).toBeFocused()
    expect(lookUps).toEqual([])
    expect(peer.tasks.at(-1)).toMatchObject({ isComplete: false })
  })

  await test.step('a failing service names the server’s configuration', async () => {
    await page.route(`**${voice.token.path}*`, (route) => route.fulfill({ json: REFUSED }))
    await opener(page).click()
    await dialog(page).getByRole('button', { name: 'Talk without holding' }).click()
    await expect(told(page)).toHaveText('check server configuration')
    await page.unroute(`**${voice.token.path}*`)
    peer.behaviour.fails = true
    await dialog(page).getByRole('button', { name: 'Talk without holding' }).click()
    await expect(told(page)).toHaveText('check server configuration')
    peer.behaviour.fails = false
    await page.keyboard.press('Escape')
  })

  await test.step('on a phone it is in the sheet and in the search', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/pages/base/mobile_desktop_all/index.html')
    await (await findTool(page, 'Voice assistant')).click()
    await expect(dialog(page)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const inSearch = palette(page).getByRole('button', { name: 'Voice assistant' })
    expect(await findViolations(page)).toEqual([])
    peer.behaviour.says = 'Open files'
    const finger = await holdFinger(page, inSearch)
    await expect(told(page)).toHaveText('Listening')
    await finger.lift()
    await expect(page).toHaveURL(/\/mobile_files_tm\//)
  })
})

const REFUSED = {
  status: 502,
  code: 'voice.service_failed',
  message: '语音服务没有响应，请检查服务器配置|||check server configuration',
}
