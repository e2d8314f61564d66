import { join } from 'node:path'
import { buildApp } from './app.ts'
import { isForThisMachine, parseConfig, type Config } from './runtime/config.ts'
import { prepareDataFolder } from './runtime/data-folder.ts'
import { startDatabase } from './db/start.ts'
import { errorMessage } from './runtime/errno.ts'
import { listen } from './runtime/listen.ts'
import { createLogger } from './runtime/logger.ts'
import { seedDemoSchool } from './dev/demo/seed-demo-school.ts'
import { StartError } from './runtime/start-error.ts'
import { createVault, readVaultKey } from './runtime/vault.ts'
import { waitForStop } from './runtime/stop-signal.ts'
import { openByteStore } from './blobs/open-byte-store.ts'

/** Runs the portal until somebody asks it to stop; whatever was started by then is ended in reverse. */
async function run(config: Config): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  try {
    await serve(config, stops)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function serve(config: Config, stops: (() => Promise<unknown>)[]): Promise<void> {
  const stopSignal = waitForStop()
  const logger = createLogger(config.logLevel, process.stderr)
  await prepareDataFolder(config.dataFolder)

  const vault = createVault(await readVaultKey(config.dataFolder, config.secret))
  const storage = await openByteStore(config)
  stops.push(() => storage.close())
  const { database, stop } = await startDatabase(config, logger, stopSignal.fail)
  stops.push(stop)
  if (isForThisMachine(config)) await seedDemoSchool(database)
  // This file is bundled to dist/server/main.js, beside the client in dist/app.
  const appFolder = join(import.meta.dirname, '..', 'app')
  const app = await buildApp({ database, logger, storage, vault, appFolder, config })
  stops.push(() => app.close())
  const address = await listen(app, config)

  process.stdout.write(`ready ${address}\n`)
  await stopSignal.requested
  logger.info({}, 'the portal finishes what is in flight and stops')
}

try {
  await run(parseConfig(process.env))
  process.exit(0)
} catch (error) {
  // A sentence for the person who starts the portal; the stack only where no sentence was foreseen.
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : errorMessage(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
