import type { Page } from '@playwright/test'
import type { Language } from '../../../contract/envelope.ts'
import { visitArea, visitAsAdmin, visitAsParent, visitSignedOut, type Look } from './every-screen.ts'
import { chooseEnglish, expect, PLACES, popNothingUp, test } from '../fixtures.ts'
import { findHiddenCurrent, findViolations, isWiderThanWindow } from '../../support/browser/look-at-page.ts'

// They only look; one after the other they would be the longest file by far.
test.describe.configure({ mode: 'parallel', timeout: 1_800_000 })

const PLAIN = { colorScheme: 'light', contrast: 'no-preference', forcedColors: 'none' } as const
/** Beside light colours. Colours do not depend on the width, so that one is enough for them. */
const CONTRASTS = {
  dark: { ...PLAIN, colorScheme: 'dark' },
  'more contrast': { ...PLAIN, contrast: 'more' },
  'dark with more contrast': { ...PLAIN, colorScheme: 'dark', contrast: 'more' },
  'forced colours': { ...PLAIN, forcedColors: 'active' },
} as const

/** What surrounds all pages of a school alike, as long as nothing of it is open. */
const FRAME = '.h-bar, .f-footer'

/** Axe on each screen, and on a wide window in each contrast, one after the other: the way to a screen takes longer than looking at it. */
async function lookInEveryContrast(page: Page, language: Language, width: number): Promise<Look> {
  await page.emulateMedia({ reducedMotion: 'reduce', ...PLAIN })
  await page.setViewportSize({ width, height: 844 })
  if (language === 'en') await chooseEnglish(page.context())
  const framesSeen = new Set<string>()
  return async (screen) => {
    const isWide = width > 1024
    expect(await findViolations(page, { withoutColors: !isWide }), screen).toEqual([])
    expect(await isWiderThanWindow(page), screen).toBe(false)
    expect(await findHiddenCurrent(page), screen).toEqual([])
    if (!isWide) return
    const has = async (selector: string) => (await page.locator(selector).count()) > 0
    const school = new URL(page.url()).host
    // What a dialog stands over was looked at before.
    const isDialog = await has('dialog[open]')
    const isFrameSeen = framesSeen.has(school) && !(await has('.h-bar [aria-expanded=true]'))
    const where = isDialog ? { only: 'dialog[open]' } : isFrameSeen ? { except: FRAME } : {}
    for (const [name, media] of Object.entries(CONTRASTS)) {
      await page.emulateMedia(media)
      expect(await findViolations(page, { colorsOnly: true, ...where }), `${screen}, ${name}`).toEqual([])
    }
    await page.emulateMedia(PLAIN)
    if (!isDialog && (await has('.h-bar'))) framesSeen.add(school)
  }
}

for (const [language, width] of PLACES) {
  test(`axe finds nothing on any screen in any contrast, and none has to be moved sideways (${language}, ${width} px)`, async ({
    page,
    tolerate,
  }) => {
    tolerate(/404/)
    // On a phone they stand over the bar for a quarter of a minute each time; the family's are looked at below.
    await popNothingUp(page.context())
    const look = await lookInEveryContrast(page, language, width)
    await visitSignedOut(page, look)
    await visitAsAdmin(page, look)
  })

  test(`nor on a family’s, or an education office’s (${language}, ${width} px)`, async ({ page, portal }) => {
    const look = await lookInEveryContrast(page, language, width)
    await visitAsParent(page, look)
    await visitArea(page, look, `http://area.localhost:${portal.port}`)
  })
}
