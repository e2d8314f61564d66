import { availableParallelism } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { me } from '../../contract/endpoints/sign-in/session.ts'
import { PASSWORD_COST } from '../../server/modules/auth/passwords/passwords.ts'
import { signIn, TEACHER, type PortalCaller } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, type BenchOptions, type Figure } from './figures.ts'
import { createSignInLoad } from './sign-in-load.ts'

const LOGINS = 200
const AT_ONCE = 40
const WARM_UP = 40
const ROUNDS = 3
/** Every demo account that has a password, in turn. */
const NAMES = ['teacher', 'parent', 'student', 'staff', 'admin']
/** Pages that are open meanwhile, and milliseconds after which each asks again: far more often than a thousand real ones do, and little enough to only measure. */
const OPEN_PAGES = 4
const ASK_AGAIN = 100
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

/** A school that arrives all at once: whole sign-ins beside the bare hashing that none of them can do without, and the pages that are open already. */
export async function benchLogin({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const check = await makeCheck()
  const rounds: Round[] = []
  for (let round = 1; round <= (quick ? 1 : ROUNDS); round += 1) {
    // Each time a new server: an address may not sign in more often than 600 times a minute.
    const portal = await startPortal({ dataFolder: path.join(folder, 'data'), env: NO_LIMIT })
    try {
      rounds.push(await measure(portal.origin, check))
    } finally {
      await portal.stop()
    }
    say(JSON.stringify(rounds.at(-1)))
  }
  const median = rounds.toSorted((one, other) => one.ours / one.bare - other.ours / other.bare)[rounds.length >> 1]
  return [
    compare(
      '200 logins, 40 at once (reference: bare argon2id)',
      '/s',
      { ours: median?.ours ?? null, reference: median?.bare ?? null },
      { atLeast: 0.8 },
    ),
    limit('me meanwhile: 99% answered within', 'ms', { ours: median?.p99 ?? null }, { atMost: 100 }),
  ]
}

interface Round {
  readonly ours: number
  readonly bare: number
  readonly p99: number | null
  readonly calls: number
}

async function measure(origin: string, check: () => Promise<void>): Promise<Round> {
  const pages: PortalCaller[] = []
  for (let at = 0; at < OPEN_PAGES; at += 1) pages.push(await signIn(origin, personAt(at)))
  const load = createSignInLoad(origin)
  const free = Array.from({ length: AT_ONCE }, (_, at) => load.browser(personAt(at)))
  // One after the other, so that each browser is known afterwards, as most browsers of a school are.
  for (const browser of free) await browser.signIn()
  const login = async (): Promise<void> => {
    const browser = free.pop()
    if (!browser) throw new Error('more sign-ins at once than browsers')
    await browser.signIn()
    free.push(browser)
  }
  await perSecond(WARM_UP, AT_ONCE, login)
  await perSecond(WARM_UP, availableParallelism(), check)
  const bare = await perSecond(LOGINS, availableParallelism(), check)

  const over = new AbortController()
  const waits: number[] = []
  const asking = pages.map(async (caller) => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await caller.call(me, {})
      waits.push(performance.now() - from)
      await setTimeout(ASK_AGAIN)
    }
  })
  const ours = await perSecond(LOGINS, AT_ONCE, login)
  over.abort()
  await Promise.all(asking)
  load.close()
  return { ours, bare, p99: percentile(waits, 0.99), calls: waits.length }
}

function personAt(at: number): { username: string; password: string } {
  return { ...TEACHER, username: NAMES[at % NAMES.length] ?? TEACHER.username }
}

async function makeCheck(): Promise<() => Promise<void>> {
  const stored = await hash(TEACHER.password, PASSWORD_COST)
  return async () => {
    if (!(await verify(stored, TEACHER.password))) throw new Error('the hash does not fit its password')
  }
}

async function perSecond(count: number, atOnce: number, work: () => Promise<void>): Promise<number> {
  let left = count
  const from = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work()
    }),
  )
  return (count * 1000) / (performance.now() - from)
}

function percentile(values: readonly number[], share: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? null
}
