import puppeteer, { type ElementHandle, type LaunchOptions, type Page } from 'puppeteer-core'
import { createEnginePage, type Engine, type FoundElement, type PageDriver } from './engine-page.ts'
import { isClickable } from './in-page.ts'

const WINDOW = { width: 1280, height: 800 }
/** What puppeteer and the browsers say of an element or a document that has gone meanwhile. */
const GONE = /not clickable|context|detached|not connected|no such|stale/i

/** Firefox counts loads through a service worker that leaving the page has broken off among the page's errors. */
const BROKEN_OFF = /A ServiceWorker intercepted the request and encountered an unexpected error/

/** Starts a browser that puppeteer drives. */
export async function startByPuppeteer(name: string, options: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch({ headless: true, defaultViewport: WINDOW, ...options })
  const [, version = ''] = /\/([\d.]+)/.exec(await browser.version()) ?? []
  return {
    name: `${name} ${version}`,
    async open() {
      const context = await browser.createBrowserContext()
      return createEnginePage(drive(await context.newPage(), () => context.close()))
    },
    close: () => browser.close(),
  }
}

function drive(page: Page, close: () => Promise<void>): PageDriver {
  const uncaught: string[] = []
  page.on('pageerror', (error) => {
    if (!BROKEN_OFF.test(String(error))) uncaught.push(String(error))
  })
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    async goto(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    evaluate: (expression) => page.evaluate(expression),
    async find(expression) {
      const element = (await page.evaluateHandle(expression)).asElement()
      return element && holdElement(element as ElementHandle)
    },
    isPassing: (error) => error instanceof Error && GONE.test(error.message),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async cookies() {
      const cookies = await page.browserContext().cookies()
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    uncaught: async () => uncaught,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  }
}

function holdElement(element: ElementHandle): FoundElement {
  return {
    isClickable: () => element.evaluate(isClickable),
    click: () => element.click(),
    giveFiles: (paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths),
  }
}
