import { spawn } from 'node:child_process'
import * as z from 'zod/mini'
import { findFreePort } from '../support/process/free-port.ts'
import { until } from '../support/until.ts'
import { createEnginePage, type Engine, type FoundElement, type Key, type PageDriver } from './engine-page.ts'
import { callInPage, isClickable, takeUncaught } from './in-page.ts'
import { openScreen } from './screen.ts'
import { ELEMENT, openSession, WebDriverError, type WebDriverElement, type WebDriverSession } from './webdriver.ts'

const WINDOW = { x: 0, y: 0, width: 1280, height: 870 }
/** WebDriver's characters for keys. */
const KEYS: Readonly<Record<Key, string>> = { Tab: '\uE004', Enter: '\uE007' }
/** What ends by itself when the page has come to rest. */
const PASSING = new Set(['stale element reference', 'element not interactable', 'element click intercepted'])
const runSchema = z.tuple([z.unknown(), z.array(z.string())])
const elementSchema = z.nullable(z.object({ [ELEMENT]: z.string() }))
const cookiesSchema = z.array(z.object({ name: z.string(), value: z.string() }))

/** Starts WebKitGTK's driver on a screen of its own. Each page is in a MiniBrowser of its own, whose profile lives in memory. */
export async function startWebKit(miniBrowser: string): Promise<Engine> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const screen = await openScreen()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display },
  })
  const exited = new Promise<void>((resolve) => driver.once('close', () => resolve()))
  const isUp = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isUp, { what: 'WebKitWebDriver' })
  const capabilities = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } }
  const open = () => openSession(address, capabilities)
  const first = await open()
  await first.end()
  return {
    name: `WebKitGTK ${first.browserVersion}`,
    async open() {
      const session = await open()
      await session.post('/window/rect', WINDOW)
      return createEnginePage(drive(session))
    },
    async close() {
      driver.kill()
      await exited
      await screen.close()
    },
  }
}

function drive(session: WebDriverSession): PageDriver {
  const uncaught: string[] = []

  /** Runs an expression, and takes what the page has not caught: a look at it with every step leaves out hardly anything of a page that is left. */
  async function run(expression: string): Promise<unknown> {
    const both = `Promise.resolve(${expression}).then((value) => [value, ${callInPage(takeUncaught)}])`
    const [value, errors] = z.parse(runSchema, await session.evaluate(both))
    uncaught.push(...errors)
    return value
  }

  async function press(keys: Iterable<string>): Promise<void> {
    const actions = Array.from(keys).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await session.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  return {
    async goto(url) {
      await session.post('/url', { url })
    },
    async reload() {
      await session.post('/refresh')
    },
    evaluate: run,
    async find(expression) {
      const element = z.parse(elementSchema, await run(expression))
      return element && holdElement(session, element)
    },
    isPassing: (error) => error instanceof WebDriverError && PASSING.has(error.code),
    type: press,
    press: (key) => press([KEYS[key]]),
    async cookies() {
      const cookies = z.parse(cookiesSchema, await session.get('/cookie'))
      return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    async uncaught() {
      await run('null')
      return uncaught
    },
    screenshot: async () => Buffer.from(z.parse(z.string(), await session.get('/screenshot')), 'base64'),
    close: () => session.end(),
  }
}

function holdElement(session: WebDriverSession, element: WebDriverElement): FoundElement {
  const path = `/element/${element[ELEMENT]}`
  return {
    isClickable: async () => (await session.evaluate(`(${String(isClickable)})(arguments[0])`, element)) === true,
    async click() {
      await session.post(`${path}/click`)
    },
    async giveFiles(paths) {
      await session.post(`${path}/value`, { text: paths.join('\n') })
    },
  }
}
