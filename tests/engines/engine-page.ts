import { until } from '../support/until.ts'
import { callInPage, findHeldChoice, findVisible, holdChoice, queryOf } from './in-page.ts'

/** Milliseconds until what does not come has failed: the tries of an upload may be half a minute apart, and engines without a graphics card are slow. */
const PATIENCE = 90_000

/** Waits until an answer is true. Rejects with `what` when it has not become so. */
export async function waitFor(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  await until(ask, { what, patience: PATIENCE })
}

/** What a story points at: the first element of a selector that is visible and, where `name` is given, has that name. */
export interface Target {
  readonly css: string
  /** The whole label, else the whole text; or a pattern that matches a part of it. */
  readonly name?: string | RegExp
}

export type Key = 'Tab' | 'Enter'

/** The one page of a browser with an empty profile, the same for every engine. Everything rejects when the browser refuses or is gone. */
export interface EnginePage {
  /** Resolves when the document is loaded. */
  goto(url: string): Promise<void>
  /** Loads the document again; the browser's question whether to leave is answered with yes. */
  reload(): Promise<void>
  /** Runs a function in the page, which sees nothing but its argument. The argument and the result are JSON. */
  evaluate<R, A = undefined>(inPage: (given: A) => R | Promise<R>, given?: A): Promise<R>
  /** Whether a target is visible now. */
  isVisible(target: Target): Promise<boolean>
  /** Clicks a target with the mouse as soon as it is visible and enabled, stands still and has nothing above it. */
  click(target: Target): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Clicks a button that opens the browser's choice of files, and answers it. */
  chooseFiles(button: Target, paths: readonly string[]): Promise<void>
  /** The Cookie header of a request that the page would send to its own address. */
  cookies(): Promise<string>
  /** The errors that scripts of the page have thrown and not caught so far. */
  uncaught(): Promise<readonly string[]>
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser that was started. */
export interface Engine {
  /** Its name and version. */
  readonly name: string
  open(): Promise<EnginePage>
  close(): Promise<void>
}

/** An element that a driver has a hold of. */
export interface FoundElement {
  /** See `isClickable` of in-page.ts. */
  isClickable(): Promise<boolean>
  click(): Promise<void>
  giveFiles(paths: readonly string[]): Promise<void>
}

/** What engines do each in a way of their own. */
export interface PageDriver extends Pick<
  EnginePage,
  'goto' | 'reload' | 'type' | 'press' | 'cookies' | 'uncaught' | 'screenshot' | 'close'
> {
  /** The value of an expression, as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** The element that is the value of an expression, or null. */
  find(expression: string): Promise<FoundElement | null>
  /** Whether an error says no more than that the page changed meanwhile. */
  isPassing(error: unknown): boolean
}

/** A page for stories, by what its engine's driver can do. */
export function createEnginePage(driver: PageDriver): EnginePage {
  const { goto, reload, type, press, cookies, uncaught, screenshot, close } = driver
  const find = (target: Target): Promise<FoundElement | null> => driver.find(callInPage(findVisible, queryOf(target)))
  const unlessPassing = (error: unknown): false => {
    if (driver.isPassing(error)) return false
    throw error
  }

  async function clickNow(target: Target): Promise<boolean> {
    const element = await find(target)
    if (!(await element?.isClickable())) return false
    await element?.click()
    return true
  }

  const click = async (target: Target): Promise<void> => {
    await waitFor(describeTarget(target), () => clickNow(target).catch(unlessPassing))
  }

  return {
    goto,
    reload,
    click,
    type,
    press,
    cookies,
    uncaught,
    screenshot,
    close,
    // What a function answers is for its caller to know: it stands in the same file.
    evaluate: async <R, A>(inPage: (given: A) => R | Promise<R>, given?: A) =>
      (await driver.evaluate(callInPage(inPage, given))) as R,
    isVisible: (target) => find(target).then((element) => element !== null, unlessPassing),
    async chooseFiles(button, paths) {
      await driver.evaluate(callInPage(holdChoice))
      await click(button)
      const choice = await until(() => driver.find(callInPage(findHeldChoice)), { what: 'a choice of files' })
      await choice.giveFiles(paths)
    },
  }
}

/** A target in words, for messages. */
export function describeTarget({ css, name }: Target): string {
  return name === undefined ? css : `${css} called ${String(name)}`
}
