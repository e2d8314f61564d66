import { visitArea, visitAsAdmin, visitAsParent, visitSignedOut, type Look } from './every-screen.ts'
import { chooseEnglish, expect, test } from './fixtures.ts'
import { findViolations } from './look-at-page.ts'

// They only look; one after the other they would be the longest file by far.
test.describe.configure({ mode: 'parallel' })

for (const [name, media] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['more contrast', { contrast: 'more' }],
  ['dark with more contrast', { colorScheme: 'dark', contrast: 'more' }],
  ['forced colours', { forcedColors: 'active' }],
] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on any screen (${name}, ${width} px)`, async ({ page, context, tolerate }) => {
      test.slow()
      tolerate(/404/)
      await page.emulateMedia({ reducedMotion: 'reduce', ...media })
      await page.setViewportSize({ width, height: 844 })
      await chooseEnglish(context)
      const look: Look = async (screen) => expect(await findViolations(page), screen).toEqual([])
      await visitSignedOut(page, look)
      await visitAsAdmin(page, look)
    })

    test(`nor on a family’s, or an education office’s (${name}, ${width} px)`, async ({ page, context, portal }) => {
      test.slow()
      await page.emulateMedia({ reducedMotion: 'reduce', ...media })
      await page.setViewportSize({ width, height: 844 })
      await chooseEnglish(context)
      const look: Look = async (screen) => expect(await findViolations(page), screen).toEqual([])
      await visitAsParent(page, look)
      await visitArea(page, look, `http://area.localhost:${portal.port}`)
    })
  }
}
