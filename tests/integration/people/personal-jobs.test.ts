import { sql, type SQL } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as erasure from '../../../contract/endpoints/people/erasure.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import * as personalJobs from '../../../contract/endpoints/people/personal-jobs.ts'
import type { Tx } from '../../../server/db/database.ts'
import { asPersonalDataRole } from '../../../server/db/personal-data-role.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { placesOf } from '../../support/callers/places-of.ts'
import { runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { ask, call } from '../../support/callers/call.ts'
import { until } from '../../support/until.ts'

const MANY = 2000
const BATCH = 500

let test: TestApp
let admin: TestBrowser
let unitId: string
let database: string
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  unitId = await unitOf(test)
  await measureBatches()
})
afterAll(() => test.close())

const run = (statement: SQL) => runAsOwner(test, statement)

/** Notes how many rows each statement takes from tables of which the test's people have many. */
async function measureBatches(): Promise<void> {
  await run(sql`create table batch (of text, rows integer)`)
  await run(sql`
    create function note_batch() returns trigger language plpgsql security definer as $$
    begin
      insert into batch select tg_table_name, count(*) from old_rows having count(*) > 0;
      return null;
    end $$`)
  for (const table of ['attendance_event', 'message_recipient', 'todo'])
    for (const change of ['delete', 'update'])
      await run(
        sql.raw(
          `create trigger note_${change} after ${change} on ${table} referencing old table as old_rows for each statement execute function note_batch()`,
        ),
      )
}

/** The largest and the number of batches since the last look. */
async function readBatches() {
  const rows = await run(sql`select of, max(rows) as most, count(*)::int as count from batch group by 1 order by 1`)
  await run(sql`delete from batch`)
  return rows
}

let made = 0
/** A pupil of the demo's school who is of no family, with an account. */
async function addPupil(name: string): Promise<people.PersonPage> {
  made += 1
  const number = `8850${String(made).padStart(4, '0')}`
  const [row] = await run(
    sql`select class_id from class_group where unit_id = ${unitId} and closed_on is null order by class_id limit 1`,
  )
  const key = await call(admin, people.save, {
    realName: name,
    englishName: '',
    number,
    sex: null,
    birthday: null,
    classId: String(row?.['class_id']),
    departmentId: null,
    positionTitle: '',
    englishPositionTitle: '',
    email: null,
    phone: null,
    loginName: `pupil${number}`,
    key: null,
    userType: 1,
  })
  return call(admin, people.show, key)
}

/** Gives a pupil so many records of attendance, messages of the portal about the pupil, and to-dos. */
async function give({ id, userId, realName }: people.PersonPage, count: number): Promise<void> {
  await run(sql`
    insert into attendance_event (unit_id, student_id, at, direction, source)
    select ${unitId}, ${id}, timestamptz '2020-01-01' + make_interval(mins => n), 'in', 'code' from generate_series(1, ${count}::int) n`)
  await run(sql`
    with sent as (
      insert into message (unit_id, module, body, importance) select ${unitId}, 'attendance', ${realName}::text || ' 08:12 到校 ' || n, 4 from generate_series(1, ${count}::int) n
      returning message_id)
    insert into message_recipient (unit_id, user_id, message_id) select ${unitId}, ${userId}, message_id from sent`)
  await run(sql`
    insert into todo (unit_id, user_id, module, title) select ${unitId}, ${userId}, 'notice', 'No. ' || n from generate_series(1, ${count}::int) n`)
}

const keyOf = ({ kind, id }: people.PersonKey) => ({ kind, id })
const deactivate = (...all: people.PersonKey[]) => call(admin, people.deactivate, { people: all.map(keyOf) })
const jobsOf = async (id: string, browser = admin) =>
  (await call(browser, personalJobs.listJobs, {})).jobs.filter(
    ({ personId, keepId }) => personId === id || keepId === id,
  )

/** Keeps jobs from going on beyond a table, until the end of `work`. */
async function heldAt(table: string, work: () => Promise<void>): Promise<void> {
  const [row] = await run(sql`select current_database() as name`)
  database = String(row?.['name'])
  const lock = await open()
  await lock.query('begin')
  await lock.query(`lock table ${table} in share mode`)
  try {
    await work()
  } finally {
    await lock.query('rollback')
    await lock.end()
  }
}

async function open(): Promise<Client> {
  const client = new Client({ ...inject('postgres'), user: 'portal', database })
  await client.connect()
  return client
}

const isHeld = async () =>
  (
    await run(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with part as%'`,
    )
  ).length > 0

