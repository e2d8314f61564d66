import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf } from '../../../../contract/endpoint.ts'
import * as importSchedule from '../../../../contract/endpoints/people/import-schedule.ts'
import type { ScheduleSettings, ScheduleState } from '../../../../contract/endpoints/people/import-schedule.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { addDays, minutesOf, momentOf, wallTime } from '../../../../contract/rules/zoned-time.ts'
import { type Database, lockUntilEnd, type Tx } from '../../../db/database.ts'
import { isoText, queryRows, queryValues } from '../../../db/query.ts'
import { unit } from '../../../db/tables.generated.ts'
import { fieldError, type Session } from '../../../http/call.ts'
import { requireVersion, withVersion } from '../../../http/record-version.ts'
import type { JobQueue } from '../../../jobs/job-queue.ts'
import { readAuthor } from '../../auth/may-act-for.ts'
import { hasMail } from '../../mail/unit-mail.ts'
import { readTimeZone } from '../../units/unit-time-zone.ts'
import type { FileDrop } from './file-drops.ts'

export type FileDrops = Readonly<Record<ScheduleSettings['place'], FileDrop | undefined>>

export const SCHEDULE_QUEUE = 'scheduled-import'

const stored = z.object({
  settings: importSchedule.scheduleForm,
  setBy: z.nullable(z.string()),
  nextAt: z.string(),
  lookedAt: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
})
export type StoredSchedule = z.infer<typeof stored>

/** Undefined before it was first set up. It stays as it is until the transaction ends. */
export async function readSchedule(tx: Tx): Promise<StoredSchedule | undefined> {
  const [found] = await queryRows(tx, stored)`
    select jsonb_build_object('enabled', enabled, 'place', place, 'path', path, 'time', to_char(make_interval(mins => minutes), 'HH24:MI'), 'kind', kind, 'recipients', recipients)
      || options as settings, set_by as "setBy", ${isoText(sql`next_at`)} as "nextAt", ${isoText(sql`looked_at`)} as "lookedAt", outcome
    from import_schedule for update`
  return found
}

const { people, setBy } = importSchedule.read.response.shape
/** Offered to be told; the others of a school of which nearly all may import are not. */
const OFFERED = 50

/** Whether an account `a` may import. */
export const mayImport = sql`a.status = 1 and portal_still_holds(a.user_id, 'base_import')`

async function findOffered(tx: Tx) {
  return queryRows(tx, people.def.element)`
    select a.user_id as "userId", a.real_name as "realName", a.english_name as "englishName", a.login_name as "loginName", coalesce(a.email, '') <> '' as "hasEmail"
    from user_account a where a.user_type in (2, 4) and ${mayImport} order by a.real_name, a.user_id limit ${OFFERED}`
}

/** Those who lost the right to import are no longer told. */
const settingsOf = ({ settings }: StoredSchedule, offered: z.infer<typeof people>) =>
  withVersion({
    ...settings,
    recipients: settings.recipients.filter((id) => offered.some(({ userId }) => userId === id)),
  })

/** What the page shows. */
export async function describeSchedule(tx: Tx, unitId: string, drops: FileDrops): Promise<ScheduleState> {
  const schedule = await readSchedule(tx)
  const offered = await findOffered(tx)
  const [author = null] = await queryRows(tx, setBy.def.innerType)`
    select user_id as "userId", real_name as "realName", english_name as "englishName", login_name as "loginName"
    from user_account where user_id = ${schedule?.setBy ?? null}::uuid`
  return {
    settings: schedule ? settingsOf(schedule, offered) : null,
    places: { folder: drops.folder?.folderOf(unitId) ?? null, bucket: drops.bucket?.folderOf(unitId) ?? null },
    timeZone: await readTimeZone(tx),
    setBy: author,
    nextAt: schedule?.settings.enabled ? schedule.nextAt : null,
    lookedAt: schedule?.lookedAt ?? null,
    outcome: schedule?.outcome ?? null,
    people: offered,
    hasMail: await hasMail(tx),
  }
}

