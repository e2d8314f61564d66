import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFaultProxy } from '../../../support/fakes/fault-proxy.ts'
import { findFreePort } from '../../../support/process/free-port.ts'
import { startPortal, type PortalOptions, type PortalProcess } from '../../../support/process/portal-process.ts'
import { fillDataFolder } from '../../template.ts'
import { test as base } from './fault-test.ts'

/** A portal that one test may start in other ways than usual. */
export interface OwnPortal {
  readonly url: string
  /** Ends it as a power cut would, and starts it on the same data. */
  restart(options?: Pick<PortalOptions, 'env' | 'longestFile'>): Promise<void>
}

/** Tests with a portal of their own behind the proxy. */
export const test = base.extend<{ own: OwnPortal }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
  async own({}, use) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
    const port = await findFreePort()
    await fillDataFolder(dataFolder)
    let running: PortalProcess = await startPortal({ dataFolder, port })
    await use({
      url: `http://localhost:${port}`,
      async restart(options) {
        await running.kill()
        running = await startPortal({ dataFolder, port, ...options })
      },
    })
    await running.stop()
    await rm(dataFolder, { recursive: true, force: true })
  },
  async network({ own }, use) {
    const network = await startFaultProxy(own.url)
    await use(network)
    await network.close()
  },
})
