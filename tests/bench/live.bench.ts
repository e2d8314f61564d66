import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as publications from '../../contract/endpoints/messages/publications.ts'
import { openDatabase } from '../../server/db/open.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import { openStream, type LiveStream } from '../support/app/live-stream.ts'
import { signInPeople } from '../support/schools/people-signed-in.ts'
import { signIn } from '../support/callers/portal-caller.ts'
import { portalDatabase } from '../support/process/portal-database.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { messageTo } from '../support/callers/publication.ts'
import { limit, median, show, type BenchOptions, type Figure } from './figures.ts'
import { startReference } from './reference/start-reference.ts'

const STREAMS = 1000
const AT_ONCE = 50
const ROUNDS = 10
const QUICK_ROUNDS = 2
/** Milliseconds for a server to come to rest. */
const REST = 2000
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

interface Measured {
  /** Milliseconds to the last of the streams: the middle of the rounds. */
  readonly last: number | null
  /** Kilobytes of the server for each stream. */
  readonly memory: number | null
}

/** A message to a thousand people who are all there, beside a bare server of events. */
export async function benchLive({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? QUICK_ROUNDS : ROUNDS
  const ours = await measurePortal(path.join(folder, 'data'), rounds)
  say(`portal: ${JSON.stringify(ours)}`)
  const bare = await measureBareServer(rounds)
  say(`bare server: ${JSON.stringify(bare)}`)
  return [
    limit(
      'a message published, until the last of 1,000 streams',
      'ms',
      { ours: ours.last, reference: bare.last },
      { atMost: 1000 },
    ),
    show('memory of the server for each stream', 'kB', { ours: ours.memory, reference: bare.memory }),
  ]
}

async function measurePortal(dataFolder: string, rounds: number): Promise<Measured> {
  const portal = await startPortal({ dataFolder, env: NO_LIMIT })
  try {
    const access = await fillSchool(dataFolder)
    const admin = await signIn(portal.origin, { username: 'admin', password: 'Campus2026' })
    const headers = {
      origin: portal.origin,
      'x-portal-device': 'pc',
      'content-type': 'application/json',
      cookie: admin.cookiesFor(publications.save.path),
    }
    const body = JSON.stringify(messageTo([1, 2, 3, 4], '明天的运动会改到下周三。'))
    return await measure(portal.port, portal.pid, access, rounds, async () => {
      const answer: unknown = await (
        await fetch(portal.origin + publications.save.path, { method: 'POST', headers, body })
      ).json()
      if (!isOk(answer)) throw new Error(`not published: ${JSON.stringify(answer)}`)
    })
  } finally {
    await portal.stop()
  }
}

function isOk(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 200
}

/** Writes a thousand more people into the demo school, beside the running portal, and signs them in. */
async function fillSchool(dataFolder: string): Promise<string[]> {
  const database = openDatabase({ connection: portalDatabase(dataFolder), log: silentLog })
  try {
    return await database.asOwner(async (tx) => {
      await tx.execute(sql`
        insert into user_account (unit_id, login_name, real_name, user_type)
        select h.unit_id, 'bench-' || n, '学生' || n, 1 from unit_host h cross join generate_series(1, ${STREAMS}) n
        where h.host = 'localhost'`)
      return signInPeople(tx, 'localhost', STREAMS)
    })
  } finally {
    await database.close()
  }
}

async function measureBareServer(rounds: number): Promise<Measured> {
  const server = await startReference('event-server.mjs')
  try {
    const access = Array.from({ length: STREAMS }, () => 'nobody')
    return await measure(Number(new URL(server.origin).port), server.pid, access, rounds, async () => {
      await fetch(server.origin, { method: 'POST' })
    })
  } finally {
    await server.stop()
  }
}

/** Opens a stream for each access token and says something to all of them again and again. */
async function measure(
  port: number,
  pid: number,
  access: readonly string[],
  rounds: number,
  saySomething: () => Promise<void>,
): Promise<Measured> {
  const streams: LiveStream[] = []
  let missing = access.length
  let allThere = (): void => undefined
  const onEvent = (): void => {
    missing -= 1
    if (missing === 0) allThere()
  }
  const arrival = () => new Promise<number>((resolve) => (allThere = () => resolve(performance.now())))
  const memoryOf = async () => {
    await pause(REST)
    return megabytesOf([pid], 'Rss')
  }
  try {
    const before = await memoryOf()
    const opened = arrival()
    for (let at = 0; at < access.length; at += AT_ONCE) {
      const some = access.slice(at, at + AT_ONCE)
      streams.push(...(await Promise.all(some.map((each) => openStream(port, { access: each, onEvent })))))
    }
    await opened
    const after = await memoryOf()

    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      missing = access.length
      const arrived = arrival()
      const startedAt = performance.now()
      await saySomething()
      times.push((await arrived) - startedAt)
    }
    const memory = before === undefined || after === undefined ? null : ((after - before) * 1000) / access.length
    return { last: median(times), memory }
  } finally {
    for (const stream of streams) stream.close()
  }
}
