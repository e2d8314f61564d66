import { dirname, resolve } from 'node:path'
import { errorText } from '../../contract/error-texts.ts'
import { PortalError } from '../../contract/portal-error.ts'
import { reachDatabase } from '../db/reach.ts'
import { prepareSetup, setUp, type SetupPlan } from '../modules/units/setup/set-up.ts'
import { hasOperator } from '../modules/units/setup/setup-codes.ts'
import { createPasswords } from '../modules/auth/passwords/passwords.ts'
import { type Config, parseConfig } from '../runtime/config.ts'
import { prepareDataFolder } from '../runtime/data-folder.ts'
import { StartError } from '../runtime/errors.ts'
import { createVault, readVaultKey } from '../runtime/vault.ts'
import { callersFolder, type Output, readOptions, runCommand } from './run-command.ts'
import { readLogo } from './read-picture.ts'
import { describeUnit } from './setup-unit.ts'
import { PASSWORD_CHARACTERS } from '../../contract/rules/sign-in/password.ts'
import { createHttpApplications } from '../runtime/http-applications.ts'
import { type ReadSetup, readSetupFile, type SetupFile } from './setup-file.ts'

const USAGE = `npm run setup -- --file FILE.yaml
  --file   describes the unit, its administrator and the operator, such as examples/school.yaml
Passwords and secrets come from the environment: PORTAL_OPERATOR_PASSWORD, PORTAL_ADMIN_PASSWORD, PORTAL_CLIENT_SECRET, PORTAL_MAIL_PASSWORD.`

/** Characters, at least: its hash is of a kind that only long random texts withstand. */
const SECRET_LEAST = 16
const OPERATOR_PASSWORD = 'PORTAL_OPERATOR_PASSWORD'
const ADMIN_PASSWORD = 'PORTAL_ADMIN_PASSWORD'
const PASSWORD_RULE = `A password has ${PASSWORD_CHARACTERS.least} to ${PASSWORD_CHARACTERS.most} characters without spaces and Chinese characters, and mixes digits or letters with others.`

/**
 * Sets up a unit as a file describes it, whether the portal runs, has stopped or was never started. Resolves to the process's exit code; nothing is half
 * written.
 */
export function setUpFromFile(given: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  return runCommand(output, async () => {
    output.print(await run(given, env))
  })
}

async function run(given: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { file: named } = readOptions(given, USAGE, { file: { type: 'string' } }).values
  if (!named) throw new StartError(`Name the file.\n${USAGE}`)
  const path = resolve(callersFolder(env), named)
  const config = parseConfig(env)
  const read = await readSetupFile(path, named, createHttpApplications(config.httpApplications))
  const { unit } = read.file
  const logo = unit.logo === undefined ? undefined : await readLogo('unit.logo', resolve(dirname(path), unit.logo))
  await prepareDataFolder(config.dataFolder)
  const vault = createVault(await readVaultKey(config.dataFolder, config.secret))
  const { database, stop } = await reachDatabase(config, { create: true })
  const passwords = createPasswords()
  try {
    const hadOperator = await database.asOwner(hasOperator)
    if (!hadOperator && !read.file.operator)
      throw new StartError(read.at(['operator'], 'It is missing, and the portal has no operator yet'))
    const now = Date.now()
    const plan = { ...planOf(read.file, env, hadOperator), ...describeUnit(read.file, now), logo }
    await prepareSetup(passwords, plan)
      .then((prepared) => database.asOwner((tx) => setUp(tx, vault, now, prepared)))
      .catch((error: unknown) => {
        throw error instanceof PortalError ? explain(error, read) : error
      })
    const [host] = unit.hosts
    const operator = read.file.operator?.loginName
    const note =
      operator === undefined
        ? ''
        : hadOperator
          ? ' The portal has an operator already: that of the file was left out.'
          : ` The operator "${operator}" signs in elsewhere: at ${operatorAddress(config)}.`
    return `Set up "${unit.englishName}" at ${host}; "${read.file.administrator.loginName}" administers it.${note}`
  } finally {
    await passwords.close()
    await stop()
  }
}

/** For a sentence. */
function operatorAddress({ operatorHosts: [host], operatorPort }: Config): string {
  return host ?? `port ${operatorPort?.port} of the same machine`
}

/** Throws StartError that names the variables which are missing. */
function planOf(file: SetupFile, env: NodeJS.ProcessEnv, hadOperator: boolean): Omit<SetupPlan, 'unit' | 'details'> {
  const missing: string[] = []
  const read = (variable: string) => {
    const value = env[variable] ?? ''
    if (value === '') missing.push(variable)
    return value
  }
  const plan = {
    operator: file.operator && !hadOperator ? { ...file.operator, password: read(OPERATOR_PASSWORD) } : undefined,
    administrator: { ...file.administrator, password: read(ADMIN_PASSWORD) },
    clients: file.clients.map(({ id, name, englishName, scopes }, at) => {
      const variable = at === 0 ? 'PORTAL_CLIENT_SECRET' : `PORTAL_CLIENT_SECRET_${at + 1}`
      const secret = read(variable)
      if (secret !== '' && secret.length < SECRET_LEAST)
        throw new StartError(
          `${variable} is too short: it must be a random text of at least ${SECRET_LEAST} characters.`,
        )
      return { clientId: id, name, englishName, ownScopes: scopes, secret }
    }),
    mail: file.mail && {
      ...file.mail,
      ...(file.mail.username !== '' && { password: read('PORTAL_MAIL_PASSWORD') }),
    },
  }
  if (missing.length === 0) return plan
  throw new StartError(`Nothing was set up. Set in the environment: ${missing.join(', ')}.`)
}

/** The sentence for a refusal, with the line of the file or the variable that it is about. */
function explain({ code, fields }: PortalError, { at }: ReadSetup): StartError {
  const [{ field, code: reason } = { field: '', code }] = fields
  const text = errorText(reason, 'en')
  const variable = { 'operator.password': OPERATOR_PASSWORD, 'administrator.password': ADMIN_PASSWORD }[field]
  const rule = reason === 'password.against_rule' ? ` ${PASSWORD_RULE}` : ''
  return new StartError(
    `Nothing was set up.\n${variable === undefined ? at(field === '' ? [] : field.split('.'), text) : `${variable}: ${text}.${rule}`}`,
  )
}
