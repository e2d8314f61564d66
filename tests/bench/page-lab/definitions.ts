import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import { launchBrowser, type Browser } from './browser.ts'
import type { Conditions } from './conditions.ts'
import type { Page } from './page.ts'
import { untilServiceWorkerRests, visit, type Visit } from './visit.ts'

/** The same names in the portal and in every reference page. */
export const USERNAME = 'input[name=username]'
export const PASSWORD = 'input[name=password]'
export const SUBMIT = 'button[type=submit]'
export const HOME = '[data-app-code]'

const HOME_PATIENCE = 30_000
/** Pauses of a person who types at their own pace. */
const BETWEEN_FIELDS = 120
const BEFORE_CLICK = 300

/** A page under measurement. */
export interface Subject {
  readonly url: string
  /** What makes it ready: the user name's field unless said. */
  readonly readySelector?: string
  readonly trustedKey: string | undefined
}

export interface Person {
  readonly username: string
  readonly password: string
}

/** Runs the work with a new, empty profile folder and removes it afterwards. */
export async function withProfile<T>(work: (profile: string) => Promise<T>): Promise<T> {
  const profile = await mkdtemp(path.join(tmpdir(), 'page-lab-profile-'))
  try {
    return await work(profile)
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** One visit in a browser that has just been started: the first of a new profile, or a later one. */
export async function visitOnce(subject: Subject, profile: string): Promise<Visit> {
  return inBrowser(subject, profile, 'slow', async (browser, page) => {
    const seen = await visit(browser, page, subject.url)
    await untilServiceWorkerRests(browser, page)
    return seen
  })
}

/** A later visit of the same profile without a network. Milliseconds until the page is ready; null when it does not open. */
export async function visitOffline(subject: Subject, profile: string): Promise<number | null> {
  return inBrowser(subject, profile, 'offline', (browser, page) =>
    visit(browser, page, subject.url).then(
      (seen) => seen.ready,
      () => null,
    ),
  )
}

/**
 * A practised user types and presses the button the moment the form can be typed in. Milliseconds from the navigation to the first
 * application; null when what was typed or the press got lost.
 */
export async function signInAtOnce(subject: Subject, profile: string, person: Person): Promise<number | null> {
  return inBrowser(subject, profile, 'slow', async (_browser, page) => {
    await page.navigate(subject.url)
    const ready = await until(() => page.reports.find((one) => one.what === 'ready'), { what: 'the form', interval: 5 })
    await page.fill(USERNAME, person.username)
    await page.fill(PASSWORD, person.password)
    await page.click(SUBMIT)
    const home = await homeReport(page)
    return home === null ? null : home - ready.origin
  })
}

export interface SignIn {
  /** Milliseconds from the press to the first application; null when it never came. */
  readonly clickToHome: number | null
  /** Where the page was when it was quiet again. */
  readonly homeUrl: string
}

/** Signs in on a page that has come to rest, and waits until the desktop and the service worker rest too. */
export async function signInCalmly(subject: Subject, profile: string, person: Person): Promise<SignIn> {
  return inBrowser(subject, profile, 'slow', async (browser, page) => {
    await visit(browser, page, subject.url)
    await untilServiceWorkerRests(browser, page)
    await page.fill(USERNAME, person.username)
    await pause(BETWEEN_FIELDS)
    await page.fill(PASSWORD, person.password)
    await pause(BEFORE_CLICK)
    await page.click(SUBMIT)
    const home = await homeReport(page)
    const click = page.reports.findLast((one) => one.what === 'click')
    if (home !== null) {
      await until(() => browser.network.quietFor() > BEFORE_CLICK, { what: 'the desktop to be quiet' })
      await untilServiceWorkerRests(browser, page)
    }
    return {
      clickToHome: home === null || !click ? null : home - click.at,
      homeUrl: String(await page.evaluate('location.href')),
    }
  })
}

async function homeReport(page: Page): Promise<number | null> {
  const report = until(() => page.reports.find((one) => one.what === 'home'), { patience: HOME_PATIENCE })
  return report.then(
    (one) => one.at,
    () => null,
  )
}

async function inBrowser<T>(
  { readySelector = USERNAME, trustedKey }: Subject,
  profile: string,
  conditions: Conditions,
  work: (browser: Browser, page: Page) => Promise<T>,
): Promise<T> {
  const probe = { readySelector, typeable: readySelector === USERNAME, homeSelector: HOME }
  const browser = await launchBrowser({ profile, conditions, probe, trustedKey })
  try {
    return await work(browser, await browser.openPage())
  } finally {
    await browser.close()
  }
}
