import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { startFakeS3 } from '../support/fakes/fake-s3.ts'
import { prepareMixedLoad, slowDown } from '../support/process/mixed-load.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { limit, show, type BenchOptions, type Figure } from './figures.ts'
import { callSteadily } from './steady-calls.ts'

const SECONDS = 30
/** Milliseconds after which all of the load has begun, which is prepared at once by a process on the same machine. */
const SETTLING = 5000
const QUICK_SECONDS = 8
const ME_PER_SECOND = 100
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

/** How long a call takes that every page makes, while exports, faces and uploads to a slow bucket run, beside the same portal at rest. */
export async function benchMixed({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? QUICK_SECONDS : SECONDS
  const bucket = await startFakeS3()
  const portal = await startPortal({ dataFolder: path.join(folder, 'data'), env: { ...NO_LIMIT, ...bucket.env } })
  try {
    const { teacher, run } = await prepareMixedLoad(portal.origin, bucket)
    const headers = {
      cookie: teacher.cookiesFor(session.me.path),
      host: `localhost:${portal.port}`,
      'x-portal-device': 'pc',
    }
    const call = () =>
      callSteadily(`http://127.0.0.1:${portal.port}${session.me.path}`, { perSecond: ME_PER_SECOND, seconds, headers })
    const rest = await call()
    slowDown(bucket)
    const over = new AbortController()
    const startedAt = performance.now()
    const load = run(over.signal)
    await pause(SETTLING)
    const busy = await call().finally(() => over.abort())
    const took = (performance.now() - startedAt) / 1000
    const counts = await load
    say(JSON.stringify({ rest, busy, ...counts }))
    if (counts.failures.length > 0) throw new Error(counts.failures.slice(0, 5).join('\n'))
    return [
      limit(
        `mixed: me, ${ME_PER_SECOND} a second: 99% answered within (reference: at rest)`,
        'ms',
        { ours: busy, reference: rest },
        { atMost: 60 },
      ),
      show('mixed: meanwhile faces at four stations', '/s', { ours: counts.clockIns / took }),
    ]
  } finally {
    await portal.stop()
    await bucket.close()
  }
}
