import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'

// What schools write in their lists, that was read wrongly without a word.

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const warningsOf = async (importId: string) =>
  (await caller.rows(importId, 'warned')).flatMap(({ row, warnings }) => warnings.map(({ code }) => `${row} ${code}`))
const problemsOf = async (importId: string) =>
  (await caller.rows(importId, 'error')).flatMap(({ problems }) =>
    problems.map(({ code, column, params }) => [code, column, params['cell']]),
  )
describe('grades', () => {
  const read = async (...grades: string[]) =>
    caller.preview(
      'people.csv',
      `姓名,学号,年级,班级\n${grades.map((grade, at) => `级${at},SV1${at},${grade},71班`).join('\n')}\n`,
    )

  it.each([
    ['初一', '七年级', '7年级', 'Grade 7', 'G7', 'Junior 1'],
    ['九年级', '初三', '初中三年级', '9th grade'],
    ['高一', '十年级', 'Senior 1', 'Grade 10', '高中一年级'],
    ['十二年级', '高三', 'G12'],
    ['预初', '六年级'],
  ])('%s and %s are one, and so are the other words for it', async (...grades) => {
    const run = await read(...grades)
    expect(run.counts).toMatchObject({
      new: { grades: expect.toSatisfy((count: number) => count <= 1), classes: 1 },
      error: { people: 0 },
    })
  })

  it('of England and of America are two, which is said', async () => {
    const run = await read('Grade 11', 'Year 11')
    expect(run.counts.new).toMatchObject({ grades: 2, classes: 2 })
    expect(await warningsOf(run.importId)).toEqual(['3 grades_apart'])
  })

  it('of a school with four grades of junior middle school have to be written as the school does', async () => {
    const run = await read('初二', '初四', '八年级')
    expect(await problemsOf(run.importId)).toEqual([['grade_ambiguous', '年级', undefined]])
  })
})
