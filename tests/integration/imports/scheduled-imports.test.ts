import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as importSchedule from '../../../contract/endpoints/people/import-schedule.ts'
import { sendDueImports } from '../../../server/modules/imports/schedule/import-schedule.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { hastenJobs, readJobs, settleJobs } from '../../support/app/settle-jobs.ts'
import type { TestBrowser } from '../../support/browser/test-browser.ts'
import { createImportCaller } from '../../support/callers/import-caller.ts'
import { runAsOwner } from '../../support/callers/session-probe.ts'
import { ask } from '../../support/callers/call.ts'
import { type FakeS3, startFakeS3 } from '../../support/fakes/fake-s3.ts'
import { useMailServer } from '../../support/fakes/use-mail-server.ts'
import { addRankedPerson } from '../../support/schools/ranked-people.ts'
import { until } from '../../support/until.ts'

const school = { test: undefined as unknown as TestApp }
let test: TestApp
let bucket: FakeS3
let admin: TestBrowser
let caller: ReturnType<typeof createImportCaller>
let root: string
let folder: string
let adminId: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-drops-'))
  bucket = await startFakeS3()
  test = school.test = await createTestApp({ config: { importFolder: root, objectStorage: bucket.config } })
  admin = await test.signIn('admin')
  caller = createImportCaller(test, admin)
  const [row] = await runAsOwner(
    test,
    sql`
    update user_account set email = 'admin@riverside.test' where login_name = 'admin' and unit_id = (select unit_id from unit_host where host = 'localhost')
    returning user_id as id, unit_id as unit`,
  )
  adminId = String(row?.['id'])
  folder = join(root, String((await state()).places.folder), 'nightly')
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  await test.close()
  await bucket.close()
  await rm(root, { recursive: true, force: true })
})
const mail = useMailServer(school)
beforeEach(async () => {
  await runAsOwner(test, sql`delete from rate_limit`)
  await runAsOwner(test, sql`delete from import_taken`)
  await runAsOwner(test, sql`delete from import_run where status <> 'applied'`)
})

const state = async () =>
  z.parse(importSchedule.read.response, (await admin.get(importSchedule.read.path)).envelope.data)
const SETTINGS: importSchedule.ScheduleSettings = {
  enabled: true,
  place: 'folder',
  path: 'nightly',
  time: '02:30',
  kind: 'any',
  mode: null,
  source: '',
  pupilAccounts: true,
  parentAccounts: true,
  recipients: [],
}
const set = (changes: Partial<importSchedule.ScheduleSettings> = {}, browser = admin) =>
  ask(browser, importSchedule.save, { ...SETTINGS, recipients: [adminId], ...changes })
/** Looks once, to its end. */
const look = async () => {
  await caller.ask(importSchedule.look, {})
  await settleJobs(test.database)
}
const leave = async (name: string, text: string, minutesAgo = 5) => {
  const path = join(folder, name)
  await writeFile(path, text)
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(path, at, at)
}
const sheet = (...rows: string[]) => `类型,姓名,工号\n${rows.join('\n')}\n`
const named = async (number: string) =>
  (
    await runAsOwner(
      test,
      sql`select real_name from staff_member join user_account using (user_id) where staff_number = ${number}`,
    )
  ).map((row) => row['real_name'])
const latest = async () => (await caller.list(1)).imports[0]
const clear = async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
}

