import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as importSchedule from '../../../contract/endpoints/people/import-schedule.ts'
import * as importsEndpoints from '../../../contract/endpoints/people/imports.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'

// Two registrars, and the schedule of the school, change the same people in the same moment: one is first, and the others are told.

const ROUNDS = 8
const AHEAD = /^import\.(not_ready|busy)$/

let test: TestApp
let root: string
let folder: string
let registrars: ReturnType<typeof createImportCaller>[]
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-drops-'))
  test = await createTestApp({ config: { importFolder: root } })
  const admin = await test.signIn('admin')
  registrars = [createImportCaller(test, admin)]
  for (const loginName of ['first-registrar', 'second-registrar']) {
    await addRankedPerson(test, { loginName, userType: 4, roles: ['REGISTRY'] })
    registrars.push(createImportCaller(test, await test.signIn(loginName)))
  }
  const state = z.parse(importSchedule.read.response, (await admin.get(importSchedule.read.path)).envelope.data)
  folder = join(root, String(state.places.folder))
  await mkdir(folder, { recursive: true })
  await caller(0).ask(importSchedule.save, {
    enabled: true,
    place: 'folder',
    path: '',
    time: '02:30',
    kind: 'any',
    mode: null,
    source: '',
    pupilAccounts: true,
    parentAccounts: true,
    recipients: [],
  })
})
afterAll(async () => {
  await test.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => runAsOwner(test, sql`delete from rate_limit`))

const caller = (at: number) => registrars[at] ?? createImportCaller(test, test.visit())
const numbers = async (tail: number) =>
  (
    await runAsOwner(
      test,
      sql`select staff_number as number from staff_member where staff_number in (${`RA${tail}`}, ${`RB${tail}`}) order by 1`,
    )
  ).map(({ number }) => number)

async function imported(tail: number): Promise<string> {
  await runAsOwner(test, sql`delete from rate_limit`)
  const { importId } = await caller(0).preview('race.csv', `类型,姓名,工号\n教师,赛一,RA${tail}\n教师,赛二,RB${tail}\n`)
  expect(await caller(0).apply(importId)).toMatchObject({ status: 'applied' })
  return importId
}

async function settle(): Promise<void> {
  await hastenJobs(test.database)
  await settleJobs(test.database)
}

const begins = (at: number, importId: string, partly = false) =>
  caller(at).ask(importsEndpoints.undo, { importId, partly })

describe('an import that is taken back by two at once', () => {
  it.each([
    ['both whole', false, false],
    ['one whole and one in part', false, true],
    ['both in part', true, true],
  ])('is taken back once (%s)', async (_, one, other) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const importId = await imported(round)
      // Of a partial undo something is left.
      const isChanged = one && other
      if (isChanged)
        await runAsOwner(
          test,
          sql`update user_account a set english_name = 'Changed' from staff_member s where s.user_id = a.user_id and s.staff_number = ${`RB${round}`}`,
        )
      const answers = await Promise.all([
        begins(1, importId, one),
        begins(2, importId, other),
        begins(1, importId, other),
      ])
      const codes = answers.map(({ code }) => code)
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
      for (const code of codes.filter((found) => found !== 'ok')) expect(code).toMatch(AHEAD)
      await settle()
      expect(await caller(0).summary(importId)).toMatchObject({
        status: 'undone',
        code: null,
        kept: isChanged ? 1 : null,
      })
      expect(await numbers(round)).toEqual(isChanged ? [`RB${round}`] : [])
      // And again, afterwards.
      expect((await begins(2, importId, other)).code).toBe('import.not_ready')
      await runAsOwner(
        test,
        sql`delete from user_account a using staff_member s where s.user_id = a.user_id and s.staff_number = ${`RB${round}`}`,
      )
    }
  })

  it('is applied or taken back, never both: another is applied in the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const importId = await imported(100 + round)
      const next = await caller(0).preview('next.csv', `类型,姓名,工号,英文名\n教师,赛一,RA${100 + round},Raced\n`)
      const [back, on] = await Promise.all([
        begins(1, importId),
        caller(2).ask(importsEndpoints.apply, { importId: next.importId }),
      ])
      await settle()
      // The other one found the first under way or what it came to, at once or when its own turn came.
      expect([back.code, on.code]).toContain('ok')
      expect(back.code).toMatch(/^(ok|import\.busy|import\.undo_changed)$/)
      expect(on.code).toMatch(/^(ok|import\.busy)$/)
      const { status, code } = await caller(0).summary(importId)
      const isBack = status === 'undone'
      const refused = back.code === 'ok' ? 'import.undo_changed' : null
      expect([status, code]).toEqual(isBack ? ['undone', null] : ['applied', refused])
      // What it would change is gone: it is stale and writes nothing.
      if (on.code !== 'ok') await caller(2).ask(importsEndpoints.apply, { importId: next.importId })
      await settle()
      expect(await caller(0).summary(next.importId)).toMatchObject(
        isBack ? { status: 'stale', code: 'import.stale' } : { status: 'applied', code: null },
      )
      expect(await numbers(100 + round)).toEqual(isBack ? [] : [`RA${100 + round}`, `RB${100 + round}`])
    }
  })

  it('waits for the schedule or goes before it: a file of the night that changes the same people', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const tail = 200 + round
      const importId = await imported(tail)
      await runAsOwner(test, sql`delete from import_taken`)
      const path = join(folder, `night${round}.csv`)
      await writeFile(path, `类型,姓名,工号,英文名\n教师,赛一,RA${tail},Nightly\n`)
      const at = new Date(Date.now() - 5 * 60_000)
      await utimes(path, at, at)
      const [, back] = await Promise.all([caller(0).ask(importSchedule.look, {}), begins(1, importId)])
      expect(back.code).toMatch(/^(ok|import\.busy|import\.undo_changed)$/)
      await settle()
      await settle()
      const { status, code } = await caller(0).summary(importId)
      // Taken back whole, or left whole with the reason: never half of it.
      const isBack = status === 'undone'
      const refused = back.code === 'ok' ? 'import.undo_changed' : null
      expect([status, code]).toEqual(isBack ? ['undone', null] : ['applied', refused])
      expect((await numbers(tail)).includes(`RB${tail}`)).toBe(!isBack)
      const { imports } = await caller(0).list(1)
      const nightly = imports.find((run) => run.fileName === `night${round}.csv`)
      expect(nightly?.status).toMatch(/^(applied|stale|ready|failed)$/)
      expect(nightly?.code ?? 'import.').toMatch(/^import\./)
      await rm(path)
      await runAsOwner(
        test,
        sql`delete from user_account a using staff_member s where s.user_id = a.user_id and s.staff_number in (${`RA${tail}`}, ${`RB${tail}`})`,
      )
    }
  })
})
