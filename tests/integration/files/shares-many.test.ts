import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedWithMe, type SharedEntry } from '../../../contract/endpoints/storage/shares.ts'
import * as storage from '../../../contract/endpoints/storage/storage.ts'
import { createTestApp, type TestApp } from '../../support/app/app.ts'
import { readMe, runAsOwner, unitOf } from '../../support/callers/session-probe.ts'
import { createStorageCaller, dataOf, makeFile, type StorageCaller } from '../../support/callers/storage-caller.ts'

const ENTRIES = 600
const NAMES = ['teacher', 'student', 'parent', 'staff'] as const
type Name = (typeof NAMES)[number]
/** To whom it is shared; who of the three people sees it, and who may edit through it. */
const WAYS = {
  student: { sees: ['student'], edits: ['student'] },
  parent: { sees: ['parent'], edits: ['parent'] },
  staff: { sees: ['staff'], edits: ['staff'] },
  class: { sees: ['student', 'parent'], edits: ['student'] },
  grade: { sees: ['student', 'parent'], edits: ['student'] },
  office: { sees: ['staff'], edits: ['staff'] },
} as const satisfies Record<string, { sees: readonly Name[]; edits: readonly Name[] }>
type Way = keyof typeof WAYS
const WAY_NAMES = Object.keys(WAYS) as Way[]

interface Made {
  readonly id: string
  readonly kind: 'file' | 'folder'
  readonly name: string
  readonly owner: Name
  readonly inBin: boolean
}
interface Given {
  readonly entry: Made
  readonly to: Way
  readonly edit: boolean
  /** Microseconds before now, in steps that let many be of the same moment and others differ by one. */
  readonly age: number
  readonly until: string | null
  readonly expired: boolean
}

let portal: TestApp
const callers = {} as Record<Name, StorageCaller>
const ids = {} as Record<Name | 'class' | 'grade' | 'office', string>
const made: Made[] = []
const given: Given[] = []

beforeAll(async () => {
  portal = await createTestApp()
  for (const name of NAMES) {
    callers[name] = createStorageCaller(await portal.signIn(name))
    ids[name] = (await readMe(callers[name].browser)).userId
  }
  const [row] = await runAsOwner(
    portal,
    sql`select s.class_id, c.grade_id, (select e.department_id from staff_member e where e.user_id = ${ids.staff}) as office
      from student s join class_group c using (class_id) where s.user_id = ${ids.student}`,
  )
  Object.assign(ids, { class: row?.['class_id'], grade: row?.['grade_id'], office: row?.['office'] })
  plan()
  await write()
})
afterAll(() => portal.close())

/** Periods without a common factor, so that all cases meet. Every entry has one share, many have two or three. */
function plan(): void {
  for (let n = 0; n < ENTRIES; n += 1) {
    const entry: Made = {
      id: randomUUID(),
      kind: n % 2 === 0 ? 'folder' : 'file',
      name: `many ${n}`,
      owner: n % 13 === 0 ? 'student' : n % 5 === 0 ? 'staff' : 'teacher',
      inBin: n % 7 === 0,
    }
    made.push(entry)
    for (let way = 0; way <= n % 3; way += 1) {
      const to = WAY_NAMES[(n + way) % WAY_NAMES.length] ?? 'class'
      const until = (n + way) % 4 === 0 ? `2090-01-${10 + ((n + way) % 20)}` : null
      const age = (n % 40) * 1_000_000 + ((n * 7 + way * 3) % 11)
      given.push({ entry, to, edit: (n + way) % 3 === 0, age, until, expired: (n + way) % 11 === 0 })
    }
  }
}

