import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryAny, queryOne, queryValue } from '../../../db/query.ts'
import { readTransactionActor } from '../../auth/may-act-for.ts'
import { compareClasses, compareHeads } from './compare-classes.ts'
import { compareGuardians } from './compare-guardians.ts'
import { compareNames } from './compare-names.ts'
import { comparePeople, leavingOf } from './compare-people.ts'
import { findLastYear } from './find-last-year.ts'
import { refuseBeyondReach } from './import-reach.ts'
import { leaveRowsOut } from './leave-rows-out.ts'
import { matchPeople } from './match-people.ts'
import { readPresentRows } from './present-rows.ts'
import { forgetUnusedNames, keepWorkRows, nextRowNo, openWorkRows, readWorkRows, refuseRows } from './work-rows.ts'

const compared = z.object({
  source: z.string(),
  mode: z.literal(['bulk', 'delta']),
  options: z.object({
    /** Whether new pupils and new guardians get accounts. */
    pupilAccounts: z.boolean(),
    parentAccounts: z.boolean(),
    /** What was answered when the file was found to be of the year before. */
    lastYear: z.optional(z.literal(['keep', 'move'])),
  }),
})

/** Of the active people of a type: beyond, deactivating asks for confirmation; so few never do. */
const DEACTIVATED_SHARE = 0.1
const DEACTIVATED_LEAST = 5

/** Compares a previewed import with what is there now. `lastYear`: what was answered. Throws 'import.empty' when it has no row. */
export async function compareAgain(tx: Tx, importId: string, lastYear?: 'keep' | 'move'): Promise<void> {
  if (lastYear)
    await tx.execute(
      sql`update import_run set options = options || jsonb_build_object('lastYear', ${lastYear}::text) where import_id = ${importId}::uuid`,
    )
  await openWorkRows(tx, importId)
  await readWorkRows(tx, importId)
  await compareImport(tx, importId)
}

/**
 * Compares the rows in `work_row` with what is there: sets each row's action, target and fields before and after, adds rows for what others imply, stores them as those of the import, and makes
 * it ready. Changes rows of imports alone. Needs a transaction with the limits of an export. Throws 'import.empty' when it has no row.
 */
export async function compareImport(tx: Tx, importId: string): Promise<void> {
  const { source, mode, options } = await queryOne(tx, compared)`
    select source, mode, options from import_run where import_id = ${importId}::uuid`
  await readPresentRows(tx)
  await tx.execute(sql`analyze work_row`)
  await matchPeople(tx, source)
  await refuseOwnAccount(tx, importId)
  await compareNames(tx)
  await compareClasses(tx, source)
  await compareHeads(tx, source)
  await comparePeople(tx, options.pupilAccounts)
  await compareGuardians(tx, source, options.parentAccounts)
  // Again: what was counted before says that no row has an action or a target, nor is of a guardian's account.
  await tx.execute(sql`analyze work_row`)
  if (mode === 'bulk') await deactivateAbsent(tx, importId, source)
  await refuseBeyondReach(tx, await readTransactionActor(tx))
  await leaveRowsOut(tx)
  const lastYear = await findLastYear(tx, options.lastYear)
  await forgetUnusedNames(tx)
  const needsConfirmation = await deactivatesMany(tx)
  await keepWorkRows(tx, importId, source)
  await tx.execute(sql`
    update import_run set status = 'ready', code = null, needs_confirmation = ${needsConfirmation}, last_year = ${lastYear === null ? null : JSON.stringify(lastYear)}::jsonb, counts = coalesce((
      select jsonb_object_agg(action, kinds) from (
        select action, jsonb_object_agg(kind, count) as kinds from (
          select action, case when kind = 'person' and given ? 'key' then 'parent' else kind end as kind, count(*) as count
          from import_row where import_id = ${importId}::uuid and action is not null group by 1, 2) counted
        group by action) actions), '{}')
    where import_id = ${importId}::uuid`)
  if (!(await queryAny(tx)`select from import_row where import_id = ${importId}::uuid limit 1`))
    throw new PortalError('import.empty')
}

/** The account that made the import; null for an import by a command. */
const ownerOf = (importId: string) => sql`(select user_id from import_run where import_id = ${importId}::uuid)`

/** Refuses a row that closes the account of the person who imports. */
const refuseOwnAccount = (tx: Tx, importId: string) =>
  refuseRows(tx, 'own_account', 'status')`
    r.kind = 'person' and r.given @> '{"active": false}' and exists (
      select from present_person p where p.id = r.target_id and p.active and p.user_id = ${ownerOf(importId)})`

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

const deactivatesMany = (tx: Tx) => queryValue(tx, z.boolean())`
    select gone > ${DEACTIVATED_LEAST} and gone > active * ${DEACTIVATED_SHARE}::float8 from (
      select (select count(*) from work_row where kind = 'person' and action = 'deactivated') as gone,
        (select count(*) from present_person p where p.active and p.type::text in (
          select given ->> 'type' from work_row where kind = 'person' and action = 'deactivated')) as active) counted`
