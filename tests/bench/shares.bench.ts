import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listShared, sharedWithMe } from '../../contract/endpoints/storage/shares.ts'
import { openDatabase } from '../../server/db/open.ts'
import { silentLog } from '../../server/runtime/logger.ts'
import { findRight } from '../../server/modules/files/sharing/shared-entries.ts'
import { writeZip } from '../../server/runtime/zip.ts'
import { signIn, type PortalCaller } from '../support/callers/portal-caller.ts'
import { portalDatabase } from '../support/process/portal-database.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { compare, limit, median, show, type BenchOptions, type Figure } from './figures.ts'

const SHARES = 10_000
const ROUNDS = 40
const QUICK_ROUNDS = 5
const MB = 1024 * 1024
/** Bytes of each file of the archive. */
const FILE = 64 * MB
const ARCHIVE = 2048 * MB

/** Ten thousand things that are shared with one pupil, by themselves and through groups; and an archive of what a class handed in. */
export async function benchShares({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const rounds = quick ? QUICK_ROUNDS : ROUNDS
  const dataFolder = path.join(folder, 'data')
  const portal = await startPortal({ dataFolder, env: { PORTAL_REQUESTS_PER_MINUTE: '10000000' } })
  const figures: Figure[] = []
  try {
    await share(dataFolder)
    const pupil = await signIn(portal.origin, { username: 'student', password: 'Campus2026' })
    const first = await pupil.call(sharedWithMe, {})
    if (first.total !== SHARES) throw new Error(`${first.total} are shared`)
    const [entry] = first.entries
    const pages = await timed(rounds, () => pupil.call(sharedWithMe, {}))
    const all = await timed(rounds >> 2, () => readAll(pupil))
    const inside = await timed(rounds, () => pupil.call(listShared, { folderId: entry?.id ?? '' }))
    const look = await lookAtEntry(dataFolder, entry?.id ?? '', rounds * 5)
    say(`shares: ${JSON.stringify({ pages, all, inside, look })}`)
    figures.push(
      limit(
        '10,000 things shared with a person: the first page of 200, with the number',
        'ms',
        { ours: pages },
        { atMost: 100 },
      ),
      show('the same, all 50 pages one after the other', 'ms', { ours: all }),
      limit('one of these folders', 'ms', { ours: inside }, { atMost: 50 }),
      compare('whether one is shared, beside a plan that is made at each look', 'ms', look, { atMost: 0.8 }),
    )
  } finally {
    await portal.stop()
  }
  const zip = await measureZip(quick ? ARCHIVE / 8 : ARCHIVE)
  say(`zip: ${JSON.stringify(zip)}`)
  return [
    ...figures,
    limit('memory that an archive of 2 GB takes', 'MB', { ours: zip.memory }, { atMost: 100 }),
    show('its speed', 'MB/s', { ours: zip.speed }),
  ]
}

/** Folders of the demo school's teacher, of which the pupil gets a third by name, a third by the class, and the rest by the grade. */
async function share(dataFolder: string): Promise<void> {
  const database = openDatabase({ connection: portalDatabase(dataFolder), log: silentLog })
  try {
    await database.asOwner(async (tx) => {
      await tx.execute(sql`
        with place as (
          select a.unit_id, a.user_id as owner, s.user_id, s.class_id, c.grade_id from unit_host h
          join user_account a on a.unit_id = h.unit_id and a.login_name = 'teacher'
          join user_account p on p.unit_id = h.unit_id and p.login_name = 'student'
          join student s on s.user_id = p.user_id join class_group c using (class_id)
          where h.host = 'localhost'),
        made as (
          insert into storage_folder (unit_id, owner_id, name)
          select unit_id, owner, 'bench ' || n from place cross join generate_series(1, ${SHARES}) n
          returning folder_id, unit_id, owner_id, name)
        insert into storage_share (unit_id, owner_id, folder_id, user_id, class_id, grade_id, may_edit)
        select m.unit_id, m.owner_id, m.folder_id, case when k = 0 then p.user_id end, case when k = 1 then p.class_id end,
          case when k = 2 then p.grade_id end, k = 0
        from (select *, substr(name, 7)::int % 3 as k from made) m cross join place p`)
    })
  } finally {
    await database.close()
  }
}

const places = z.array(z.object({ unitId: z.string(), userId: z.string() }))

/** Of one look, as a connection that keeps its plan does it, and with a plan of its own for each. */
async function lookAtEntry(dataFolder: string, entryId: string, rounds: number) {
  const database = openDatabase({ connection: portalDatabase(dataFolder), log: silentLog })
  try {
    const { rows } = await database.asOwner((tx) =>
      tx.execute(sql`
        select a.unit_id as "unitId", a.user_id as "userId" from unit_host h
        join user_account a on a.unit_id = h.unit_id and a.login_name = 'student' where h.host = 'localhost'`),
    )
    const [pupil] = z.parse(places, rows)
    if (!pupil) throw new Error('no pupil')
    const measure = (mode: 'auto' | 'force_custom_plan') =>
      database.inUnit(pupil, async (tx) => {
        await tx.execute(sql`select set_config('plan_cache_mode', ${mode}, true)`)
        if (!(await findRight(tx, entryId))) throw new Error('not shared')
        return timed(rounds, () => findRight(tx, entryId))
      })
    const reference = await measure('force_custom_plan')
    return { ours: await measure('auto'), reference }
  } finally {
    await database.close()
  }
}

async function readAll(caller: PortalCaller): Promise<void> {
  for (let after: string | undefined; ;) {
    const { next } = await caller.call(sharedWithMe, after === undefined ? {} : { after })
    if (next === null) return
    after = next
  }
}

async function timed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return median(times) ?? 0
}

async function measureZip(total: number): Promise<{ memory: number; speed: number }> {
  const entries = Array.from({ length: total / FILE }, (_, at) => ({
    path: `class/${at}.bin`,
    size: FILE,
    at: new Date(),
    open: async () => zeros(FILE),
  }))
  const before = process.memoryUsage.rss()
  const begun = performance.now()
  const { output } = await writeZip(entries)
  let most = 0
  for await (const _ of output) most = Math.max(most, process.memoryUsage.rss() - before)
  return { memory: most / MB, speed: total / MB / ((performance.now() - begun) / 1000) }
}

/** Bytes that exist only while they are read. */
function zeros(size: number): Readable {
  const piece = Buffer.alloc(64 * 1024)
  let left = size
  return new Readable({
    read() {
      const next = left === 0 ? null : piece.subarray(0, Math.min(left, piece.length))
      left -= next?.length ?? 0
      this.push(next)
    },
  })
}
