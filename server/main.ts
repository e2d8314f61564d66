import { join } from 'node:path'
import { buildApp } from './app.ts'
import { isForThisMachine, machineAddress, parseConfig, type Config } from './runtime/config.ts'
import { prepareDataFolder } from './runtime/data-folder.ts'
import { type DiskReserve, openDiskReserve } from './runtime/disk-reserve.ts'
import type { Database } from './db/database.ts'
import { startDatabase } from './db/start.ts'
import { listenForOperators } from './http/call-host.ts'
import { DiskFullError, errorMessage, isDiskFull, StartError, errorCode } from './runtime/errors.ts'
import { createLogger } from './runtime/logger.ts'
import { hasDemoSchool, withdrawDemoOperator } from './dev/demo/demo-operator.ts'
import { seedDemoSchool } from './dev/demo/seed-demo-school.ts'
import { hasOperator, hasUnit, issueSetupCode, SETUP_LINK_TEXT, setupLink } from './modules/units/setup/setup-codes.ts'
import { createVault, readVaultKey } from './runtime/vault.ts'
import type { FastifyInstance } from 'fastify'
import type { ByteStore } from './blobs/byte-store.ts'
import { createLocalByteStore } from './blobs/local/local-byte-store.ts'

/** Runs the portal until a stop signal; ends what was started in reverse order. */
async function run(config: Config): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  try {
    await serve(config, stops)
  } catch (error) {
    throw isDiskFull(error) ? new DiskFullError(config.dataFolder, { cause: error }) : error
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** Prints a set-up link for an empty portal; to the terminal alone, never to the log. */
async function offerSetup(database: Database, origin: string): Promise<void> {
  const link = await database.asOwner(async (tx) =>
    (await hasUnit(tx)) || (await hasOperator(tx)) ? undefined : setupLink(origin, await issueSetupCode(tx)),
  )
  if (link !== undefined) process.stdout.write(`${SETUP_LINK_TEXT} ${link}\n`)
}

const DEMO_TEXT =
  'These data have the schools of the demo, whose passwords are known. For a school of your own start with another PORTAL_DATA.\n'

/** Applications that are developed on the machine of the portal. */
const LOOPBACK = ['127.0.0.0/8', '::1']

async function serve(config: Config, stops: (() => Promise<unknown>)[]): Promise<void> {
  const stopSignal = waitForStop()
  const logger = createLogger(config.logLevel, process.stderr)
  const reserve = await openDiskReserve(config.dataFolder, config.diskReserve, logger)
  stops.push(() => reserve.close())
  await prepareDataFolder(config.dataFolder)

  const vault = createVault(await readVaultKey(config.dataFolder, config.secret))
  const storage = await openByteStore(config, reserve)
  stops.push(() => storage.close())
  const { database, stop } = await startDatabase(config, logger, stopSignal.fail, reserve.release)
  stops.push(stop)
  if (isForThisMachine(config)) await seedDemoSchool(database, new Date(), { withOperator: true })
  else await withdrawDemoOperator(database)
  // This file is bundled to dist/server/main.js, beside the client in dist/app.
  const appFolder = join(import.meta.dirname, '..', 'app')
  const jobs = { scheduled: true }
  const withLoopback = (networks: string[]) => (isForThisMachine(config) ? [...networks, ...LOOPBACK] : networks)
  const logoutNetworks = withLoopback(config.logoutNetworks)
  const providerNetworks = withLoopback(config.providerNetworks)
  const app = await buildApp({
    database,
    logger,
    storage,
    vault,
    appFolder,
    config: { ...config, logoutNetworks, providerNetworks, jobs, load: { eventLoopDelay: config.overloadDelay } },
  })
  stops.push(() => app.close())
  const address = await listen(app, config)
  const operators = await listenForTheOperators(app, config)
  if (operators) stops.push(() => operators.close())

  void reserve.keep()
  process.stdout.write(`ready ${address}\n`)
  if (operators && (await database.asOwner(hasOperator)))
    process.stdout.write(`operators ${machineAddress(config, operators.port)}\n`)
  if (!isForThisMachine(config) && (await database.asOwner(hasDemoSchool))) process.stdout.write(DEMO_TEXT)
  if (!isForThisMachine(config)) await offerSetup(database, config.origin ?? address)
  await stopSignal.requested
  logger.info({}, 'the portal finishes what is in flight and stops')
  if (config.drainSeconds > 0) await app.drain(config.drainSeconds * 1000)
}

try {
  await run(parseConfig(process.env))
  process.exit(0)
} catch (error) {
  // The stack only for unforeseen errors.
  const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : errorMessage(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}

/** Returns the address to open on this machine. Throws StartError naming PORT or HOST. */
async function listen(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const sentence = explain(errorCode(error), host, port)
    throw sentence === undefined ? error : new StartError(sentence, { cause: error })
  }
  const address = app.server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return machineAddress({ host }, actualPort)
}

/** Throws StartError naming PORTAL_OPERATOR_PORT, where it was chosen; without it another portal of this machine may have the usual port. */
async function listenForTheOperators(app: FastifyInstance, config: Config) {
  const { host, operatorPort } = config
  if (!operatorPort) return undefined
  const { port, chosen } = operatorPort
  try {
    return await listenForOperators(app, { host, port, thisMachineOnly: isForThisMachine(config) })
  } catch (error) {
    const sentence = explain(errorCode(error), host, port)?.replaceAll(/\bPORT\b/g, 'PORTAL_OPERATOR_PORT')
    if (!sentence || chosen) throw sentence === undefined ? error : new StartError(sentence, { cause: error })
    app.log.info({ port }, 'the usual port of the operators is in use, so they sign in elsewhere')
    return undefined
  }
}

function explain(code: string, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use; stop the program that uses it, or set PORT to another number.`
    case 'EACCES':
      return `This user may not use port ${port}; set PORT to a number above 1023, such as 8080.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST is "${host}", but this machine has no such address; use one of its own, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return undefined
  }
}

// The first stop signal lets running calls finish; a second one, half a second later or more, ends the process. An earlier one is the same request:
// Ctrl+C in a terminal reaches every process of the group, and npm forwards it as well.
function waitForStop() {
  let askedAt: number | undefined
  const failure = new AbortController()
  const requested = new Promise<void>((resolve, reject) => {
    failure.signal.addEventListener('abort', () => reject(failure.signal.reason))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > 500) process.exit(1)
        askedAt ??= performance.now()
        resolve()
      })
    }
  })
  // Keeps it from counting as an unhandled rejection before the first `await` of it.
  requested.catch(() => undefined)
  return { requested, fail: (error: Error) => failure.abort(error) }
}

/** A bucket if one is configured, else a folder below the data folder. Throws StartError when the bucket cannot be used. */
async function openByteStore(
  { objectStorage, dataFolder }: Pick<Config, 'objectStorage' | 'dataFolder'>,
  reserve: DiskReserve,
): Promise<ByteStore> {
  if (!objectStorage) return createLocalByteStore(join(dataFolder, 'files'), reserve)
  // Loaded only here: the S3 client takes time and memory.
  const { openS3ByteStore } = await import('./blobs/s3/s3-byte-store.ts')
  return openS3ByteStore(objectStorage)
}
