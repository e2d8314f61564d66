import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Database } from '../db/database.ts'
import { reachDatabase } from '../db/reach.ts'
import type { Config } from '../runtime/config.ts'
import { errorMessage, StartError } from '../runtime/errors.ts'

/** Where a command writes: results, and what is wrong. */
export interface Output {
  print(text: string): void
  complain(text: string): void
}

/** Runs a command to the process's exit code: that of `work`, 0 unless it has one, and 1 after a StartError, whose sentence is printed. */
export async function runCommand(output: Output, work: () => Promise<number | void>): Promise<number> {
  try {
    return (await work()) ?? 0
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    output.complain(error.message)
    return 1
  }
}

/** Works with the database of this machine's portal, whether the portal runs or not. Throws what `reachDatabase` throws. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { database, stop } = await reachDatabase(config)
  try {
    return await work(database)
  } finally {
    await stop()
  }
}

/** The options of a command. Throws StartError with its usage for others. */
export function readOptions<O extends NonNullable<ParseArgsConfig['options']>>(
  given: readonly string[],
  usage: string,
  options: O,
) {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true })
  } catch (error) {
    throw new StartError(`${errorMessage(error)}\n${usage}`, { cause: error })
  }
}

/** The folder in which the command was called, which npm leaves. */
export const callersFolder = (env: NodeJS.ProcessEnv): string => env['INIT_CWD'] ?? process.cwd()
