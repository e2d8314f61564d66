import { webHostOf } from '../../contract/rules/fields/web-address.ts'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Database, Tx } from '../db/database.ts'
import { recordCommand } from '../http/admin-events.ts'
import { unitHost, unitLogo } from '../db/tables.generated.ts'
import { errorText } from '../../contract/error-texts.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { requireJumpPage } from '../modules/units/settings/unit-settings.ts'
import { readUnitConfiguration, saveUnitConfiguration } from '../modules/units/stored-configuration.ts'
import { parseConfig } from '../runtime/config.ts'
import { errorMessage, StartError } from '../runtime/errors.ts'
import { readBadge, readLogo } from './read-picture.ts'
import { callersFolder, type Output, readOptions, runCommand, withDatabase } from './run-command.ts'
import { checkSettings, mergeSettings, settingOf, type Settings } from './settings-of-arguments.ts'

const USAGE = `npm run unit-config -- --host HOST [--show] [--set FILE.json] [key=value …]
  --host   an address of the unit, such as school.example.org
  --show   prints its configuration as JSON, which --set takes
  --set    settings from a JSON file; what it does not name stays
  key=value  one setting, such as autoLogin=false, logo=./logo.png or decorationSet.footerMsg.copyright="© Our School"
An empty value is the portal's own default. Examples and all keys: docs/operate/install.md.`

/** Shows or changes the configuration of a unit, whether the portal runs or not. Resolves to the process's exit code; nothing is half written. */
export function configureUnit(given: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(output, async () => {
    const { host, show, changes, folders } = await readArguments(given, callersFolder(env))
    await withDatabase(parseConfig(env), async (database) => {
      const unitId = await findUnit(database, host)
      const text = await database.inUnit({ unitId, userId: null }, (tx) =>
        changes.length === 0 || show ? showSettings(tx) : changeSettings(tx, unitId, changes, folders),
      )
      output.print(text)
    })
  })
}

/** `from`: the folder that the command was called in. `folders`: those that pictures in each change are relative to. */
async function readArguments(given: readonly string[], from: string) {
  const { values, positionals } = readOptions(given, USAGE, {
    host: { type: 'string' },
    show: { type: 'boolean' },
    set: { type: 'string' },
  })
  const { host, show = false, set } = values
  if (!host) throw new StartError(`Name the unit by one of its addresses.\n${USAGE}`)
  const changes: Settings[] = []
  const folders: string[] = []
  if (set !== undefined) {
    const file = resolve(from, set)
    changes.push(await readFileOf(file))
    folders.push(dirname(file))
  }
  for (const argument of positionals) {
    const setting = settingOf(argument)
    if (!setting) throw new StartError(`"${argument}" is no setting; write key=value.\n${USAGE}`)
    changes.push(setting)
    folders.push(from)
  }
  if (show && changes.length > 0) throw new StartError('Either show the configuration or change it.')
  return { host: host.toLowerCase(), show, changes, folders }
}

async function readFileOf(path: string): Promise<Settings> {
  try {
    return z.parse(z.record(z.string(), z.unknown()), JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new StartError(`${path} is no file with a JSON object: ${errorMessage(error)}.`, { cause: error })
  }
}

async function findUnit(database: Database, host: string): Promise<string> {
  const hosts = await database.asOwner((tx) => tx.select().from(unitHost))
  const found = hosts.find((one) => one.host === host)
  if (found) return found.unitId
  const known = hosts
    .map((one) => one.host)
    .filter((one) => webHostOf(one) !== null)
    .toSorted()
  throw new StartError(
    known.length === 0
      ? 'There is no unit in this portal yet.'
      : `No unit answers at "${host}"; there are ${known.join(', ')}.`,
  )
}

async function showSettings(tx: Tx): Promise<string> {
  return JSON.stringify(await readUnitConfiguration(tx), null, 2)
}

async function changeSettings(
  tx: Tx,
  unitId: string,
  changes: readonly Settings[],
  folders: readonly string[],
): Promise<string> {
  let settings: unknown = await readUnitConfiguration(tx)
  let logo: unknown
  for (const [at, { logo: wanted, ...change }] of changes.entries()) {
    const folder = folders[at] ?? '.'
    settings = mergeSettings(settings, await withBadges(change, folder))
    if (wanted !== undefined) logo = typeof wanted === 'string' ? resolve(folder, wanted) : wanted
  }
  const checked = checkSettings(settings)
  if ('problems' in checked) throw new StartError(['Nothing was changed.', ...checked.problems].join('\n'))
  const { loginJumpPage } = checked.configuration
  if (loginJumpPage && changes.some((change) => 'loginJumpPage' in change)) await requirePage(tx, loginJumpPage)
  await saveUnitConfiguration(tx, checked.configuration)
  if (logo !== undefined) await saveLogo(tx, unitId, logo)
  await recordCommand(tx, unitId, 'unit-config', { changes: Object.assign({}, ...changes) })
  return `Saved. Pages show it when they are opened next: ${[...new Set(changes.flatMap(Object.keys))].join(', ')}.`
}

async function requirePage(tx: Tx, path: string): Promise<void> {
  try {
    await requireJumpPage(tx, path)
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const wrong = errorText(error.fields[0]?.code ?? error.code, 'en')
    throw new StartError(`Nothing was changed.\nloginJumpPage: ${wrong}. It is "${path}".`, { cause: error })
  }
}

/** Replaces files that are named as pictures of filings by their content; paths that begin with a slash are the portal's own. */
async function withBadges(value: unknown, folder: string, path: readonly string[] = []): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one, at) => withBadges(one, folder, [...path, String(at)])))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      async ([key, one]) => [key, await withBadges(one, folder, [...path, key])] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }
  const isFile = path.at(-1) === 'baImg' && typeof value === 'string' && !/^(\/|data:)/.test(value)
  return isFile ? readBadge(path.join('.'), resolve(folder, value)) : value
}

async function saveLogo(tx: Tx, unitId: string, logo: unknown): Promise<void> {
  if (logo === null) {
    await tx.delete(unitLogo)
    return
  }
  if (typeof logo !== 'string') throw new StartError('Nothing was changed.\nlogo: It must be the path of a picture.')
  const picture = await readLogo('logo', logo)
  await tx
    .insert(unitLogo)
    .values({ unitId, ...picture })
    .onConflictDoUpdate({ target: unitLogo.unitId, set: picture })
}
