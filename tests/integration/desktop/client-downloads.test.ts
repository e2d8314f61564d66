import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { unitConfig } from '../../../contract/endpoints/units/tenant.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

const INSTALLER = 'https://downloads.example.org/portal-setup.exe'
const OWN = 'https://school.example.org/setup.exe'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { clientDownloads: { installer: INSTALLER } } })
})
afterAll(() => test.close())

const offered = async (host: string) => {
  const { envelope } = await test.visit({ host }).get(unitConfig.path)
  return Object(envelope.data).clientDownloads
}

/** Decorates the demo school with what may be anything. */
async function decorate(downloads: unknown): Promise<void> {
  await runAsOwner(
    test,
    sql`update unit set decoration_set = decoration_set || ${JSON.stringify({ clientDownloads: downloads })}::jsonb where english_name = 'Riverside School'`,
  )
}

beforeEach(() => decorate(null))

it('offers what the installation says to every unit', async () => {
  expect(await offered('localhost')).toEqual({ installer: INSTALLER })
  expect(await offered('ginkgo.localhost')).toEqual({ installer: INSTALLER })
})

it('lets a unit say otherwise for itself, one by one', async () => {
  await decorate({ installer: OWN, portable: '/downloads/portal.zip' })
  expect(await offered('localhost')).toEqual({ installer: OWN, portable: '/downloads/portal.zip' })
  expect(await offered('ginkgo.localhost')).toEqual({ installer: INSTALLER })
  await decorate({ portable: '/downloads/portal.zip' })
  expect(await offered('localhost')).toEqual({ installer: INSTALLER, portable: '/downloads/portal.zip' })
})

it.each([
  { installer: 'javascript:alert(1)' },
  { installer: 'http://example.org/a.exe' },
  { portable: '//evil.example' },
  'x',
  7,
])('does not pass on what is no address: %j', async (given) => {
  await decorate(given)
  expect(await offered('localhost')).toEqual({ installer: INSTALLER })
})

it('says nothing where nothing is configured', async () => {
  const plain = await createTestApp()
  try {
    const { envelope } = await plain.visit().get(unitConfig.path)
    expect(envelope.data).not.toHaveProperty('clientDownloads')
  } finally {
    await plain.close()
  }
})
