import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEACHER } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, median, show, type BenchOptions, type Figure } from './figures.ts'
import { makeCredentials, type Credentials } from './page-lab/credentials.ts'
import {
  HOME,
  signInAtOnce,
  signInCalmly,
  visitOffline,
  visitOnce,
  withProfile,
  type Subject,
} from './page-lab/definitions.ts'
import { frontOf } from './page-lab/front-proxy.ts'
import { serve } from './page-lab/lab-server.ts'
import type { Visit } from './page-lab/visit.ts'
import { staticPages } from './page-lab/static-pages.ts'
import { buildReactPage } from './reference/build-react-page.ts'

const ROUNDS = 5
const QUICK_ROUNDS = 1
const REFERENCE = fileURLToPath(new URL('./reference/', import.meta.url))

interface Subjects {
  readonly empty: Subject
  readonly form: Subject
  readonly latinForm: Subject
  readonly react: Subject
  readonly reactWithWorker: Subject
  readonly portal: Subject
}

type Round = Awaited<ReturnType<typeof measureRound>>

/** The login page and the way to the desktop, on slow 4G and a slow processor, beside an empty page, a plain form and a React-only page. */
export async function benchPages({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const credentials = makeCredentials()
  if (!credentials) say('openssl is missing: every page is served as plain HTTP/1.1')
  const portal = await startPortal({ dataFolder: path.join(folder, 'data') })
  const front = frontOf(portal.port, credentials ? 'https' : 'http')
  const servers = await Promise.all([
    serve(staticPages(path.join(REFERENCE, 'empty')), credentials),
    serve(staticPages(path.join(REFERENCE, 'form')), credentials),
    serve(staticPages(path.join(REFERENCE, 'latin-form')), credentials),
    serveReactPage(path.join(folder, 'react'), false, credentials),
    serveReactPage(path.join(folder, 'react-with-worker'), true, credentials),
    serve(front, credentials),
  ])
  const [empty, form, latinForm, react, reactWithWorker, ours] = servers.map(({ origin }) => origin)
  const trustedKey = credentials?.trustedKey
  const subjects: Subjects = {
    empty: { url: `${empty}/`, readySelector: 'a', trustedKey },
    form: { url: `${form}/`, trustedKey },
    latinForm: { url: `${latinForm}/`, trustedKey },
    react: { url: `${react}/`, trustedKey },
    reactWithWorker: { url: `${reactWithWorker}/`, trustedKey },
    portal: { url: `${ours}/login`, trustedKey },
  }
  try {
    const rounds: Round[] = []
    for (let round = 1; round <= (quick ? QUICK_ROUNDS : ROUNDS); round += 1) {
      rounds.push(await measureRound(subjects))
      say(`round ${round}: ${JSON.stringify(rounds.at(-1))}`)
    }
    return figuresOf(rounds)
  } finally {
    await portal.stop()
    await Promise.all(servers.map((server) => server.close()))
  }
}

async function serveReactPage(folder: string, withServiceWorker: boolean, credentials: Credentials | null) {
  await buildReactPage(folder, { withServiceWorker })
  return serve(staticPages(folder), credentials)
}

async function visitFirst(subject: Subject): Promise<Visit> {
  return withProfile((profile) => visitOnce(subject, profile))
}

/** Everything once, references and ours in turn, so that whatever else the machine does falls on all of them. */
async function measureRound({ empty, form, latinForm, react, reactWithWorker, portal }: Subjects) {
  return {
    empty: await visitFirst(empty),
    form: await visitFirst(form),
    latinForm: await visitFirst(latinForm),
    react: {
      first: await visitFirst(react),
      atOnce: await withProfile((profile) => signInAtOnce(react, profile, TEACHER)),
      click: (await withProfile((profile) => signInCalmly(react, profile, TEACHER))).clickToHome,
    },
    reactWithWorker: await withProfile(async (profile) => {
      await visitOnce(reactWithWorker, profile)
      const second = await visitOnce(reactWithWorker, profile)
      return { second, offline: await visitOffline(reactWithWorker, profile) }
    }),
    portal: {
      ...(await withProfile(async (profile) => ({
        first: await visitOnce(portal, profile),
        second: await visitOnce(portal, profile),
      }))),
      atOnce: await withProfile((profile) => signInAtOnce(portal, profile, TEACHER)),
      ...(await withProfile(async (profile) => {
        const { clickToHome, homeUrl } = await signInCalmly(portal, profile, TEACHER)
        const desktop = { ...portal, url: homeUrl, readySelector: HOME }
        return {
          click: clickToHome,
          offline: clickToHome === null ? null : await visitOffline(desktop, profile),
        }
      })),
    },
  }
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (pick: (round: Round) => number | null): number | null => median(rounds.map(pick))
  const lost = rounds.filter((round) => round.portal.atOnce === null).length
  return [
    limit(
      'login page, first visit: requests',
      '',
      { ours: of((one) => one.portal.first.weight.requests), reference: of((one) => one.react.first.weight.requests) },
      { atMost: 7 },
    ),
    limit(
      'login page, first visit: bytes on the wire',
      'kB',
      { ours: of((one) => one.portal.first.weight.totalKb), reference: of((one) => one.react.first.weight.totalKb) },
      { atMost: 100 },
    ),
    limit(
      'login page, first visit: JavaScript on the wire',
      'kB',
      { ours: of((one) => one.portal.first.weight.scriptKb), reference: of((one) => one.react.first.weight.scriptKb) },
      { atMost: 90 },
    ),
    show('the same when the form can be typed in', 'kB', {
      ours: of((one) => one.portal.first.weightAtReady.totalKb),
      reference: of((one) => one.react.first.weightAtReady.totalKb),
    }),
    compare(
      'first paint (reference: empty page)',
      'ms',
      { ours: of((one) => one.portal.first.firstPaint), reference: of((one) => one.empty.firstPaint) },
      {},
    ),
    compare(
      'first paint (reference: plain form, Latin letters)',
      'ms',
      { ours: of((one) => one.portal.first.firstPaint), reference: of((one) => one.latinForm.firstPaint) },
      { atMost: 1.2 },
    ),
    compare(
      'first paint (reference: plain form, Chinese as ours)',
      'ms',
      { ours: of((one) => one.portal.first.firstPaint), reference: of((one) => one.form.firstPaint) },
      {},
    ),
    compare(
      'form can be typed in (reference: plain form)',
      'ms',
      { ours: of((one) => one.portal.first.ready), reference: of((one) => one.latinForm.ready) },
      { atMost: 2 },
    ),
    compare(
      'form can be typed in (reference: React-only page)',
      'ms',
      { ours: of((one) => one.portal.first.ready), reference: of((one) => one.react.first.ready) },
      {},
    ),
    compare(
      'navigation to desktop, typing at once (reference: React-only page)',
      'ms',
      { ours: lost > 0 ? null : of((one) => one.portal.atOnce), reference: of((one) => one.react.atOnce) },
      { atMost: 1.3 },
    ),
    compare(
      'click to desktop (reference: React-only page)',
      'ms',
      { ours: of((one) => one.portal.click), reference: of((one) => one.react.click) },
      { atMost: 2 },
    ),
    compare(
      'second visit: form can be typed in (reference: React-only page with service worker)',
      'ms',
      { ours: of((one) => one.portal.second.ready), reference: of((one) => one.reactWithWorker.second.ready) },
      { atMost: 1.2 },
    ),
    limit(
      'second visit: requests for the shell',
      '',
      {
        ours: of((one) => one.portal.second.shellRequests),
        reference: of((one) => one.reactWithWorker.second.shellRequests),
      },
      { atMost: 0 },
    ),
    compare(
      'offline: desktop with the last icons (reference: React-only page, its form)',
      'ms',
      {
        ours: of((one) => one.portal.offline),
        reference: of((one) => one.reactWithWorker.offline),
      },
      { atMost: 1.8 },
    ),
  ]
}
