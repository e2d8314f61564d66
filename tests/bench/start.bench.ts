import path from 'node:path'
import { signIn } from '../support/callers/portal-caller.ts'
import { startPortal, type PortalProcess } from '../support/process/portal-process.ts'
import { findPostgres } from '../support/app/postgres-processes.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { limit, median, show, type BenchOptions, type Figure } from './figures.ts'
import { startReference } from './reference/start-reference.ts'

const STARTS = 5
const QUICK_STARTS = 2
const NPM_START = [process.platform === 'win32' ? 'npm.cmd' : 'npm', 'start'] as const

/** From `npm start` to the ready line when everything is installed and built, and what the running portal takes of memory. */
export async function benchStart({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const starts = quick ? QUICK_STARTS : STARTS
  const [firsts, laters]: [number[], number[]] = [[], []]
  for (let start = 1; start <= starts; start += 1) {
    const dataFolder = path.join(folder, `data-${start}`)
    firsts.push(await startAndStop(dataFolder))
    laters.push(await startAndStop(dataFolder))
    say(`first start ${Math.round(firsts.at(-1) ?? 0)} ms, second ${Math.round(laters.at(-1) ?? 0)} ms`)
  }
  const bare = await startReference('bare-server.mjs')
  const bareMemory = await megabytesOf([bare.pid], 'Rss')
  await bare.stop()
  const memory = await measureMemory(path.join(folder, 'data-1'))
  return [
    limit('npm start until ready, with the school there', 's', seconds(laters, bare.readyAfter), { atMost: 5 }),
    limit('npm start until ready, first time (creates the demo school)', 's', seconds(firsts, bare.readyAfter), {
      atMost: 5,
    }),
    show('memory of the server after a sign-in (reference: bare Node server)', 'MB', {
      ours: memory.server,
      reference: bareMemory,
    }),
    show('memory of its PostgreSQL', 'MB', { ours: memory.postgres }),
  ]
}

function seconds(times: readonly number[], reference: number): { ours: number | null; reference: number } {
  const middle = median(times)
  return { ours: middle === null ? null : middle / 1000, reference: reference / 1000 }
}

async function startAndStop(dataFolder: string): Promise<number> {
  const portal = await startPortal({ dataFolder, command: NPM_START })
  await portal.stop()
  return portal.readyAfter
}

async function measureMemory(
  dataFolder: string,
): Promise<{ server: number | undefined; postgres: number | undefined }> {
  const portal: PortalProcess = await startPortal({ dataFolder })
  try {
    await signIn(portal.origin)
    const [server, postgres] = await Promise.all([
      megabytesOf([portal.pid], 'Rss'),
      megabytesOf(await findPostgres(dataFolder), 'Pss'),
    ])
    return { server, postgres }
  } finally {
    await portal.stop()
  }
}
