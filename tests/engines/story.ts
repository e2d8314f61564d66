import type { FaultProxy } from '../support/fakes/fault-proxy.ts'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { describeTarget, waitFor, type EnginePage, type Target } from './engine-page.ts'

/** What a story is told with: a browser with an empty profile, and a network between it and the portal. */
export interface Scene {
  readonly page: EnginePage
  readonly network: FaultProxy
  /** The portal's own address, which the network has no part in. */
  readonly portalUrl: string
  /** An empty folder of this story. */
  readonly folder: string
}

/** A part of the portal that every engine has to show. `tell` resolves with a remark for the report or nothing, and rejects when it failed. */
export interface Story {
  readonly name: string
  tell(scene: Scene): Promise<string | void>
}

export const PASSWORD = TEACHER.password
export const USERNAME_FIELD: Target = { css: 'input[name=username]' }
export const PASSWORD_FIELD: Target = { css: 'input[name=password]' }
export const ICON: Target = { css: '#root [data-app-code]' }
export const FILES_ICON: Target = { css: '#root [data-app-code=files]' }

/** Waits until a target is visible. */
export async function see(page: EnginePage, target: Target): Promise<void> {
  await waitFor(describeTarget(target), () => page.isVisible(target))
}

/** Waits until a target is not visible any more. */
export async function seeNoMore(page: EnginePage, target: Target): Promise<void> {
  await waitFor(`the end of ${describeTarget(target)}`, async () => !(await page.isVisible(target)))
}

/** Types into a field, and makes sure that it has taken it. */
export async function fill(page: EnginePage, field: Target, text: string): Promise<void> {
  await page.click(field)
  await page.type(text)
  const held = await page.evaluate(() => {
    const focused = document.activeElement
    return focused instanceof HTMLInputElement ? focused.value : `a focused ${focused?.tagName}`
  })
  if (held !== text) throw new Error(`${describeTarget(field)} holds ${held} after ${text} was typed`)
}

/** Opens the login page, and waits until its script has taken the form over. To-dos do not pop up on this device: they would lie above what a story clicks. */
export async function openLogin({ page, network }: Scene): Promise<void> {
  await page.goto(`${network.url}/login`)
  await page.evaluate(() => localStorage.setItem('todoPopup', 'false'))
  await see(page, { css: '.l-eye' })
}

/** Signs a demo account in at the login page, and waits for the desktop with its tools. */
export async function signIn(scene: Scene, username: string): Promise<void> {
  const { page } = scene
  await openLogin(scene)
  await fill(page, USERNAME_FIELD, username)
  await fill(page, PASSWORD_FIELD, PASSWORD)
  await page.click({ css: 'button[type=submit]' })
  await see(page, ICON)
  await see(page, { css: '.h-tools button' })
}
