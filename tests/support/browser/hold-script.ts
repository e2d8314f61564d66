import type { BrowserContext, Page } from '@playwright/test'

/** Holds back a script of the portal (`name` without its hash), in one page or in all of a context, until the returned function is called. */
export async function holdScript(where: Page | BrowserContext, name = 'index'): Promise<() => void> {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await where.route(`**/assets/${name}-*.js`, async (route) => {
    await held
    await route.continue()
  })
  return release
}
