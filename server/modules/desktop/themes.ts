import { desc, eq, sql, type SQL } from 'drizzle-orm'
import * as theme from '../../../contract/endpoints/desktop/theme.ts'
import type { Look } from '../../../contract/rules/appearance/themes.ts'
import type { Handler, Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { queryOne, queryValue } from '../../db/query.ts'
import { themeChange, unit, userAccount } from '../../db/tables.generated.ts'
import { announce } from '../live/live.ts'

/** Milliseconds for which a theme given to all people can be undone. */
const UNDO_WITHIN = 3_600_000

/** The colour of the theme that the transaction's user sees: their own, their unit's for all, or the unit's colour. As #rrggbb. */
export const readThemeColor: Handler<typeof theme.color> = (_, { tx }) =>
  queryValue(tx, theme.color.response)`
    select coalesce((select theme_color from portal_theme()), u.theme_color) from unit u where u.unit_id = portal_unit_id()`

/** Whether the user has a theme of their own that no later synchronisation replaced (as `portal_theme()` has it), and the unit's. */
export const readThemeChoice: Handler<typeof theme.themeChoice> = (_, { tx, session }) =>
  queryOne(tx, theme.themeChoice.response)`
    select a.theme is not null and (u.theme_synced_at is null or coalesce(a.theme_chosen_at > u.theme_synced_at, false)) as own,
      json_build_object('theme', u.default_theme, 'themeColor', u.default_theme_color) as unit
    from user_account a join unit u using (unit_id) where a.user_id = ${session.userId}`

/** Makes a look the user's own; null for the unit's. */
export async function chooseTheme(tx: Tx, session: Session, look: Look | null): Promise<void> {
  const { theme: chosen = null, color: themeColor = null } = look ?? {}
  await tx
    .update(userAccount)
    // Not now(), which is the start of the transaction: it must precede a synchronisation in the same transaction.
    .set({ theme: chosen, themeColor, themeChosenAt: sql`clock_timestamp()` })
    .where(eq(userAccount.userId, session.userId))
}

/**
 * Sets the look of users without a choice, and with `everybody` of all users: earlier choices are stored, and do not count until the user chooses again.
 * Null: the unit's colours. Only for administrators.
 */
export async function chooseForUnit(
  tx: Tx,
  session: Session,
  look: Look | null,
  { everybody }: { everybody: boolean },
) {
  const before = await lockUnit(tx, session)
  const set = { defaultTheme: look?.theme ?? null, defaultThemeColor: look?.color ?? null }
  const syncedNow = { ...set, themeSyncedAt: sql`clock_timestamp()` }
  await changeUnit(tx, session, everybody ? 'sync' : 'default', before, everybody ? syncedNow : set)
}

/** Undoes the last synchronisation; resolves to whether it was the last change and not older than an hour. */
export const undoSync: Handler<typeof theme.undoSync> = async (_, { tx, session, record }) => {
  const now = await lockUnit(tx, session)
  const [last] = await tx.select().from(themeChange).orderBy(desc(themeChange.at)).limit(1)
  const undone = last?.kind === 'sync' && Date.now() - last.at.getTime() <= UNDO_WITHIN
  if (undone)
    await changeUnit(tx, session, 'undo', now, {
      defaultTheme: last.previousTheme,
      defaultThemeColor: last.previousThemeColor,
      themeSyncedAt: last.previousSyncedAt,
    })
  await record(tx, { changes: { undone } })
  return undone
}

/** Changes the unit's theme, with a record of the one before. */
async function changeUnit(
  tx: Tx,
  { unitId, userId }: Session,
  kind: (typeof themeChange.$inferInsert)['kind'],
  before: Awaited<ReturnType<typeof lockUnit>>,
  set: { defaultTheme: string | null; defaultThemeColor: string | null; themeSyncedAt?: SQL | Date | null },
): Promise<void> {
  await tx.update(unit).set(set).where(eq(unit.unitId, unitId))
  const after = { theme: set.defaultTheme, themeColor: set.defaultThemeColor }
  await tx.insert(themeChange).values({ unitId, userId, kind, ...after, ...before })
  await announce(tx, { unitId, to: 'unit', kind: 'theme' })
}

/** The unit's current theme, locked until the end of the transaction. */
async function lockUnit(tx: Tx, session: Session) {
  const [found] = await tx
    .select({
      previousTheme: unit.defaultTheme,
      previousThemeColor: unit.defaultThemeColor,
      previousSyncedAt: unit.themeSyncedAt,
    })
    .from(unit)
    .where(eq(unit.unitId, session.unitId))
    .for('update')
  if (!found) throw new Error('The session has no unit')
  return found
}
