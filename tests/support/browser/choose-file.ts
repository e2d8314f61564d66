import type { Locator, Page } from '@playwright/test'

type Files = Parameters<Awaited<ReturnType<typeof chooserOf>>['setFiles']>[0]

const chooserOf = (page: Page) => page.waitForEvent('filechooser')

/** Presses what asks for a file of the device, and gives it one. */
export async function chooseFile(button: Locator, file: Files): Promise<void> {
  const chooser = chooserOf(button.page())
  await button.click()
  await (await chooser).setFiles(file)
}
