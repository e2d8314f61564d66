import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import * as imports from '../../contract/endpoints/people/imports.ts'
import * as people from '../../contract/endpoints/people/people.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { findPostgres } from '../support/app/postgres-processes.ts'
import { type PortalCaller, signIn } from '../support/callers/portal-caller.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { compare, limit, median, show, type BenchOptions, type Figure } from './figures.ts'
import { highest } from './heaps.ts'
import { callSteadily } from './steady-calls.ts'

const PEOPLE = 50_000
const QUICK_PEOPLE = 2000
const CLASS_SIZE = 40
const ME_PER_SECOND = 50
const REST_SECONDS = 15
const QUICK_REST_SECONDS = 4
const ADMIN = { username: 'admin', password: 'Campus2026' }
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }
/** Milliseconds between two looks at an import that is applied or taken back. */
const POLL = 200
const CALLS = 20

interface Work {
  /** Seconds. */
  readonly took: number
  /** Megabytes beyond those before, of the portal's process and of all of PostgreSQL. */
  readonly portal: number | null
  readonly database: number | null
}

/** A sheet of a whole district's pupils with their guardians: previewed, applied, listed and taken back, and again while `me` is asked. */
export async function benchImport({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const count = quick ? QUICK_PEOPLE : PEOPLE
  const dataFolder = path.join(folder, 'data')
  const file = await sheetOf(count)
  say(`${count} pupils with guardians, ${(file.byteLength / 1_000_000).toFixed(1)} MB`)
  const portal = await startPortal({ dataFolder, env: NO_LIMIT })
  try {
    const admin = await signIn(portal.origin, ADMIN)
    const headers = {
      cookie: admin.cookiesFor(session.me.path),
      host: `localhost:${portal.port}`,
      'x-portal-device': 'pc',
    }
    const callMe = (seconds: number) =>
      callSteadily(`http://127.0.0.1:${portal.port}${session.me.path}`, { perSecond: ME_PER_SECOND, seconds, headers })
    const rest = await callMe(quick ? QUICK_REST_SECONDS : REST_SECONDS)

    const measured = (work: () => Promise<unknown>) => measure(dataFolder, portal.pid, work)
    let run = { importId: '' }
    const preview = await measured(async () => (run = await previewOf(admin, file)))
    const applied = await measured(() => apply(admin, run.importId))
    say(JSON.stringify({ rest, preview, applied }))
    const lists = await timeLists(admin)
    say(JSON.stringify(lists))
    await takeBack(admin, run.importId)

    const [mePreview] = await Promise.all([
      callMe(Math.max(1, Math.floor(preview.took))),
      previewOf(admin, file).then((second) => (run = second)),
    ])
    const [meApplied] = await Promise.all([callMe(Math.max(1, Math.floor(applied.took))), apply(admin, run.importId)])
    const what = `import: ${count} people`
    const most = (name: 'portal' | 'database') => Math.max(preview[name] ?? 0, applied[name] ?? 0) || null
    return [
      limit(`${what} previewed`, 's', { ours: preview.took }, { atMost: 20 }),
      limit(`${what} applied`, 's', { ours: applied.took }, { atMost: 60 }),
      limit(`${what}: the portal's memory, more than before`, 'MB', { ours: most('portal') }, { atMost: 300 }),
      limit(`${what}: PostgreSQL's memory, more than before`, 'MB', { ours: most('database') }, { atMost: 300 }),
      compare(
        `import: 99% of me while it is previewed (reference: at rest)`,
        'ms',
        { ours: mePreview, reference: rest },
        { atMost: 2 },
      ),
      compare(
        `import: 99% of me while it is applied (reference: at rest)`,
        'ms',
        { ours: meApplied, reference: rest },
        { atMost: 2 },
      ),
      limit(`people: the first page of ${count}`, 'ms', { ours: lists.first }, { atMost: 100 }),
      limit(`people: a name searched among ${count}`, 'ms', { ours: lists.name }, { atMost: 100 }),
      limit(`people: initials searched among ${count}`, 'ms', { ours: lists.initials }, { atMost: 100 }),
      limit(`people: a number searched among ${count}`, 'ms', { ours: lists.number }, { atMost: 100 }),
      show(`people: the pupils by class`, 'ms', { ours: lists.byClass }),
    ]
  } finally {
    await portal.stop()
  }
}

const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗']
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉文建国志红']

async function sheetOf(count: number): Promise<Uint8Array<ArrayBuffer>> {
  const nameOf = (at: number) =>
    `${SURNAMES[at % 20]}${GIVEN[Math.floor(at / 20) % 30]}${GIVEN[Math.floor(at / 600) % 30]}`
  const headings = [
    '姓名',
    '学号',
    '性别',
    '出生日期',
    '年级',
    '班级',
    '监护人1姓名',
    '监护人1关系',
    '监护人1手机',
    '邮箱',
    '英文名',
    '备注',
    '住址',
    '民族',
    '来源标识',
  ]
  const rows = Array.from({ length: count }, (_, at) => {
    const place = Math.floor(at / CLASS_SIZE)
    const number = String(7_000_000 + at).padStart(10, '0')
    return [
      nameOf(at),
      number,
      at % 2 === 0 ? '男' : '女',
      `201${at % 9}-0${(at % 9) + 1}-1${at % 10}`,
      `第${(place % 12) + 1}级`,
      `${Math.floor(place / 12) + 1}班`,
      nameOf(at + 7),
      at % 2 === 0 ? '父亲' : '母亲',
      `139${String(10_000_000 + at)}`,
      `p${number}@example.org`,
      `Pupil ${at}`,
      '走读',
      `春江区第${at % 900}号`,
      '汉族',
      `S${at}`,
    ]
  })
  return Uint8Array.from(await writeXlsx({ sheets: [{ name: '学生', rows: [headings, ...rows] }] }))
}

const previewOf = (admin: PortalCaller, file: Uint8Array<ArrayBuffer>) =>
  admin.call(imports.preview, {}, new Blob([file]))

async function apply(admin: PortalCaller, importId: string): Promise<void> {
  await admin.call(imports.apply, { importId })
  await waitFor(admin, importId, ['applying', 'applied'])
}

async function takeBack(admin: PortalCaller, importId: string): Promise<void> {
  await admin.call(imports.undo, { importId })
  await waitFor(admin, importId, ['undoing', 'undone'])
}

async function waitFor(
  admin: PortalCaller,
  importId: string,
  [during, after]: readonly [string, string],
): Promise<void> {
  for (;;) {
    const { status, code } = await admin.call(imports.summary, { importId })
    if (status === after) return
    if (status !== during) throw new Error(`the import is ${status}: ${code}`)
    await pause(POLL)
  }
}

async function measure(dataFolder: string, pid: number, work: () => Promise<unknown>): Promise<Work> {
  const portal = () => megabytesOf([pid], 'Rss')
  // Its processes come and go, and share most of what they hold.
  const database = async () => {
    const sizes = await Promise.all((await findPostgres(dataFolder)).map((one) => megabytesOf([one], 'Pss')))
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  }
  const [portalBefore, databaseBefore] = await Promise.all([portal(), database()])
  const startedAt = performance.now()
  let took = 0
  let databaseMost: number | null = null
  const portalMost = await highest(portal, async () => {
    databaseMost = await highest(database, async () => {
      await work()
      took = (performance.now() - startedAt) / 1000
    })
  })
  const more = (most: number | null, before: number | undefined) =>
    most === null || before === undefined ? null : most - before
  return { took, portal: more(portalMost, portalBefore), database: more(databaseMost, databaseBefore) }
}

async function timeLists(admin: PortalCaller) {
  const time = async (
    request: Parameters<typeof admin.call<typeof people.list.request, typeof people.list.response>>[1],
  ) => {
    const times: number[] = []
    for (let call = 0; call < CALLS; call += 1) {
      const startedAt = performance.now()
      await admin.call(people.list, request)
      times.push(performance.now() - startedAt)
    }
    return median(times)
  }
  return {
    first: await time({}),
    name: await time({ query: '张丽' }),
    initials: await time({ query: 'zl' }),
    number: await time({ query: '0007012' }),
    byClass: await time({ userType: '1', sort: 'place' }),
  }
}
