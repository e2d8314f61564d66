import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions } from '../../../server/app.ts'
import type { Database } from '../../../server/db/database.ts'
import { createLogger } from '../../../server/runtime/logger.ts'
import { DEMO_PASSWORD } from '../../../server/dev/demo/seed-demo-school.ts'
import { OPERATORS } from '../schools/operators.ts'
import type { ByteStore } from '../../../server/blobs/byte-store.ts'
import { createTestDatabase } from './database.ts'
import { createTestBrowser, type BrowserOptions, type TestBrowser } from '../browser/test-browser.ts'
import { openTestStore, type TestStore } from './test-store.ts'
import { guardConnections, guardDatabase, guardStore } from './transaction-guard.ts'

/** The real application on a database of its own with the demo school, reached by injected requests. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly database: Database
  /** Where the bytes of files are kept, which must not be asked for anything inside a transaction, and what can happen to it; it goes with the application. */
  readonly storage: ByteStore
  readonly files: TestStore
  /** What was logged, one JSON text a line; a line may come a moment late. */
  readonly logLines: readonly string[]
  /** A browser without cookies, at the demo school's address unless told otherwise. */
  visit(options?: BrowserOptions): TestBrowser
  /** A browser in which an account of the demo has signed in. Throws when the portal refuses. */
  signIn(username: string, options?: BrowserOptions): Promise<TestBrowser>
  close(): Promise<void>
}

/**
 * Builds the application for one test file: call in `beforeAll`, and `close` in `afterAll`. `extend` may add routes of the test's own before
 * the application is ready.
 */
export async function createTestApp(
  options: Partial<Omit<AppOptions, 'database' | 'logger' | 'storage'>> = {},
  extend: (app: FastifyInstance) => void = () => undefined,
): Promise<TestApp> {
  const own = await createTestDatabase({ demo: true })
  const database = guardDatabase(own.database)
  guardConnections()
  const files = await openTestStore()
  const storage = guardStore(files.store)
  const logLines: string[] = []
  const logger = createLogger('info', {
    write(lines) {
      logLines.push(...lines.trimEnd().split('\n'))
      // A failure that says nothing to the caller is seen nowhere else.
      if (lines.includes('"level":"error"')) process.stderr.write(lines)
    },
  })
  // The tests' mail servers, providers and applications are on loopback.
  const loopback = ['127.0.0.0/8', '::1']
  // Not looked at: how busy the machine is, and how much of it this process takes, decides no test.
  const load = { eventLoopDelay: 0, memory: 0, heap: 0, ...options.config?.load }
  const config = {
    mailNetworks: loopback,
    logoutNetworks: loopback,
    providerNetworks: loopback,
    operatorHosts: [OPERATORS],
    ...options.config,
    load,
  }
  const app = await buildApp({ database, logger, storage, ...options, config })
  extend(app)
  await app.ready()

  const visit = (at?: BrowserOptions) => createTestBrowser(app, at)
  return {
    app,
    database,
    storage,
    files,
    logLines,
    visit,
    async signIn(username, at) {
      const browser = visit(at)
      const { envelope } = await browser.post('/api/uaa/oauth/login', { username, password: DEMO_PASSWORD })
      if (envelope.status !== 200) throw new Error(`${username} could not sign in: ${envelope.code}`)
      return browser
    },
    async close() {
      await app.close()
      await files.close()
      await own.close()
    },
  }
}
