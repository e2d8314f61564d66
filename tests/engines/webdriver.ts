import * as z from 'zod/mini'

/** The name under which the id of an element stands in JSON. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
export type WebDriverElement = Readonly<Record<typeof ELEMENT, string>>

const answerSchema = z.object({ value: z.unknown() })
const failureSchema = z.object({ value: z.object({ error: z.string(), message: z.string() }) })
const sessionSchema = z.object({ sessionId: z.string(), capabilities: z.looseObject({ browserVersion: z.string() }) })

/** A driver's refusal; `code` is one of the WebDriver standard, such as 'stale element reference'. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** A session of a browser, by the plain WebDriver protocol. All functions reject with WebDriverError. */
export interface WebDriverSession {
  readonly browserVersion: string
  get(path: string): Promise<unknown>
  post(path: string, body?: object): Promise<unknown>
  /** The value of an expression in the page, as JSON; `element` is the expression's `arguments[0]`. */
  evaluate(expression: string, element?: WebDriverElement): Promise<unknown>
  end(): Promise<void>
}

/** Opens a session with these capabilities at a driver's address. */
export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const opened = await request(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const { sessionId, capabilities: got } = z.parse(sessionSchema, opened)
  const base = `${driver}/session/${sessionId}`
  return {
    browserVersion: got.browserVersion,
    get: (path) => request(base, 'GET', path),
    post: (path, body = {}) => request(base, 'POST', path, body),
    evaluate: (expression, element) =>
      request(base, 'POST', '/execute/sync', { script: `return ${expression}`, args: element ? [element] : [] }),
    async end() {
      await request(base, 'DELETE', '')
    },
  }
}

async function request(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const answer: unknown = await response.json()
  if (response.ok) return z.parse(answerSchema, answer).value
  const { error, message } = z.parse(failureSchema, answer).value
  throw new WebDriverError(error, message)
}
