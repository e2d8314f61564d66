import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import packageFacts from '../../../package.json' with { type: 'json' }
import { parseChangelog } from '../../../scripts/changelog.ts'
import * as licence from '../../../contract/endpoints/units/licence.ts'
import { packageVersions, versionJson } from '../../../contract/endpoints/versions.ts'
import { compareVersions, isNewer } from '../../../src/app/features/versions/compare-versions.ts'
import type { TestApp } from '../../support/app/app.ts'
import { createTestApp } from '../../support/app/app.ts'
import { readMe } from '../../support/callers/session-probe.ts'

const CHANGELOG = new URL('../../../CHANGELOG.md', import.meta.url)

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const read = (service: string) => test.visit().get(`/api/${service}/nl/${service}_package_versions`)

describe('the versions of a service', () => {
  it.each(['base', 'uaa', 'storage', 'files', 'attendance'])(
    'are told of %s to anybody, and fit the front end of the same release',
    async (service) => {
      const { serverVersion, webCodeVersion, date } = z.parse(
        packageVersions.response,
        (await read(service)).envelope.data,
      )
      expect(serverVersion).toBe(packageFacts.version)
      expect(isNewer(webCodeVersion, packageFacts.version)).toBe(false)
      expect(date).toBe(
        parseChangelog(await readFile(CHANGELOG, 'utf8')).find(({ version }) => version === serverVersion)?.date,
      )
    },
  )

  it('are not found for a service that there is not, and when an address names two', async () => {
    expect((await read('unknown')).envelope.code).toBe('request.not_found')
    expect((await test.visit().get('/api/base/nl/uaa_package_versions')).envelope.code).toBe('request.not_found')
  })
})

describe('the list of versions', () => {
  it('has the release that is running, and notes in both languages', async () => {
    const changelog = await readFile(CHANGELOG, 'utf8')
    const list = z.parse(versionJson.response, parseChangelog(changelog))
    expect(list.some(({ version }) => compareVersions(version, packageFacts.version) === 0)).toBe(true)
    for (const { metto } of list) {
      expect(metto.length).toBeGreaterThan(0)
      for (const { cn, en } of metto) expect([cn, en]).not.toContain('')
    }
  })
})

describe('whether a unit runs under another operator’s brand', () => {
  it('is told of one’s own unit only', async () => {
    const answers: unknown[] = []
    for (const host of ['localhost', 'ginkgo.localhost']) {
      const browser = await test.signIn('parent', { host })
      const { unitId } = await readMe(browser)
      answers.push((await browser.get(`${licence.oam.path}?unitId=${unitId}`)).envelope.data)
      const other = await test.signIn('parent', { host: host === 'localhost' ? 'ginkgo.localhost' : 'localhost' })
      expect((await other.get(`${licence.oam.path}?unitId=${unitId}`)).envelope.code).toBe('access.denied')
    }
    expect(answers).toEqual([false, true])
  })
})
