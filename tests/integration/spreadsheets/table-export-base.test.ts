import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { unitConfigData } from '../../../contract/endpoints/units/tenant.ts'
import { isTableExportBase, tableExportAddress } from '../../../contract/endpoints/export.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'

let appFolder: string
let test: TestApp | undefined
beforeAll(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'portal-tables-'))
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>%UNIT_NAME%</title>')
})
afterEach(async () => {
  await test?.close()
  test = undefined
})
afterAll(() => rm(appFolder, { recursive: true }))

async function visit(tableExportBase?: string) {
  test = await createTestApp({ appFolder, config: { ...(tableExportBase !== undefined && { tableExportBase }) } })
  const { headers } = await test.visit().request('GET', '/login')
  const { envelope } = await test.visit().get('/api/uaa/oauth/login/unit_config')
  return { policy: String(headers['content-security-policy']), unit: z.parse(unitConfigData, envelope.data) }
}

it('tables stay in the portal unless the operator says where they go', async () => {
  const { policy, unit } = await visit()
  expect(unit.tableExportBase).toBeUndefined()
  expect(policy).toContain("; form-action 'self';")
  expect(policy).not.toContain('frame-src')
})

it('a service elsewhere is told to pages, which may send forms to its origin alone', async () => {
  const { policy, unit } = await visit('https://tables.example.org/api/base')
  expect(unit.tableExportBase).toBe('https://tables.example.org/api/base')
  expect(tableExportAddress(unit.tableExportBase ?? '')).toBe('https://tables.example.org/api/base/common/table2xls')
  expect(policy).toContain("; form-action 'self' https://tables.example.org;")
  expect(policy).toContain("; frame-src 'self' https://tables.example.org;")
})

it('one of the portal’s own paths needs nothing more than the portal', async () => {
  const { policy, unit } = await visit('/tables/base')
  expect(unit.tableExportBase).toBe('/tables/base')
  expect(policy).toContain("; form-action 'self';")
  expect(policy).not.toContain('frame-src')
})

it.each(['/api/base', 'https://tables.example.org', 'https://tables.example.org:8443/a.b/c_d'])(
  '%s is a base',
  (base) => {
    expect(isTableExportBase(base)).toBe(true)
  },
)
