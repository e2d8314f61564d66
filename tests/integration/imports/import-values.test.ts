import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

/** What is said of the rows of a file that are written all the same. */
const warningsOf = async (importId: string) =>
  (await caller.rows(importId, 'warned')).flatMap(({ row, warnings }) =>
    warnings.map(({ column, code, params }) => ({ row, column, code, params })),
  )

describe('a guardian’s number without a name', () => {
  it.each([
    ['in columns of a father and a mother', '父亲姓名,父亲电话,母亲电话', '祁父,13911115002,13911115003', '母亲电话'],
    ['in a column of a guardian', '家长电话', '13911115003', '家长电话'],
    ['in a third guardian’s column', 'Guardian 3 phone', '13911115003', 'Guardian 3 phone'],
  ])('%s is said, and the row is written without it', async (_, headings, cells, column) => {
    const run = await caller.preview('people.csv', `姓名,学号,年级,班级,${headings}\n祁乙,B1502,一年级,91班,${cells}\n`)
    expect(run.counts.error.people).toBe(0)
    expect(run.warnings).toBe(1)
    expect(await warningsOf(run.importId)).toMatchObject([
      { row: 2, column, code: 'guardian_no_name', params: { value: '13911115003' } },
    ])
  })
})
