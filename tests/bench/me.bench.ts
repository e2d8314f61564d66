import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startBundledPostgres } from '../../server/db/embedded/postgres.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { fire, type Volley } from './cannon.ts'
import { limit, show, type BenchOptions, type Figure } from './figures.ts'
import { startReference } from './reference/start-reference.ts'

const SECONDS = 10
const QUICK_SECONDS = 2
/** More than one address can send: the limit on requests is not what is measured. */
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

/** The call that every page makes, at 50 connections, beside a bare Node server and a bare point select in PostgreSQL. */
export async function benchMe({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? QUICK_SECONDS : SECONDS
  const { volley: ours, body } = await fireAtPortal(path.join(folder, 'data'), seconds)
  say(`portal: ${JSON.stringify(ours)}`)
  const bare = await fireAtBareServer(body, seconds)
  say(`bare server: ${JSON.stringify(bare)}`)
  const select = await fireAtPointSelect(path.join(folder, 'reference'), seconds)
  say(`point select: ${JSON.stringify(select)}`)
  return [
    limit('me, 50 connections (reference: bare Node server)', '/s', rates(ours, bare), { atLeast: 4000 }),
    limit('me, 50 connections: 99% answered within', 'ms', { ours: ours.p99, reference: bare.p99 }, { atMost: 30 }),
    show('me, 50 connections (reference: bare point select)', '/s', rates(ours, select)),
  ]
}

function rates(ours: Volley, reference: Volley): { ours: number; reference: number } {
  return { ours: ours.perSecond, reference: reference.perSecond }
}

async function fireAtPortal(dataFolder: string, seconds: number): Promise<{ volley: Volley; body: string }> {
  const portal = await startPortal({ dataFolder, env: NO_LIMIT })
  try {
    const caller = await signIn(portal.origin)
    const body = JSON.stringify(await caller.call(session.me, {}))
    const headers = {
      cookie: caller.cookiesFor(session.me.path),
      host: `localhost:${portal.port}`,
      'x-portal-device': 'pc',
    }
    const volley = await fire(`http://127.0.0.1:${portal.port}${session.me.path}`, seconds, headers)
    // The envelope says no with HTTP 200, so make sure that the session held until the end.
    await caller.call(session.me, {})
    return { volley, body }
  } finally {
    await portal.stop()
  }
}

async function fireAtBareServer(body: string, seconds: number): Promise<Volley> {
  const server = await startReference('bare-server.mjs', { BODY: body })
  try {
    return await fire(server.origin, seconds)
  } finally {
    await server.stop()
  }
}

async function fireAtPointSelect(dataFolder: string, seconds: number): Promise<Volley> {
  await mkdir(dataFolder)
  const postgres = await startBundledPostgres({ dataFolder, log: silentLog, onLost: () => undefined })
  try {
    const server = await startReference('select-server.mjs', { CONNECTION: JSON.stringify(postgres.superuser) })
    try {
      return await fire(server.origin, seconds)
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}
