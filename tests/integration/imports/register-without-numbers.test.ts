import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { sampleFile } from '../../support/samples/sample-file.ts'

let test: TestApp
let caller: ReturnType<typeof createImportCaller>
beforeAll(async () => {
  test = await createTestApp()
  caller = createImportCaller(test, await test.signIn('admin'))
})
afterAll(() => test.close())

it('a register without numbers of the school is read whole: pupils get numbers, and the same file changes nothing', async () => {
  const file = await readFile(sampleFile('M1-register.xlsx'))
  const { importId, counts } = await caller.preview('register.xlsx', file)
  expect(counts.error.people).toBe(0)
  expect(counts.new.people).toBeGreaterThan(20)
  const made = (await caller.rows(importId, 'new')).filter(({ kind, userType }) => kind === 'person' && userType === 1)
  const numbers = made.map(({ after }) => String(after?.['number']))
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.every((number) => /^20\d{7}$/.test(number))).toBe(true)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(made.every(({ after }) => after?.['loginName'] === after?.['number'])).toBe(true)
  expect((await caller.apply(importId)).status).toBe('applied')
  const again = await caller.preview('register.xlsx', file)
  expect([again.counts.new.people, again.counts.changed.people, again.counts.error.people]).toEqual([0, 0, 0])
})
