import type { BrowserContext, Page } from '@playwright/test'

/** Keeps the page's script on its way, in one page or in all of a context, until the returned function is called. */
export async function holdScript(where: Page | BrowserContext): Promise<() => void> {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await where.route('**/assets/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}
