import { isReadyForOffline } from '../support/browser/kept-on-device.ts'
import { waitFor, type Target } from './engine-page.ts'
import { ICON, see, seeNoMore, signIn, type Story } from './story.ts'

const SETTINGS = '/pages/base/desktop/setting?part='
const BRANDING = '/pages/administration/pc_administration_tm/index.html#/branding'
const ATTENDANCE = '/pages/attendance/pc_attendance_tm/index.html#/'
/** An administrator's pages. */
const SCREENS = [
  '/pages/base/pc_desktop_all/index.html',
  '/pages/files/pc_files_tm/index.html',
  ...['account', 'face', 'appearance', 'language', 'desktop', 'messages'].map((part) => SETTINGS + part),
  ...['device', 'about'].map((part) => SETTINGS + part),
  ...['mine', 'group/staff', 'group/staff/month'].map((part) => ATTENDANCE + part),
  BRANDING,
  ...['sign-in', 'sign-in/protection', 'faces', 'attendance', 'storage', 'trail'].map(
    (section) => `/pages/administration/pc_administration_tm/index.html#/${section}`,
  ),
  '/pages/unknown/pc_unknown_tm/index.html',
]
const OFFLINE_NOTICE: Target = { css: '[role=status]', name: /离线/ }
/** The person's menu, which has the theme and the language. */
const OWN_MENU: Target = { css: '.h-more > button' }
const USE_THEME: Target = { css: 'button', name: '使用这个主题' }

export const desktopStories: readonly Story[] = [
  {
    name: 'offline: a reload shows the last desktop and says so, and it recovers by itself',
    async tell(scene) {
      const { page, network } = scene
      await signIn(scene, 'teacher')
      const namesOf = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('#root [data-app-code] .d-icon__name')].map((name) => name.textContent),
        )
      const names = await namesOf()
      await waitFor('the service worker with all pictures', () => isReadyForOffline(page))
      network.cut()
      await page.reload()
      await see(page, OFFLINE_NOTICE)
      await waitFor('the same icons', async () => String(await namesOf()) === String(names))
      network.join()
      await seeNoMore(page, OFFLINE_NOTICE)
    },
  },
  {
    name: 'language: from Chinese to English and back, without a reload',
    async tell(scene) {
      const { page } = scene
      await signIn(scene, 'teacher')
      await see(page, { css: 'h2', name: '常用应用' })
      await page.evaluate(() => void Object.assign(window, { sameDocument: true }))
      await page.click(OWN_MENU)
      await page.click({ css: '.h-rows button', name: '语言' })
      await page.click({ css: '.h-choice', name: 'English' })
      await see(page, { css: 'h2', name: 'Common apps' })
      await page.click(OWN_MENU)
      await page.click({ css: '.h-rows button', name: 'Language' })
      await page.click({ css: '.h-choice', name: '简体中文' })
      await see(page, { css: 'h2', name: '常用应用' })
      const lang = await page.evaluate(() => ('sameDocument' in window ? document.documentElement.lang : 'reloaded'))
      if (lang !== 'zh-CN') throw new Error(`the document is ${lang}`)
    },
  },
  {
    name: 'theme: chosen, seen at once, and still there after a reload',
    async tell(scene) {
      const { page } = scene
      await signIn(scene, 'teacher')
      await page.click(OWN_MENU)
      await page.click({ css: '.h-rows button', name: '主题' })
      await page.click({ css: 'dialog label, [role=dialog] label', name: /荷塘/ })
      const isLotus = () =>
        page.evaluate(() => {
          const style = getComputedStyle(document.documentElement)
          return (
            document.documentElement.dataset['theme'] === 'lotus' && style.getPropertyValue('--l5').trim() === '#68a265'
          )
        })
      await waitFor('the colours of the lotus pond', isLotus)
      await page.click(USE_THEME)
      await seeNoMore(page, USE_THEME)
      await page.reload()
      await see(page, ICON)
      await waitFor('the colours of the lotus pond after a reload', isLotus)
    },
  },
  {
    name: 'every screen: has a heading, is not wider than the window, and throws nothing',
    async tell(scene) {
      const { page, network } = scene
      await signIn(scene, 'admin')
      for (const screen of SCREENS) {
        // Another document each time, also where only the hash differs.
        await page.goto('about:blank')
        await page.goto(network.url + screen)
        await see(page, { css: 'h1' })
        await seeNoMore(page, { css: '.k-skeleton' })
        await waitFor(`the styles of the previews on ${screen}`, () => page.evaluate(hasStyledFrames))
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (excess > 0) throw new Error(`${screen} is ${excess} px wider than the window`)
      }
      return `${SCREENS.length} screens`
    },
  },
]

/** Runs in the page: whether all style sheets of the frames that it draws itself are loaded and apply. */
function hasStyledFrames(): boolean {
  return [...document.querySelectorAll('iframe')].every((frame) => {
    const links = [...(frame.contentDocument?.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]') ?? [])]
    return links.length > 0 && links.every(({ sheet }) => sheet !== null)
  })
}
