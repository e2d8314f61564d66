import { waitFor } from './engine-page.ts'
import {
  fill,
  FILES_ICON,
  ICON,
  openLogin,
  PASSWORD,
  PASSWORD_FIELD,
  see,
  signIn,
  USERNAME_FIELD,
  type Story,
} from './story.ts'

/** More presses of Tab than any of these pages has places for the focus. */
const PLACES_MOST = 80

export const signInStories: readonly Story[] = [
  {
    name: 'signing in: a wrong password is refused in words, the right one leads to the desktop',
    async tell(scene) {
      const { page } = scene
      await openLogin(scene)
      await fill(page, USERNAME_FIELD, 'teacher')
      await fill(page, PASSWORD_FIELD, 'wrong')
      await page.click({ css: 'button[type=submit]' })
      await see(page, { css: '[role=alert]', name: '用户名或密码错误' })
      await page.evaluate(() => document.querySelector<HTMLInputElement>('input[name=password]')?.select())
      await page.type(PASSWORD)
      await page.click({ css: 'button[type=submit]' })
      await see(page, ICON)
    },
  },
  {
    name: 'the desktop: every icon has its name and its picture',
    async tell(scene) {
      const { page } = scene
      await signIn(scene, 'teacher')
      let icons = 0
      await waitFor('the pictures of all icons', async () => {
        icons = await page.evaluate(countDrawnIcons)
        return icons > 0
      })
      return `${icons} icons`
    },
  },
  {
    name: 'keys alone lead from the login over the desktop into Files',
    async tell(scene) {
      const { page } = scene
      await openLogin(scene)
      await tabTo(USERNAME_FIELD.css)
      await page.type('teacher')
      await tabTo(PASSWORD_FIELD.css)
      await page.type(PASSWORD)
      await page.press('Enter')
      await see(page, ICON)
      await see(page, { css: '.h-tools button' })
      await tabTo(FILES_ICON.css)
      await page.press('Enter')
      const upload = '#viewport-fild-box button'
      await see(page, { css: upload, name: '上传文件' })
      await tabTo(upload, '上传文件')

      /** Presses Tab until the focus is there, and sees that it is shown. */
      async function tabTo(css: string, text?: string): Promise<void> {
        for (let presses = 0; presses < PLACES_MOST; presses += 1) {
          const at = await page.evaluate(
            (wanted) => {
              const focused = document.activeElement
              if (!focused?.matches(wanted.css) || !focused.textContent.includes(wanted.text ?? '')) return 'elsewhere'
              return focused.matches(':focus-visible') ? 'shown' : 'unseen'
            },
            { css, text: text ?? null },
          )
          if (at === 'shown') return
          if (at === 'unseen') throw new Error(`the focus is not shown on ${css}`)
          await page.press('Tab')
        }
        throw new Error(`no press of Tab leads to ${css} ${text ?? ''}`)
      }
    },
  },
]

/** Runs in the page: how many icons there are, or 0 until each of them has its name and all of its pictures. */
function countDrawnIcons(): number {
  const icons = [...document.querySelectorAll('#root [data-app-code]')]
  const isDrawn = (icon: Element): boolean => {
    const pictures = [...icon.querySelectorAll('img')]
    const hasPicture = pictures.length > 0 || icon.querySelector('svg') !== null
    return (
      hasPicture &&
      icon.textContent.trim() !== '' &&
      pictures.every((picture) => picture.complete && picture.naturalWidth > 0)
    )
  }
  return icons.every(isDrawn) ? icons.length : 0
}
