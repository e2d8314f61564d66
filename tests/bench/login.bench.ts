import { availableParallelism } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import * as people from '../../contract/endpoints/people/people.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { PASSWORD_COST } from '../../server/modules/auth/passwords/passwords.ts'
import { signIn, TEACHER, type PortalCaller } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, type BenchOptions, type Figure } from './figures.ts'
import { createSignInLoad } from './sign-in-load.ts'

const LOGINS = 200
const AT_ONCE = 40
/** A portal that has just started compiles its code while it answers. */
const WARM_UP = 300
/** Each with a new server, which is measured several times in turn with the bare hashing: a shared machine is not equally fast for long. */
const SERVERS = 3
const TURNS = 5
const ADMIN = { ...TEACHER, username: 'admin' }
/** Pages that are open meanwhile, and milliseconds after which each asks again: far more often than a thousand real ones do, and little enough to only measure. */
const OPEN_PAGES = 4
const ASK_AGAIN = 100
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000', PORTAL_TRUST_PROXY: '127.0.0.1' }

/** A school that arrives all at once: whole sign-ins beside the bare hashing that none of them can do without, and the pages that are open already. */
export async function benchLogin({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const check = await makeCheck()
  const dataFolder = path.join(folder, 'data')
  // The demo school is made by a portal for this machine alone, which one behind a proxy is not.
  await (await startPortal({ dataFolder })).stop()
  const turns: Turn[] = []
  for (let server = 1; server <= (quick ? 1 : SERVERS); server += 1) {
    // Addresses have a limit of requests, and of sign-ins; each browser has one of its own.
    const portal = await startPortal({ dataFolder, env: NO_LIMIT })
    try {
      turns.push(...(await measure(portal.origin, check, quick ? 1 : TURNS)))
    } finally {
      await portal.stop()
    }
    say(turns.map(({ ours, bare }) => (ours / bare).toFixed(2)).join(' '))
  }
  const median = turns.toSorted((one, other) => one.ours / one.bare - other.ours / other.bare)[turns.length >> 1]
  return [
    compare(
      '200 logins, 40 at once (reference: bare argon2id)',
      '/s',
      { ours: median?.ours ?? null, reference: median?.bare ?? null },
      { atLeast: 0.75 },
    ),
    limit(
      'me meanwhile: 99% answered within',
      'ms',
      {
        ours: percentile(
          turns.flatMap(({ waits }) => waits),
          0.99,
        ),
      },
      { atMost: 100 },
    ),
  ]
}

interface Turn {
  readonly ours: number
  readonly bare: number
  /** Milliseconds of the pages that ask meanwhile. */
  readonly waits: readonly number[]
}

async function measure(origin: string, check: () => Promise<void>, count: number): Promise<Turn[]> {
  const admin = await signIn(origin, ADMIN)
  const pupils = await givePasswords(admin)
  const load = createSignInLoad(origin)
  const free = pupils.map((pupil) => load.browser(pupil))
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
  const turns: Turn[] = []
  let before = await perSecond(LOGINS, availableParallelism(), check)
  for (let turn = 1; turn <= count; turn += 1) {
    const ours = await perSecond(LOGINS, AT_ONCE, login)
    const after = await perSecond(LOGINS, availableParallelism(), check)
    turns.push({
      ours,
      bare: (before + after) / 2,
      waits: await waitOfOpenPages(admin, () => perSecond(LOGINS, AT_ONCE, login)),
    })
    before = await perSecond(LOGINS, availableParallelism(), check)
  }
  load.close()
  return turns
}

/**
 * Milliseconds that each call of the open pages takes during `work`. Not in the same turn as the rate of sign-ins: the calls and their client take 8% of
 * two cores.
 */
async function waitOfOpenPages(caller: PortalCaller, work: () => Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const waits: number[] = []
  const asking = Array.from({ length: OPEN_PAGES }, async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await caller.call(session.me, {})
      waits.push(performance.now() - from)
      await setTimeout(ASK_AGAIN)
    }
  })
  // A failure of the sign-ins ends the pages too: theirs, once the portal is stopped, would hide it.
  await work().finally(() => over.abort())
  await Promise.all(asking)
  return waits
}

/** The first pupils, each with a first password: a school's people sign in each to an account of their own. */
async function givePasswords(admin: PortalCaller): Promise<{ username: string; password: string }[]> {
  const found = await admin.call(people.list, { userType: '1', size: AT_ONCE })
  const keys = found.people.map(({ kind, id }) => ({ kind, id }))
  const { slips } = await admin.call(people.firstPasswords, { people: keys, onlyNew: false })
  return slips.map(({ loginName, password }) => ({ username: loginName, password }))
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
