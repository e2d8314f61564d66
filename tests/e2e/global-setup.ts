import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../support/process/portal-process.ts'
import { TEMPLATE } from './template.ts'

/** Makes the demo school's data once, of which every portal of the tests gets a copy; returns the clean-up. */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-template-'))
  const portal = await startPortal({ dataFolder })
  await portal.stop()
  process.env[TEMPLATE] = dataFolder
  return () => rm(dataFolder, { recursive: true, force: true })
}