async function write(): Promise<void> {
  const unitId = await unitOf(portal)
  const bytes = dataOf(storage.upload, await callers.teacher.whole(makeFile('bytes.pdf', 700)))
  const entries = JSON.stringify(made.map((one) => ({ ...one, owner: ids[one.owner], in_bin: one.inBin })))
  const rows = sql`jsonb_to_recordset(${entries}::jsonb) e (id uuid, kind text, name text, owner uuid, in_bin boolean)`
  const deleted = sql`case when e.in_bin then now() end`
  await runAsOwner(
    portal,
    sql`insert into storage_folder (folder_id, unit_id, owner_id, name, deleted_at)
      select e.id, ${unitId}::uuid, e.owner, e.name, ${deleted} from ${rows} where e.kind = 'folder'`,
  )
  await runAsOwner(
    portal,
    sql`insert into storage_file (file_id, unit_id, owner_id, name, asked_name, sha256, size, deleted_at)
      select e.id, b.unit_id, e.owner, e.name, e.name, b.sha256, b.size, ${deleted}
      from ${rows} join storage_file b on b.file_id = ${bytes.id} where e.kind = 'file'`,
  )
  const shares = given.map(({ entry, to, edit, age, until, expired }) => ({
    owner: ids[entry.owner],
    [entry.kind]: entry.id,
    [to === 'class' || to === 'grade' || to === 'office' ? to : 'person']: ids[to],
    edit,
    age,
    until: expired ? '2020-01-01' : until,
  }))
  await runAsOwner(
    portal,
    sql`insert into storage_share (unit_id, owner_id, file_id, folder_id, user_id, class_id, grade_id, department_id, may_edit, until_on, expires_at, created_at)
      select ${unitId}::uuid, s.owner, s.file, s.folder, s.person, s.class, s.grade, s.office, s.edit, s.until, s.until + 1,
        now() - s.age * interval '1 microsecond'
      from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) s
        (owner uuid, file uuid, folder uuid, person uuid, class uuid, grade uuid, office uuid, edit boolean, age int, until date)`,
  )
}

/** What a person should see, in order, computed from the plan. */
function expectedFor(who: Name) {
  const reaching = (entry: Made) =>
    given.filter((one) => one.entry === entry && !one.expired && includes(WAYS[one.to].sees, who))
  return made
    .filter(({ inBin, owner }) => !inBin && owner !== who)
    .map((entry) => ({ entry, shares: reaching(entry) }))
    .filter(({ shares }) => shares.length > 0)
    .map(({ entry: { id, kind, name, owner }, shares }) => {
      const ends = shares.map(({ until }) => until)
      return {
        id,
        kind,
        name,
        size: kind === 'file' ? 700 : null,
        owner,
        edit: shares.some((one) => one.edit && includes(WAYS[one.to].edits, who)),
        until: ends.includes(null) ? null : ends.reduce((last, end) => ((end ?? '') > (last ?? '') ? end : last), null),
        age: Math.max(...shares.map(({ age }) => age)),
      }
    })
    .toSorted((a, b) => a.age - b.age || (a.id < b.id ? 1 : -1))
}
type Shown = Omit<SharedEntry, 'owner' | 'since'>
const shown = ({ id, kind, name, size, edit, until }: Shown, owner: string | undefined) => ({
  id,
  kind,
  name,
  size,
  edit,
  until,
  owner,
})
const includes = (names: readonly Name[], name: Name) => names.includes(name)

async function readPages(who: Name, size: number) {
  const pages: { entries: SharedEntry[]; total: number | null }[] = []
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams(after === '' ? { size: String(size) } : { size: String(size), after })
    const { envelope } = await callers[who].browser.get(`${sharedWithMe.path}?${query.toString()}`)
    const page = dataOf(sharedWithMe, envelope)
    pages.push(page)
    after = page.next
  }
  return pages
}

describe('hundreds of shared files and folders, some in the bin, some expired, some by several ways', () => {
  it.each([
    ['student', 200],
    ['student', 7],
    ['parent', 50],
    ['staff', 31],
  ] as const)('are listed for the %s in pages of %i, with their number', async (who, size) => {
    const names = new Map<Name, string>()
    for (const name of NAMES) names.set(name, (await readMe(callers[name].browser)).realName)
    const expected = expectedFor(who)
    expect(expected.length).toBeGreaterThan(100)
    const pages = await readPages(who, size)
    expect(pages.map(({ total }) => total)).toEqual([expected.length, ...pages.slice(1).map(() => null)])
    expect(pages.map(({ entries }) => entries.length)).toEqual(
      pages.map((_, at) => Math.min(size, expected.length - at * size)),
    )
    const seen = pages.flatMap(({ entries }) => entries)
    expect(seen.map((entry) => shown(entry, entry.owner.realName))).toEqual(
      expected.map((entry) => shown(entry, names.get(entry.owner))),
    )
  })
})