const stagesOf = async (id: string) =>
  (
    await run(
      sql`select changes ->> 'stage' as stage, actor_id is not null as told from admin_event where target_id = ${id} and action in ('people.erase', 'people.merge') order by at, event_id`,
    )
  ).map(({ stage }) => stage)

describe('a person with many records, messages and to-dos', () => {
  it('is hidden at once, erased in batches, told about meanwhile, and nothing is left', async () => {
    const pupil = await addPupil('南宫望舒')
    const { id, userId } = pupil
    await give(pupil, MANY)
    await deactivate(pupil)
    await readBatches()
    const request = { key: keyOf(pupil), name: pupil.realName, guardians: [] }
    await heldAt('attendance_correction', async () => {
      const answer = await call(admin, erasure.erase, request)
      expect(answer).toMatchObject({ jobId: expect.any(String) })
      expect((await ask(admin, people.show, keyOf(pupil))).code).toBe('people.gone')
      expect((await call(admin, people.list, { query: '南宫望舒', state: 'all' })).total).toBe(0)
      // All before the held table is done, and has been told.
      await until(isHeld)
      const [job] = await jobsOf(id)
      expect(job).toMatchObject({ kind: 'erase', state: 'running', realName: '南宫望舒', keepId: null })
      expect(job?.progress).toBeGreaterThan(0)
      expect(job?.progress).toBeLessThan(100)
      expect(await stagesOf(id)).toEqual(['begun'])

      expect((await ask(admin, erasure.erase, request)).code).toBe('people.in_job')
      const other = await addPupil('南宫望月')
      expect(
        (
          await ask(admin, merging.merge, {
            ...keyOf(other),
            otherId: id,
            name: other.realName,
            take: [],
            days: 'both',
          })
        ).code,
      ).toBe('people.in_job')
      const imports = createImportCaller(test, admin)
      const { importId } = await imports.preview(
        'new.csv',
        '类型,姓名,学号,年级,班级\n学生,新生,8859001,四年级,1班\n',
        {},
      )
      await expect(imports.apply(importId)).rejects.toThrow()
    })
    await settleJobs(test.database)
    expect(await jobsOf(id)).toEqual([])
    const { jobs } = await call(admin, personalJobs.listJobs, {})
    expect(jobs[0]).toMatchObject({ kind: 'erase', state: 'done', progress: 100, personId: null, realName: null })
    const batches = await readBatches()
    for (const { of, most, count } of batches) {
      expect([of, most]).toEqual([of, BATCH])
      expect(count).toBeGreaterThanOrEqual(MANY / BATCH)
    }
    expect(batches.map(({ of }) => of)).toEqual(['attendance_event', 'message_recipient', 'todo'])

    for (const trace of ['南宫望舒', pupil.number, pupil.loginName ?? ''])
      expect([trace, await placesOf(test, trace)]).toEqual([trace, []])
    const kept = ['admin_event.target_id', 'roster_change.sourced_id', 'roster_change.user_id', 'oauth_session.user_id']
    for (const one of [id, userId ?? '']) {
      const places = await placesOf(
        test,
        one,
        sql`t.table_schema = 'public' and c.data_type in ('uuid', 'text', 'jsonb', 'json', 'ARRAY')`,
      )
      expect(places.filter((place) => !kept.includes(place))).toEqual([])
    }
    expect(await stagesOf(id)).toEqual(['begun', 'done'])
    const [done] = await run(
      sql`select changes from admin_event where target_id = ${id} and changes ->> 'stage' = 'done'`,
    )
    expect(done?.['changes']).toMatchObject({ attendance: MANY, messages: MANY })
  })

  it('is joined to another in batches, with all that both have', async () => {
    const [keep, gone] = [await addPupil('令狐冲虚'), await addPupil('令狐冲盈')]
    for (const one of [keep, gone]) await give(one, MANY)
    await run(sql`
      insert into message_recipient (unit_id, user_id, message_id, read_at) select unit_id, ${keep.userId}, message_id, null from message_recipient where user_id = ${gone.userId} limit 700`)
    await readBatches()
    const answer = await call(admin, merging.merge, {
      ...keyOf(keep),
      otherId: gone.id,
      name: keep.realName,
      take: ['number', 'signIn'],
      days: 'gone',
    })
    expect(answer).toMatchObject({ jobId: expect.any(String) })
    // What a person has once is the other's at once.
    expect((await ask(admin, people.show, keyOf(gone))).code).toBe('people.gone')
    expect(await call(admin, people.show, keyOf(keep))).toMatchObject({
      number: gone.number,
      loginName: gone.loginName,
      active: true,
    })
    await settleJobs(test.database)
    for (const { of, most } of await readBatches()) expect([of, most]).toEqual([of, BATCH])
    const [counts] = await run(sql`
      select (select count(*)::int from message_recipient where user_id = ${keep.userId}) as messages,
        (select count(*)::int from todo where user_id = ${keep.userId}) as todos,
        (select count(*)::int from attendance_event where student_id = ${keep.id}) as attendance`)
    // On all days both have some, of which those of the other were chosen.
    expect(counts).toEqual({ messages: 2 * MANY, todos: 2 * MANY, attendance: MANY })
    for (const id of [gone.id, gone.userId ?? '']) {
      const places = await placesOf(
        test,
        id,
        sql`t.table_schema = 'public' and c.data_type in ('uuid', 'text', 'jsonb', 'json', 'ARRAY')`,
      )
      expect(places.filter((place) => !place.startsWith('roster_change.'))).toEqual([])
    }
    expect(await stagesOf(keep.id)).toEqual(['begun', 'done'])
  })
})

