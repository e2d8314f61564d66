import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import * as imports from '../../contract/endpoints/people/imports.ts'
import { importSummary } from '../../contract/endpoints/people/imports.ts'
import { envelopeSchema } from '../../contract/envelope.ts'
import { createTestDatabase, type TestDatabase } from '../support/app/database.ts'
import { type PortalCaller, signIn } from '../support/callers/portal-caller.ts'
import { type PortalProcess, startPortal } from '../support/process/portal-process.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { createRandom, type Entries, mutate, type Random, unzip, zipMutated } from '../support/samples/mutated-files.ts'

/** Mutated files in all, of three kinds. */
const FILES = 2000
/** At once, of which each has a thread. */
const LANES = 2
/** Megabytes of the portal's process, beyond those before. */
const MEMORY_MAX = 300
/** Milliseconds between two looks at it. */
const LOOK_EVERY = 100
/** Of previews with errors, each so manieth is asked for its marked sheet. */
const MARKED_EVERY = 10

let own: TestDatabase
let folder: string
let portal: PortalProcess
let admin: PortalCaller
beforeAll(async () => {
  own = await createTestDatabase({ demo: true })
  folder = await mkdtemp(join(tmpdir(), 'portal-import-files-'))
  const { host, port, password } = inject('postgres')
  // In a process of its own, because making files, sending them and reading the answers takes as much memory as the portal does.
  portal = await startPortal({
    dataFolder: folder,
    env: {
      PORTAL_SECRET: 'a secret of thirty-two characters',
      DATABASE_URL: `postgresql://portal:${password}@localhost:${port}/${own.connection.database}?host=${encodeURIComponent(host)}`,
    },
  })
  admin = await signIn(portal.origin, { username: 'admin', password: 'Campus2026' })
})
afterAll(async () => {
  await portal.stop()
  await own.close()
  await rm(folder, { recursive: true, force: true })
})

const asOwner = (statement: SQL) => own.database.asOwner(async (tx) => (await tx.execute(statement)).rows)
const memoryOf = async () => (await megabytesOf([portal.pid], 'Rss')) ?? 0

const HEADINGS = [
  '类型',
  '姓名',
  '学号',
  '性别',
  '出生日期',
  '年级',
  '班级',
  '监护人1姓名',
  '监护人1关系',
  '监护人1手机',
]
const PEOPLE = [
  ['学生', '王小明', '0012001', '女', '2014-09-01', '四年级', '1班', '王大明', '父亲', '13900000001'],
  ['学生', '李小红', '0012002', 'X', '2014/9/2', '四年级', '2班', '李大红', '母亲', '139'],
  ['教师', '赵老师', 'T9001', '男', '', '', '', '', '', ''],
  ['职工', '=1+1', 'W9001', '男', '', '', '', '', '', ''],
]
const CLASSES = [
  ['年级', '班级', '学年'],
  ['四年级', '1班', ''],
]
const ONE_ROSTER = {
  manifest: 'propertyName,value\noneroster.version,1.2\nfile.users,bulk\nsource.systemCode,fuzz\n',
  orgs: 'sourcedId,status,dateLastModified,name,type\no1,,,校,school\n',
  classes: 'sourcedId,title,grades,classType,schoolSourcedId\nc1,5班,四年级,homeroom,o1\n',
  users:
    'sourcedId,enabledUser,username,givenName,familyName,identifier,email,sms,agentSourcedIds\nu1,true,f1,小明,王,00771,a@example.org,,u2\nu2,true,f2,大明,王,,,13900000002,\n',
  demographics: 'sourcedId,birthDate,sex\nu1,2014-09-01,male\n',
  roles: 'sourcedId,userSourcedId,roleType,role,orgSourcedId\nr1,u1,primary,student,o1\nr2,u2,primary,guardian,o1\n',
  enrollments: 'sourcedId,classSourcedId,userSourcedId,role,primary\ne1,c1,u1,student,\n',
}

