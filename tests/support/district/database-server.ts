import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { chooseAccount } from '../../../server/db/embedded/binaries.ts'
import { endProgram, launch, runProgram, untilReady } from './programs.ts'

const PACKAGES = '/usr/lib/postgresql'
const PASSWORD = 'district'

/** The newest PostgreSQL of Debian's packages; undefined without one. */
export async function findPostgresPrograms(): Promise<string | undefined> {
  const versions = (await readdir(PACKAGES).catch(() => [])).map(Number).filter((version) => version >= 15)
  const newest = versions.toSorted((a, b) => a - b).at(-1)
  return newest === undefined ? undefined : join(PACKAGES, String(newest), 'bin')
}

/** Makes and starts a PostgreSQL with an empty database `portal`, whose owner is no superuser. */
export async function createDatabaseServer(folder: string, port: number): Promise<void> {
  const data = join(folder, 'database')
  const account = chooseAccount(data)
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  const password = join(folder, 'password')
  await writeFile(password, PASSWORD)
  const programs = await requirePrograms()
  const authentication = ['--auth=scram-sha-256', `--pwfile=${password}`, '--username=postgres']
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  await runProgram(folder, [join(programs, 'initdb'), '-D', data, '--no-sync', ...authentication, ...locale], account)
  await startDatabaseServer(folder, port)
  const client = new Client(asSuperuser(port))
  await client.connect()
  await client.query(`create role portal login createrole password '${PASSWORD}'`)
  await client.query('create database portal owner portal')
  await client.end()
}

/** Resolves when it takes connections. */
export async function startDatabaseServer(folder: string, port: number): Promise<void> {
  const data = join(folder, 'database')
  // That a commit survives a power cut is tested elsewhere; this server ends in order.
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const server = join(await requirePrograms(), 'postgres')
  launch(
    folder,
    'database',
    [server, '-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    chooseAccount(data),
  )
  await untilReady(folder, 'database', () => answers(port))
}

/** Stops it as `pg_ctl stop -m fast` does: connections are cut. */
export function stopDatabaseServer(folder: string): Promise<void> {
  return endProgram(folder, 'database', 'SIGINT')
}

export function databaseUrl(port: number): string {
  return `postgresql://portal:${PASSWORD}@127.0.0.1:${port}/portal`
}

export function asSuperuser(port: number, database = 'postgres'): ClientConfig {
  return { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database }
}

async function answers(port: number): Promise<boolean> {
  const client = new Client(asSuperuser(port))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

async function requirePrograms(): Promise<string> {
  const found = await findPostgresPrograms()
  if (found === undefined) throw new Error('there is no PostgreSQL 15 or newer')
  return found
}
