import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { compareClasses, compareHeads } from './compare-classes.ts'
import { compareGuardians } from './compare-guardians.ts'
import { comparePeople, leavingOf, matchPeople } from './compare-people.ts'
import type { Actor } from '../auth/may-act-for.ts'
import { refuseBeyondReach } from './import-reach.ts'
import { readPresentRows } from './present-rows.ts'
import { compareNames } from './compare-names.ts'
import { keepWorkRows, nextRowNo } from './work-rows.ts'

export interface CompareOptions {
  readonly source: string
  readonly mode: 'bulk' | 'delta'
  /** Whether new pupils and new guardians get accounts. */
  readonly pupilAccounts: boolean
  readonly parentAccounts: boolean
}

/** Of the active people of a type: beyond, deactivating asks for confirmation; so few never do. */
const DEACTIVATED_SHARE = 0.1
const DEACTIVATED_LEAST = 5

/**
 * Compares the rows in `work_row` with what is there: sets each row's action, target and fields before and after, adds rows for what others imply, and stores them
 * as those of the import. Changes rows of imports alone. Needs a transaction with the limits of an export.
 */
export async function compareRows(
  tx: Tx,
  importId: string,
  actor: Actor,
  options: CompareOptions,
): Promise<{ needsConfirmation: boolean }> {
  const { source } = options
  await readPresentRows(tx)
  await tx.execute(sql`analyze work_row`)
  await compareNames(tx)
  await compareClasses(tx, source)
  await matchPeople(tx, source)
  await compareHeads(tx, source)
  await comparePeople(tx, options.pupilAccounts)
  await compareGuardians(tx, source, options.parentAccounts)
  if (options.mode === 'bulk') await deactivateAbsent(tx, source)
  await refuseBeyondReach(tx, actor)
  const needsConfirmation = await deactivatesMany(tx)
  await keepWorkRows(tx, importId, source)
  return { needsConfirmation }
}

/** Rows for people of the file's types whom a bulk file does not have. Never operators and administrators, and none whom only another source has entered. */
async function deactivateAbsent(tx: Tx, source: string): Promise<void> {
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, action, target_id, before, after)
    select ${nextRowNo(sql`p.id`)}, 'person', p.name, jsonb_build_object('type', p.type), 'deactivated', p.id,
      '{"active": true}'::jsonb || case when p.type = 1 then ${leavingOf(sql`p`)} else '{}' end, '{"active": false}'
    from present_person p
    where p.active and p.type::text in (select given ->> 'type' from work_row where kind = 'person' and row_number > 0)
      and p.id not in (select target_id from work_row where kind in ('person', 'guardian') and target_id is not null)
      and p.id not in (select (c ->> 'id')::uuid from work_row, jsonb_array_elements(candidates) c where candidates is not null)
      and not exists (select from user_account a where a.user_id = p.user_id and a.superman)
      and not exists (
        select from role_member m join role o using (role_id) where m.user_id = p.user_id and o.service = 'base' and o.code = 'XX_SYS_')
      and (p.id not in (select row_id from external_key) or p.id in (select k.row_id from external_key k where k.source = ${source}))`)
}

async function deactivatesMany(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ gone: number; active: number }>(sql`
    select (select count(*) from work_row where kind = 'person' and action = 'deactivated')::int as gone,
      (select count(*) from present_person p where p.active and p.type::text in (
        select given ->> 'type' from work_row where kind = 'person' and action = 'deactivated'))::int as active`)
  const { gone = 0, active = 0 } = rows[0] ?? {}
  return gone > DEACTIVATED_LEAST && gone > active * DEACTIVATED_SHARE
}
