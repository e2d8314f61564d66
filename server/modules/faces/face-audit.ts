import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ParsedRequestOf } from '../../../contract/endpoint.ts'
import type * as faceAdmin from '../../../contract/endpoints/faces/face-admin.ts'
import { FACE_USES, type FaceUseKind } from '../../../contract/endpoints/faces/face-admin.ts'
import { asPlainText } from '../../../contract/rules/as-plain-text.ts'
import { addDays, momentOf, wallTime } from '../../../contract/rules/zoned-time.ts'
import type { Tx } from '../../db/database.ts'
import type { CallBase, Session, StreamHandler } from '../../http/call.ts'
import { faceUse } from '../../db/tables.generated.ts'
import { isoText, queryRows } from '../../db/query.ts'
import { readTimeZone } from '../units/unit-time-zone.ts'

interface FaceUse {
  readonly unitId: string
  readonly kind: FaceUseKind
  /** Whose face; null if no person was recognised. */
  readonly userId: string | null
  /** The acting account; null without a session. */
  readonly actorId: string | null
  readonly address: string
  /** The code of a refusal, or the number of photos. */
  readonly detail?: string
}

/** The statement that adds a record. The transaction must commit. */
export function recordFaceUse(tx: Tx, use: FaceUse) {
  return tx.insert(faceUse).values(use)
}

/** The caller, and the request with their address. */
export type FaceCall = Pick<CallBase<Session>, 'session' | 'request'>

/** As `recordFaceUse`, of what the caller did. */
export function recordCallersUse(
  tx: Tx,
  { session, request }: FaceCall,
  use: Pick<FaceUse, 'kind' | 'userId' | 'detail'>,
) {
  return recordFaceUse(tx, { ...use, unitId: session.unitId, actorId: session.userId, address: request.ip })
}

const DAYS = 366

const line = z.object({
  at: z.string(),
  kind: z.literal(FACE_USES),
  userId: z.nullable(z.string()),
  realName: z.nullable(z.string()),
  loginName: z.nullable(z.string()),
  actorId: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
  detail: z.string(),
  address: z.string(),
})
const COLUMNS = z.keyof(line).options
type AuditLine = z.infer<typeof line>

/** Sends the records of days as a file, which is recorded too. */
export const sendAudit: StreamHandler<typeof faceAdmin.audit> = async (call) => {
  const { format = 'csv', ...days } = call.parse({})
  const lines = await call.inUnit(async (tx) => {
    const found = await readAudit(tx, days, call.request.server.now())
    await recordCallersUse(tx, call, { userId: null, kind: 'exported', detail: format })
    return found
  }, 'export')
  return call.reply
    .headers({
      'content-disposition': `attachment; filename="face-audit.${format}"`,
      'x-content-type-options': 'nosniff',
    })
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    .send(format === 'csv' ? toCsv(lines) : JSON.stringify(lines, null, 2))
}

type Days = Pick<ParsedRequestOf<typeof faceAdmin.audit>, 'from' | 'to'>

/**
 * The face records of the transaction's unit on these days (YYYY-MM-DD in the unit's time zone, both inclusive), oldest first. `now`: milliseconds
 * since 1970.
 */
async function readAudit(tx: Tx, days: Days, now: number): Promise<AuditLine[]> {
  const timeZone = await readTimeZone(tx)
  const to = days.to ?? wallTime(now, timeZone).date
  const from = days.from ?? addDays(wallTime(now, timeZone).date, -DAYS)
  const midnightOf = (date: string) => new Date(momentOf({ date, minutes: 0 }, timeZone)).toISOString()
  return queryRows(tx, line)`
    select ${isoText(sql`u.at`)} as at, u.kind, u.user_id as "userId", p.real_name as "realName",
      p.login_name as "loginName", u.actor_id as "actorId", a.real_name as "actorName", u.detail, u.address
    from face_use u
    left join user_account p on p.user_id = u.user_id
    left join user_account a on a.user_id = u.actor_id
    where u.at >= ${midnightOf(from)}::timestamptz and u.at < ${midnightOf(addDays(to, 1))}::timestamptz
    order by u.at, u.use_id`
}

/** The records as CSV (RFC 4180) for spreadsheets: UTF-8, and no name is a formula. */
function toCsv(lines: readonly AuditLine[]): string {
  const rows = [[...COLUMNS], ...lines.map((each) => COLUMNS.map((column) => each[column] ?? ''))]
  return `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`
}

function toCell(text: string): string {
  const safe = asPlainText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