describe('a scheduled import', () => {
  beforeEach(clear)

  it('takes the newest file of its folder once, applies it, tells so in mail, history and trail', async () => {
    expect(await set()).toMatchObject({ code: 'ok' })
    await leave('old.csv', sheet('教师,昨天,S100'), 60)
    await leave('new.csv', sheet('教师,李晚风,S101'))
    await look()
    expect([await named('S100'), await named('S101')]).toEqual([[], ['李晚风']])
    expect(await latest()).toMatchObject({
      fileName: 'new.csv',
      status: 'applied',
      scheduled: true,
      by: { loginName: 'admin' },
    })
    expect(await state()).toMatchObject({ outcome: 'applied', setBy: { loginName: 'admin' } })
    await until(() => mail.server.mails.length === 1)
    expect(mail.server.mails[0]?.to).toEqual(['admin@riverside.test'])
    expect(mail.server.mails[0]?.text).toContain('new.csv')
    expect(mail.server.mails[0]?.text).toMatch(/新增 1 人[^]*new 1 people/)
    expect(
      await runAsOwner(
        test,
        sql`select changes ->> 'outcome' as outcome from admin_event where action = 'imports.scheduled' order by at desc limit 1`,
      ),
    ).toEqual([{ outcome: 'applied' }])

    // Neither the same file again, under whatever name and time, nor the older one.
    await leave('copy.csv', sheet('教师,李晚风,S101'), 2)
    await look()
    expect((await caller.list(1)).imports.filter(({ scheduled }) => scheduled)).toHaveLength(1)
    expect(await state()).toMatchObject({ outcome: 'nothing' })
    expect(mail.server.mails).toHaveLength(1)
  })

  it('writes the mail in the language of its reader first', async () => {
    await set()
    await runAsOwner(test, sql`update user_account set language = 'en' where user_id = ${adminId}::uuid`)
    await leave('english.csv', sheet('教师,英文,S102'))
    await look()
    await runAsOwner(test, sql`update user_account set language = 'zh-CN' where user_id = ${adminId}::uuid`)
    await until(() => mail.server.mails.length === 1)
    expect(mail.server.mails[0]?.text).toMatch(/Hello[^]*——[^]*你好/)
  })

  it('leaves a file alone that is still being written, and takes it once it is left alone', async () => {
    await set()
    await leave('growing.csv', sheet('教师,未完'), 0)
    await caller.ask(importSchedule.look, {})
    await until(
      async () =>
        (await readJobs(test.database, 'scheduled-import')).filter(({ running, wait }) => !running && wait > 0)
          .length === 1,
    )
    expect((await state()).outcome).not.toBe('applied')
    await leave('growing.csv', sheet('教师,写完了,S103'))
    await hastenJobs(test.database)
    await settleJobs(test.database)
    expect(await named('S103')).toEqual(['写完了'])
  })

  it('applies nothing of a file with errors, and keeps its preview', async () => {
    await set()
    await leave('wrong.csv', sheet('教师,无误,S104', '教师,,S105'))
    await look()
    expect(await named('S104')).toEqual([])
    expect(await latest()).toMatchObject({
      fileName: 'wrong.csv',
      status: 'ready',
      scheduled: true,
      counts: { error: { people: 1 } },
    })
    await until(() => mail.server.mails.length === 1)
    expect(mail.server.mails[0]?.text).toContain('什么都没有写入')
    expect(mail.server.mails[0]?.text).not.toContain('无误')
  })

  it('says in the history that a file could not be read', async () => {
    await set()
    await leave('broken.xlsx', 'PK\u0003\u0004 and no more')
    await look()
    const run = await latest()
    expect(run).toMatchObject({ fileName: 'broken.xlsx', status: 'refused', scheduled: true })
    expect(run?.code).toMatch(/^import\./)
    await until(() => mail.server.mails.length === 1)
  })

  it('stops at the guard when more than a tenth would be deactivated', async () => {
    await set({ mode: 'bulk' })
    const all = Array.from({ length: 30 }, (_, at) => `教师,教师${at},G${at}`)
    await leave('all.csv', sheet(...all))
    await look()
    // The demo's own teachers are not in the file: that is what the guard is for.
    let run = await latest()
    if (run?.status === 'ready') run = await caller.apply(run.importId, true)
    expect(run).toMatchObject({ status: 'applied' })
    await leave('few.csv', sheet(...all.slice(0, 10)), 2)
    await look()
    run = await latest()
    expect(run).toMatchObject({ fileName: 'few.csv', status: 'ready', needsConfirmation: true, scheduled: true })
    expect(await state()).toMatchObject({ outcome: 'import.needs_confirmation' })
    expect(
      await runAsOwner(
        test,
        sql`select count(*)::int as n from user_account where status = 1 and real_name like '教师_%' and user_type = 2`,
      ),
    ).toEqual([{ n: 30 }])
  })

  it('takes a file of a bucket', async () => {
    await set({ place: 'bucket', path: '' })
    const prefix = String((await state()).places.bucket)
    bucket.bucket.put(`${prefix}night.csv`, Buffer.from(sheet('教师,云上,S106')), {})
    bucket.bucket.put(`${prefix}deeper/other.csv`, Buffer.from(sheet('教师,别处,S107')), {})
    bucket.bucket.put('imports/portal-000000000000/x.csv', Buffer.from(sheet('教师,别校,S108')), {})
    await look()
    expect([await named('S106'), await named('S107'), await named('S108')]).toEqual([['云上'], [], []])
  })

  it('is sent once when it is due, however many processes look', async () => {
    await set()
    await leave('once.csv', sheet('教师,一次,S109'))
    await runAsOwner(test, sql`update import_schedule set next_at = now() - interval '1 minute'`)
    await Promise.all([1, 2, 3].map(() => sendDueImports(test.database, test.app.jobs, Date.now())))
    await settleJobs(test.database)
    expect((await caller.list(1)).imports.filter(({ fileName }) => fileName === 'once.csv')).toHaveLength(1)
    expect(await named('S109')).toEqual(['一次'])
    const { nextAt } = await state()
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now())
    expect(Date.parse(nextAt ?? '') - Date.now()).toBeLessThanOrEqual(24 * 3600_000)
  })

  it('stops, and says so, once the one who set it up has lost the right', async () => {
    await set()
    await leave('denied.csv', sheet('教师,不行,S110'))
    const [other] = await runAsOwner(
      test,
      sql`
      select user_id as id from user_account where login_name = 'staff' and unit_id = (select unit_id from user_account where user_id = ${adminId}::uuid)`,
    )
    await runAsOwner(test, sql`update import_schedule set set_by = ${String(other?.['id'])}::uuid`)
    await look()
    expect(await named('S110')).toEqual([])
    expect(await state()).toMatchObject({
      outcome: 'import.schedule_right',
      nextAt: null,
      settings: { enabled: false },
    })
    await until(() => mail.server.mails.length === 1)
    expect(mail.server.mails[0]?.text).toContain('has stopped')
  })

  it('does not leave its own folder', async () => {
    for (const path of ['..', '../other', 'a/../../b', '/etc', 'a//b', '.hidden', 'a\\b'])
      expect(await set({ path })).toMatchObject({ code: 'request.invalid' })
    await symlink('/', join(folder, '..', 'out'))
    await set({ path: 'out' })
    await look()
    expect(await state()).toMatchObject({ outcome: 'import.no_folder' })
    await writeFile(join(root, 'secret.csv'), sheet('教师,秘密,S111'))
    await symlink(join(root, 'secret.csv'), join(folder, 'link.csv'))
    await set()
    await look()
    expect(await state()).toMatchObject({ outcome: 'nothing' })
  })

  it('tells those alone who may import', async () => {
    const [teacher] = await runAsOwner(
      test,
      sql`select user_id as id from user_account where login_name = 'teacher' limit 1`,
    )
    expect(await set({ recipients: [String(teacher?.['id'])] })).toMatchObject({ code: 'request.invalid' })
  })
})