describe('a job', () => {
  it('goes on after the right of the one who began it was withdrawn, who sees nothing of it then', async () => {
    await run(sql`
      with made as (insert into role (unit_id, service, code, name, english_name) values (${unitId}, 'base', 'WHOLE', '人事', 'People') returning role_id),
        granted as (insert into permission_grant (unit_id, code, role_id) select ${unitId}, 'base_people', role_id from made)
      insert into role_member (unit_id, role_id, user_id, member_id)
      select ${unitId}, made.role_id, a.user_id, gen_random_uuid() from made, user_account a where a.unit_id = ${unitId} and a.login_name = 'staff'`)
    const staff = await test.signIn('staff')
    const pupil = await addPupil('第五伦常')
    await give(pupil, 3 * BATCH)
    await deactivate(pupil)
    await heldAt('attendance_correction', async () => {
      await call(staff, erasure.erase, { key: keyOf(pupil), name: pupil.realName, guardians: [] })
      await until(isHeld)
      expect(await jobsOf(pupil.id, staff)).toHaveLength(1)
      await run(sql`delete from role where unit_id = ${unitId} and code = 'WHOLE'`)
      expect((await ask(staff, personalJobs.listJobs)).code).toBe('access.denied')
    })
    await settleJobs(test.database)
    expect(await jobsOf(pupil.id)).toEqual([])
    expect(await run(sql`select from student where student_id = ${pupil.id}`)).toEqual([])
  })

  it('that fails for good says so, keeps the person hidden, and goes on when it is tried again', async () => {
    const pupil = await addPupil('申屠无咎')
    await give(pupil, 3 * BATCH)
    await deactivate(pupil)
    await run(
      sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await run(sql`create trigger refuse before delete on todo for each statement execute function refuse()`)
    await call(admin, erasure.erase, { key: keyOf(pupil), name: pupil.realName, guardians: [] })
    await until(async () => {
      await hastenJobs(test.database)
      return (await jobsOf(pupil.id))[0]?.state === 'failed'
    })
    const [failed] = await jobsOf(pupil.id)
    expect(failed).toMatchObject({ state: 'failed', realName: '申屠无咎', code: 'server.internal' })
    expect((await ask(admin, people.show, keyOf(pupil))).code).toBe('people.gone')
    expect((await ask(admin, erasure.erase, { key: keyOf(pupil), name: pupil.realName, guardians: [] })).code).toBe(
      'people.in_job',
    )
    expect(await stagesOf(pupil.id)).toEqual(['begun', 'failed'])
    // It can be tried again, and would meet the rows of an import.
    const imports = createImportCaller(test, admin)
    const { importId } = await imports.preview(
      'later.csv',
      '类型,姓名,学号,年级,班级\n学生,新生,8859002,四年级,1班\n',
      {},
    )
    await expect(imports.apply(importId)).rejects.toThrow('people.in_job')

    await run(sql`drop trigger refuse on todo`)
    const jobId = failed?.jobId ?? ''
    await call(admin, personalJobs.retryJob, { jobId })
    expect((await ask(admin, personalJobs.retryJob, { jobId })).code).toBe('units.job_gone')
    await settleJobs(test.database)
    expect(await jobsOf(pupil.id)).toEqual([])
    expect(await placesOf(test, '申屠无咎')).toEqual([])
    expect(await stagesOf(pupil.id)).toEqual(['begun', 'failed', 'done'])
    expect((await ask(admin, personalJobs.retryJob, { jobId })).code).toBe('units.job_gone')
  })

  it('is begun once by two who ask at the same time', async () => {
    const pupil = await addPupil('淳于长风')
    await give(pupil, 3 * BATCH)
    await deactivate(pupil)
    const request = { key: keyOf(pupil), name: pupil.realName, guardians: [] }
    const answers = await Promise.all([ask(admin, erasure.erase, request), ask(admin, erasure.erase, request)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ok', 'people.in_job'])
    await settleJobs(test.database)
    expect(await jobsOf(pupil.id)).toEqual([])
  })
})

describe('what erases and merges', () => {
  /** As the batches of a job, in a unit. */
  const asJob = <T>(unit: string, work: (tx: Tx) => Promise<T>) =>
    test.database.inUnit({ unitId: unit, userId: null }, (tx) => asPersonalDataRole(tx, () => work(tx)))

  it('sees and changes no row of another unit, whatever its statements say', async () => {
    const other = await unitOf(test, 'ginkgo.localhost')
    await run(
      sql`insert into admin_event (unit_id, kind, action, address, user_agent) values (${other}, 'command', 'people.save', '', '')`,
    )
    const tables = await run(
      sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'unit_id'`,
    )
    const seen = await asJob(unitId, async (tx) => {
      const found: string[] = []
      for (const { name } of tables) {
        const { rows } = await tx.execute(
          sql`select from ${sql.identifier(String(name))} where unit_id <> ${unitId}::uuid limit 1`,
        )
        if (rows.length > 0) found.push(String(name))
      }
      return found
    })
    expect(seen).toEqual([])
    const changed = await asJob(unitId, (tx) =>
      tx.execute(sql`update admin_event set changes = '{}' returning unit_id`),
    )
    expect(changed.rows.length).toBeGreaterThan(0)
    expect(new Set(changed.rows.map((row) => row['unit_id']))).toEqual(new Set([unitId]))
  })

  it('takes the rows of other units along that name an account which is erased', async () => {
    const other = await unitOf(test, 'ginkgo.localhost')
    const pupil = await addPupil('谷梁赤')
    await run(sql`
      insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
      select gen_random_uuid(), unit_id, user_id, ${unitId}, ${pupil.userId} from user_account where unit_id = ${other} order by user_id limit 1`)
    await deactivate(pupil)
    await call(admin, erasure.erase, { key: keyOf(pupil), name: pupil.realName, guardians: [] })
    await settleJobs(test.database)
    expect(await run(sql`select from account_link where other_user_id = ${pupil.userId}`)).toEqual([])
  })

  it('joins nothing at other units but what names an account of its own', async () => {
    const other = await unitOf(test, 'ginkgo.localhost')
    const accounts = (unit: string) =>
      run(sql`select user_id as id from user_account where unit_id = ${unit} order by user_id limit 2`).then((rows) =>
        rows.map(({ id }) => String(id)),
      )
    const [[mine = '', second = ''], [theirs = '']] = [await accounts(unitId), await accounts(other)]
    await run(sql`
      insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
      select gen_random_uuid(), unit, one, other_unit, other_one from (values (${unitId}::uuid, ${mine}::uuid, ${other}::uuid, ${theirs}::uuid)) l (unit, one, other_unit, other_one)`)
    await run(sql`
      insert into account_link (link_id, unit_id, user_id, other_unit_id, other_user_id)
      select link_id, other_unit_id, other_user_id, unit_id, user_id from account_link where user_id = ${mine}`)
    const join = (unit: string, gone: string, stays: string) =>
      asJob(unit, async (tx) => (await tx.execute(sql`select portal_join_elsewhere(${gone}, ${stays}) as rows`)).rows)
    const others = () => run(sql`select other_user_id as id from account_link where user_id = ${theirs}`)
    expect(await join(other, mine, theirs)).toEqual([{ rows: 0 }])
    expect(await join(other, mine, second)).toEqual([{ rows: 0 }])
    expect(await join(unitId, mine, theirs)).toEqual([{ rows: 0 }])
    expect(await others()).toEqual([{ id: mine }])
    expect(await join(unitId, mine, second)).toEqual([{ rows: 1 }])
    expect(await others()).toEqual([{ id: second }])
    await expect(
      test.database.inUnit({ unitId, userId: null }, (tx) =>
        tx.execute(sql`select portal_join_elsewhere(${mine}, ${second})`),
      ),
    ).rejects.toThrow()
    await run(sql`delete from account_link where ${theirs}::uuid in (user_id, other_user_id)`)
  })
})
