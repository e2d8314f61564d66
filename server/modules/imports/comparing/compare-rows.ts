import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../db/database.ts'
import { queryOne } from '../../../db/query.ts'
import { compareClasses, compareHeads } from './compare-classes.ts'
import { compareGuardians } from './compare-guardians.ts'
import { comparePeople, leavingOf } from './compare-people.ts'
import { matchPeople } from './match-people.ts'
import type { Actor } from '../../auth/may-act-for.ts'
import { refuseBeyondReach } from './import-reach.ts'
import { leaveGuardiansOut, leaveRowsOut } from './leave-rows-out.ts'
import { findLastYear, type LastYearAnswer } from './find-last-year.ts'
import { readPresentRows } from './present-rows.ts'
import { compareNames } from './compare-names.ts'
import { forgetUnusedNames, keepWorkRows, nextRowNo, refuseRows } from './work-rows.ts'

export interface CompareOptions {
  readonly source: string
  readonly mode: 'bulk' | 'delta'
  /** Whether new pupils and new guardians get accounts. */
  readonly pupilAccounts: boolean
  readonly parentAccounts: boolean
  /** What was answered when the file was found to be of the year before. */
  readonly lastYear?: LastYearAnswer | undefined
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
): Promise<{ needsConfirmation: boolean; lastYear: Awaited<ReturnType<typeof findLastYear>> }> {
  const { source } = options
  await readPresentRows(tx)
  await tx.execute(sql`analyze work_row`)
  await matchPeople(tx, source)
  await refuseOwnAccount(tx, importId)
  await compareNames(tx)
  await compareClasses(tx, source)
  await compareHeads(tx, source)
  await comparePeople(tx, options.pupilAccounts)
  await compareGuardians(tx, source, options.parentAccounts)
  if (options.mode === 'bulk') await deactivateAbsent(tx, importId, source)
  await refuseBeyondReach(tx, actor)
  await leaveRowsOut(tx)
  await leaveGuardiansOut(tx)
  const lastYear = await findLastYear(tx, options.lastYear)
  await forgetUnusedNames(tx)
  const needsConfirmation = await deactivatesMany(tx)
  await keepWorkRows(tx, importId, source)
  return { needsConfirmation, lastYear }
}

/** The account that made the import; null for an import by a command. */
const ownerOf = (importId: string) => sql`(select user_id from import_run where import_id = ${importId}::uuid)`

/** Refuses a row that closes the account of the person who imports. */
const refuseOwnAccount = (tx: Tx, importId: string) =>
  refuseRows(tx, {
    where: sql`r.kind = 'person' and r.given @> '{"active": false}' and exists (
      select from present_person p where p.id = r.target_id and p.active and p.user_id = ${ownerOf(importId)})`,
    code: 'own_account',
    field: sql`'status'`,
  })

/**
 * Rows for people of the file's types whom a bulk file does not have. Never administrators and the own account, and none whom only another source has entered, or whom a row in error may be about: of a
 * type that has such a row with neither a number nor a name, there are none at all.
 */
async function deactivateAbsent(tx: Tx, importId: string, source: string): Promise<void> {
  const ofWrong = (value: SQL) =>
    sql`select ${value} from work_row e where e.kind = 'person' and e.action = 'error' and ${value} is not null`
  await tx.execute(sql`
    insert into work_row (row_no, kind, name, given, action, target_id, before, after)
    select ${nextRowNo(sql`p.id`)}, 'person', p.name, jsonb_build_object('type', p.type), 'deactivated', p.id,
      '{"active": true}'::jsonb || case when p.type = 1 then ${leavingOf(sql`p`)} else '{}' end, '{"active": false}'
    from present_person p
    where p.active and p.type::text in (select given ->> 'type' from work_row where kind = 'person' and row_number > 0)
      and coalesce(p.user_id <> ${ownerOf(importId)}, true)
      and p.id not in (select target_id from work_row where kind in ('person', 'guardian') and target_id is not null)
      and p.id not in (select (c ->> 'id')::uuid from work_row, jsonb_array_elements(candidates) c where candidates is not null)
      and coalesce(p.number, '') not in (${ofWrong(sql`portal_fold(e.given ->> 'number')`)})
      and coalesce(p.login, '') not in (${ofWrong(sql`portal_fold(e.given ->> 'loginName')`)})
      and coalesce(p.id_card, '') not in (${ofWrong(sql`e.given #>> '{idCard,key}'`)})
      and p.name not in (${ofWrong(sql`nullif(e.name, '')`)})
      and p.id not in (select k.row_id from external_key k where k.source = ${source} and k.source_id in (${ofWrong(sql`e.given ->> 'sourceId'`)}))
      and not exists (select from work_row e where e.kind = 'person' and e.action = 'error' and e.name = '' and not e.given ?| array['number', 'loginName', 'sourceId', 'idCard']
        and coalesce(e.given ->> 'type', p.type::text) = p.type::text)
      and not exists (
        select from role_member m join role o using (role_id) where m.user_id = p.user_id and o.service = 'base' and o.code = 'XX_SYS_')
      and (p.id not in (select row_id from external_key) or p.id in (select k.row_id from external_key k where k.source = ${source}))`)
}

const deactivated = z.object({ gone: z.number(), active: z.number() })

async function deactivatesMany(tx: Tx): Promise<boolean> {
  const { gone, active } = await queryOne(tx, deactivated)`
    select (select count(*) from work_row where kind = 'person' and action = 'deactivated')::int as gone,
      (select count(*) from present_person p where p.active and p.type::text in (
        select given ->> 'type' from work_row where kind = 'person' and action = 'deactivated'))::int as active`
  return gone > DEACTIVATED_LEAST && gone > active * DEACTIVATED_SHARE
}
