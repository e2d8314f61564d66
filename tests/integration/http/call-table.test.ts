import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { envelopeSchema } from '../../../contract/envelope.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/table.ts'
import { registeredEndpoints } from '../../../server/http/route.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { sendEmpty } from '../../support/callers/call.ts'
import { failuresOf } from '../../support/failures-of.ts'

const BUILD = resolve('dist/app')
/** What the build would deliver, for a checkout that was not built: that a file at such an address is served does not depend on what it says. */
const SAMPLES: Record<string, unknown> = {
  'versions.packageJson': { name: 'portal', version: '1.0.0' },
  'versions.versionJson': [{ version: '1.0.0', metto: [] }],
}

/** Endpoints that the build answers with a file, and the address of one such file. */
const deliveredEndpoints: ReadonlyMap<string, string> = new Map([
  ['language.modulePack', '/pages/files/lang/en-files.json'],
  ['language.sharedPack', '/common/plugins/common-ph/1.6.0/lang/en-ph.json'],
  ['theme.css', '/common/plugins/theme/1.6.0/ink.css'],
  ['versions.packageJson', '/pages/portal/package.json'],
  ['versions.versionJson', '/pages/portal-version/version.json'],
  ['viewport.manifest', '/files/manifest.json'],
])

let test: TestApp
/** The endpoint whose route the last request was given to. */
let route = 'none'
let samples: string
let unitId: string
beforeAll(async () => {
  samples = await mkdtemp(join(tmpdir(), 'portal-samples-'))
  for (const [name, address] of deliveredEndpoints) {
    await mkdir(join(samples, dirname(address)), { recursive: true })
    await writeFile(join(samples, address), JSON.stringify(SAMPLES[name] ?? {}))
  }
  const appFolder = existsSync(join(BUILD, 'index.html')) ? BUILD : samples
  test = await createTestApp({ appFolder }, (app) =>
    app.addHook('onRequest', async (request) => {
      route = request.routeOptions.config.endpoint?.name ?? 'another'
    }),
  )
  const { envelope } = await test.visit().get('/api/uaa/oauth/login/unit_config')
  unitId = z.parse(z.object({ unitId: z.string() }), envelope.data).unitId
})
afterAll(async () => {
  await test.close()
  await rm(samples, { recursive: true })
})

const handled = () => new Set([...registeredEndpoints(test.app)].map(({ name }) => name))

describe('the table of endpoints and the server', () => {
  it('leave no endpoint between answered and delivered by the build, and none in both', () => {
    const places = endpoints.map(({ name }) => ({
      name,
      in: [handled().has(name) && 'answered', deliveredEndpoints.has(name) && 'delivered'].filter(Boolean),
    }))
    expect(places.filter((place) => place.in.length !== 1)).toEqual([])
  })

  it('know the same endpoints: nothing is listed or answered that the table does not have', () => {
    const names = new Set(endpoints.map(({ name }) => name))
    expect([...deliveredEndpoints.keys(), ...handled()].filter((name) => !names.has(name))).toEqual([])
  })
})

const address = (name: string) => deliveredEndpoints.get(name) ?? ''
const nameOf = ({ name }: AnyEndpoint) => name

it('each endpoint that the build answers gives a file of the agreed shape', async () => {
  const delivered = endpoints.filter(({ name }) => deliveredEndpoints.has(name))
  const failures = await failuresOf(delivered, nameOf, async ({ name, response: shape }) => {
    const response = await test.visit().request('GET', address(name))
    expect(response.statusCode).toBe(200)
    const isText = address(name).endsWith('.css')
    expect(z.core.safeParse(shape, isText ? response.body : response.json()).success).toBe(true)
  })
  expect(failures).toEqual([])
})

it('the address of each other endpoint leads to its own route, which refuses with an envelope', async () => {
  const answered = endpoints.filter(({ name }) => !deliveredEndpoints.has(name))
  const failures = await failuresOf(answered, nameOf, async (endpoint) => {
    route = 'none'
    const response = await sendEmpty(test.visit(), endpoint, (name) => (name === 'unitId' ? unitId : 'base'))
    expect(route).toBe(endpoint.name)
    if (!endpoint.rawResponse || response.statusCode !== 200) z.parse(envelopeSchema, response.json())
  })
  expect(failures).toEqual([])
})