describe('a scheduled import of a parent', () => {
  beforeEach(clear)

  it('makes no account of its maker a guardian, who is a parent as well', async () => {
    const own = await addRankedPerson(test, { loginName: 'own-parent', userType: 3 })
    await runAsOwner(
      test,
      sql`insert into guardian_contact (unit_id, parent_id, phone) select unit_id, user_id, '13911110005' from user_account where user_id = ${own}`,
    )
    await addRankedPerson(test, { loginName: 'clerk', userType: 2, roles: ['REGISTRY'], parentId: own })
    const of = sql`parent_id = ${own}::uuid`
    const file =
      '类型,姓名,学号,年级,班级,监护人1姓名,监护人1手机\n学生,夜里来,G8801,一年级,1班,own-parent,13911110005\n'
    await set({}, await test.signIn('clerk'))
    await leave('own.csv', file)
    await look()
    expect(await latest()).toMatchObject({ status: 'ready', counts: { error: { guardians: 1 } } })
    expect((await state()).outcome).toBe('import.has_errors')
    expect(await runAsOwner(test, sql`select from guardian where ${of}`)).toEqual([])
    // Set up by an administrator it is written.
    await set()
    await leave('own.csv', `${file}学生,夜里再来,G8802,一年级,1班,,\n`, 4)
    await look()
    await hastenJobs(test.database)
    await settleJobs(test.database)
    expect(await runAsOwner(test, sql`select from guardian where ${of}`)).toHaveLength(1)
  })
})
