import { untilIdle } from './until-idle.ts'

/** Resolves once the page has loaded and the browser has nothing better to do. */
export async function untilQuiet(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
    })
  }
  await untilIdle()
}