/** Makes a mutated file of each kind, of zips half behind their checksums. */
async function prepare(): Promise<Readonly<Record<string, (random: Random) => Promise<Buffer>>>> {
  const sheets = Buffer.from(
    await writeXlsx({
      sheets: [
        { name: '学生', rows: [HEADINGS, ...PEOPLE] },
        { name: '班级', rows: CLASSES },
      ],
    }),
  )
  const text = Buffer.from([HEADINGS, ...PEOPLE].map((row) => row.join(',')).join('\n'))
  const files: Entries = new Map(Object.entries(ONE_ROSTER).map(([name, rows]) => [`${name}.csv`, Buffer.from(rows)]))
  const roster = await zipMutated(new Map(files), () => -1)
  const parts = await unzip(sheets)
  const either = (whole: Buffer, entries: Entries) => async (random: Random) =>
    random(2) === 0 ? mutate(whole, random) : zipMutated(entries, random)
  return {
    xlsx: either(sheets, parts),
    csv: async (random) => mutate(text, random),
    zip: either(roster, files),
  }
}

const state = () =>
  asOwner(
    sql`select (select md5(string_agg(a::text, '|' order by a.user_id)) from user_account a) as accounts, (select md5(string_agg(s::text, '|' order by s.student_id)) from student s) as pupils,
      (select md5(string_agg(c::text, '|' order by c.class_id)) from class_group c) as classes, (select count(*) from guardian) as guardians, (select count(*) from grade) as grades`,
  )

/** Of imports that were not given up. */
const remains = () =>
  asOwner(
    sql`select (select count(*) from import_run where status <> 'cancelled') as runs, (select count(*) from import_row) as rows`,
  )

it(`${FILES} mutated files are read or refused by name, whatever they are, and nothing is written`, async () => {
  const makers = await prepare()
  const before = await state()
  // The demo school came by imports.
  const kept = await remains()
  const codes = new Map<string, number>()
  const failed: string[] = []
  let withErrors = 0
  const memoryBefore = await memoryOf()
  let most = memoryBefore
  const watch = setInterval(() => void memoryOf().then((now) => (most = Math.max(most, now))), LOOK_EVERY)

  async function send(at: number): Promise<void> {
    const kinds = Object.entries(makers)
    const [kind, make] = kinds[at % kinds.length] ?? []
    const file = await make?.(createRandom(at))
    if (!file) return
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(file)]), `fuzz.${kind}`)
    const response = await admin.request(imports.preview.path, { method: 'POST', body: form })
    const said = await response.text()
    const { code, data } = z.parse(envelopeSchema, JSON.parse(said))
    if (response.status >= 500 || !/^(ok|import\.\w+)$/.test(code))
      failed.push(`file ${at}: ${response.status} ${code}`)
    codes.set(`${kind} ${code}`, (codes.get(`${kind} ${code}`) ?? 0) + 1)
    if (code !== 'ok') return
    const { importId, counts } = z.parse(importSummary, data)
    if (Object.values(counts.error).some((count) => count > 0) && (withErrors += 1) % MARKED_EVERY === 0) {
      const marked = await admin.request(`${imports.markedSheet.path}?importId=${importId}`)
      const head = Buffer.from(await marked.arrayBuffer()).toString('latin1', 0, 2)
      if (head !== 'PK') failed.push(`file ${at}: the marked sheet ${marked.status}`)
    }
    await admin.call(imports.cancel, { importId })
  }

  let next = 0
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < FILES) {
        const at = next
        next += 1
        if (at % 10 === 0) await asOwner(sql`delete from rate_limit`)
        await send(at)
      }
    }),
  )
  clearInterval(watch)
  const memory = most - memoryBefore
  console.log(Object.fromEntries(codes), `${Math.round(memory)} MB more at most`)
  expect(failed).toEqual([])
  expect(await state()).toEqual(before)
  expect(await remains()).toEqual(kept)
  expect(memory).toBeLessThan(MEMORY_MAX)
  // All of it was looked at: files of each kind were read, and files of each kind were refused.
  expect([...codes.keys()].filter((one) => one.endsWith(' ok'))).toHaveLength(3)
}, 600_000)