/** The next moment at which the unit's wall clock shows a time. */
function nextMoment(now: number, time: string, timeZone: string): string {
  const { date } = wallTime(now, timeZone)
  const minutes = minutesOf(time)
  const today = momentOf({ date, minutes }, timeZone)
  return new Date(today > now ? today : momentOf({ date: addDays(date, 1), minutes }, timeZone)).toISOString()
}

/** From now on it imports by the caller's right. Throws 'import.no_folder' for a place that the operator does not offer, and 'record.changed'. */
export async function saveSchedule(
  tx: Tx,
  { unitId, userId }: Session,
  { version, ...settings }: ParsedRequestOf<typeof importSchedule.save>,
  { drops, now }: { drops: FileDrops; now: number },
): Promise<{ before: object | null; after: object }> {
  const { enabled, place, path, time, kind, recipients, ...options } = settings
  if (enabled && !drops[place]) throw fieldError('place', 'import.no_folder')
  // Before the first save there is no row that would be locked.
  await lockUntilEnd(tx, `import schedule of ${unitId}`)
  const before = await readSchedule(tx)
  if (before)
    await requireVersion(tx, importSchedule.save, {
      known: version,
      current: settingsOf(before, await findOffered(tx)),
    })
  const nextAt = nextMoment(now, time, await readTimeZone(tx))
  const told = await queryValues(tx, z.string())`
    select a.user_id as id from user_account a
    where a.user_id = any (${sql.param([...recipients])}::uuid[]) and ${mayImport}`
  if (told.length < new Set(recipients).size) throw new PortalError('request.invalid')
  await tx.execute(sql`
    insert into import_schedule (unit_id, enabled, place, path, minutes, kind, options, recipients, set_by, next_at)
    values (${unitId}, ${enabled}, ${place}, ${path}, ${minutesOf(time)}, ${kind}, ${JSON.stringify(options)}::jsonb, ${sql.param(told)}::uuid[], ${userId}, ${nextAt})
    on conflict (unit_id) do update set enabled = excluded.enabled, place = excluded.place, path = excluded.path, minutes = excluded.minutes, kind = excluded.kind,
      options = excluded.options, recipients = excluded.recipients, set_by = excluded.set_by, next_at = excluded.next_at, outcome = null`)
  const shown = (one: ScheduleSettings) => ({ ...one, recipients: one.recipients.length })
  return { before: before ? shown(before.settings) : null, after: shown({ ...settings, recipients: told }) }
}

/** Sends the job of each schedule that is due, once however many processes ask. */
export async function sendDueImports(database: Database, jobs: JobQueue, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  const due = await database.asOwner(
    (tx) => queryValues(tx, z.string())`
      select s.unit_id as id from import_schedule s join unit u on u.unit_id = s.unit_id and u.status = 1
      where s.enabled and s.next_at <= ${at}`,
  )
  for (const unitId of due)
    await database.inUnit({ unitId, userId: null }, async (tx) => {
      const schedule = await readSchedule(tx)
      // Another process was first.
      if (!schedule?.settings.enabled || Date.parse(schedule.nextAt) > now) return
      const nextAt = nextMoment(now, schedule.settings.time, await readTimeZone(tx))
      await tx.execute(sql`update import_schedule set next_at = ${nextAt}`)
      await jobs.send(tx, SCHEDULE_QUEUE, [{ unitId, dueAt: now }])
    })
}

/** Notes what came of a look; `stops` ends all later ones. */
export async function noteLook(tx: Tx, outcome: string, now: number, { stops = false } = {}): Promise<void> {
  await tx.execute(sql`
    update import_schedule set looked_at = ${new Date(now).toISOString()}, outcome = ${outcome}, enabled = enabled and ${!stops}`)
}

/** Whose right a schedule uses, while they have it. */
export async function readCaller(tx: Tx, unitId: string, userId: string | null): Promise<Session | undefined> {
  const author = await readAuthor(tx, userId, 'base_import')
  const [of] = await tx.select({ unitType: unit.unitType }).from(unit).where(eq(unit.unitId, unitId))
  return author && of && { ...author, ...of, sessionId: '' }
}
