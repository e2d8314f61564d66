import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The variable with the folder of the demo school's data as they are on the first day. */
export const TEMPLATE = 'PORTAL_TEST_TEMPLATE'

/** Fills an empty data folder with the demo school's first day: a copy takes a quarter of the time of making it. */
export async function fillDataFolder(dataFolder: string): Promise<void> {
  const template = process.env[TEMPLATE]
  if (template === undefined) throw new Error('the global set-up has not run')
  // Where the tests run as root, PostgreSQL's files belong to another account, and have to go on doing so.
  if (process.getuid?.() === 0) await promisify(execFile)('cp', ['-a', `${template}/.`, dataFolder])
  else await cp(template, dataFolder, { recursive: true })
}
