import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import * as storageAdmin from '../../../contract/endpoints/storage/storage-admin.ts'
import type { StorageSettings } from '../../../contract/endpoints/storage/storage-admin.ts'
import { QUOTA_MAX } from '../../../contract/limits.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { sqlState } from '../../support/app/sql-state.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'
import { NO_QUOTAS, readUsage, sendQuotas, setQuotas } from '../../support/schools/storage-quotas.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { until } from '../../support/until.ts'

const GB = 1024 ** 3
/** What a unit begins with. */
const DEFAULTS = { unit: null, student: 10 * GB, teacher: 100 * GB, parent: 5 * GB, staff: 100 * GB, classes: 5 * GB }

let portal: TestApp
let admin: TestBrowser
let elsewhere: TestBrowser
let teacher: StorageCaller

beforeAll(async () => {
  portal = await createTestApp()
  admin = await portal.signIn('admin')
  elsewhere = await portal.signIn('admin', { host: 'ginkgo.localhost' })
  teacher = createStorageCaller(await portal.signIn('teacher'))
})
afterAll(() => portal.close())

const readSettings = async (browser: TestBrowser): Promise<StorageSettings> =>
  dataOf(storageAdmin.quotas, (await browser.get(storageAdmin.quotas.path)).envelope)

describe('the quotas of a unit', () => {
  it('are there from the beginning, by the type of the person', async () => {
    expect((await readSettings(admin)).quotas).toMatchObject(DEFAULTS)
    for (const [name, quota] of [
      ['student', DEFAULTS.student],
      ['teacher', DEFAULTS.teacher],
      ['parent', DEFAULTS.parent],
      ['staff', DEFAULTS.staff],
      ['admin', DEFAULTS.staff],
    ] as const) {
      expect((await readUsage(await portal.signIn(name))).quota).toBe(quota)
    }
  })

  it('are changed by its administrators, for it alone, and leave a line in the log', async () => {
    const wanted = { unit: 2 * GB, student: 0, teacher: null, parent: QUOTA_MAX, staff: 1, classes: 7 }
    expect((await setQuotas(admin, wanted)).quotas).toMatchObject(wanted)
    expect((await readSettings(admin)).quotas).toMatchObject(wanted)
    expect((await readSettings(elsewhere)).quotas).toMatchObject(DEFAULTS)
    expect((await readUsage(teacher.browser)).quota).toBeNull()
    const { userId } = await readMe(admin)
    const line = await until(() =>
      portal.logLines.find((text) => text.includes('"storage.saveQuotas"') && text.includes('administration')),
    )
    expect(JSON.parse(line)).toMatchObject({ actor: userId, action: 'storage.saveQuotas', changes: { after: wanted } })
    await setQuotas(admin, {})
  })

  it('are nobody else’s to see or to change', async () => {
    const other = teacher.browser
    expect((await other.get(storageAdmin.quotas.path)).envelope.code).toBe('access.denied')
    expect((await sendQuotas(other, NO_QUOTAS)).code).toBe('access.denied')
    expect((await portal.visit().get(storageUsage.path)).envelope.code).toBe('session.required')
  })

  it.each([
    ['a negative number', { unit: -1 }],
    ['half a byte', { student: 0.5 }],
    ['text', { teacher: '10' }],
    ['too much', { parent: QUOTA_MAX + 1 }],
    ['nothing said', { staff: undefined }],
  ])('%s is refused with the name of the field, and changes nothing', async (_, wrong) => {
    const before = await readSettings(admin)
    const { code, fieldErrors } = await sendQuotas(admin, { ...NO_QUOTAS, ...wrong })
    expect(code).toBe('request.invalid')
    expect(fieldErrors?.map(({ field }) => field)).toEqual(Object.keys(wrong))
    expect(await readSettings(admin)).toEqual(before)
  })
})

describe('what is used', () => {
  it('is told to each person for themselves, and to administrators for the unit and its groups', async () => {
    const before = await readSettings(admin)
    await teacher.store(makeFile('lesson.bin', 3000))
    await teacher.chunk(makeFile('on its way.bin', 2000, 1500), 1)
    const { used, ...unit } = await readUsage(teacher.browser)
    expect(used).toBe(5000)
    expect(unit).toEqual({ bin: 0, quota: null, unitUsed: null, unitQuota: null })

    const after = await readSettings(admin)
    expect(after.used).toBe(before.used + 5000)
    expect(await readUsage(admin)).toMatchObject({ unitUsed: after.used, unitQuota: null })
    const teachers = ({ groups }: StorageSettings) => groups.find(({ group }) => group === 'teacher')
    expect(teachers(after)).toEqual({ ...teachers(before), used: 5000, most: 5000 })
    expect(teachers(after)?.people).toBeGreaterThan(1)
    expect((await readSettings(elsewhere)).used).toBe(0)
  })

  it('is told for the groups that a unit has: an education office has no pupils', async () => {
    const office = await portal.signIn('admin', { host: 'area.localhost' })
    expect((await readSettings(office)).groups.map(({ group }) => group)).toEqual(['staff'])
    const school = (await readSettings(admin)).groups.map(({ group }) => group)
    expect(school).toEqual(['student', 'teacher', 'parent', 'staff'])
  })

  it('is counted by the database alone, and seen by nobody of another unit', async () => {
    const [unitId, other] = [await unitOf(portal), await unitOf(portal, 'ginkgo.localhost')]
    const seen = (from: string) =>
      portal.database.inUnit({ unitId: from, userId: null }, async (tx) => {
        const { rows } = await tx.execute(sql`select unit_id from storage_use`)
        return rows
      })
    expect(await seen(unitId)).toEqual([{ unit_id: unitId }])
    expect(await seen(other)).toEqual([])
    for (const statement of [
      sql`update storage_use set bytes = 0`,
      sql`delete from storage_use`,
      sql`insert into storage_use values (portal_unit_id(), 0)`,
    ]) {
      const failure = await portal.database
        .inUnit({ unitId, userId: null }, (tx) => tx.execute(statement))
        .catch((error: unknown) => error)
      expect(sqlState(failure)).toBe('42501')
    }
    expect(await runAsOwner(portal, sql`select bytes from storage_use where unit_id = ${unitId}`)).toEqual([
      { bytes: 3000 },
    ])
  })
})
