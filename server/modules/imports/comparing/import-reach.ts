import * as z from 'zod/mini'
import { sql } from 'drizzle-orm'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Tx } from '../../../db/database.ts'
import { queryAny, queryValues } from '../../../db/query.ts'
import { mayLink } from '../../auth/account-links.ts'
import { hasAdministrator, requireAdministratorLeft } from '../../auth/last-administrator.ts'
import { endSessionsOf } from '../../auth/own-sessions.ts'
import {
  type Actor,
  findOwnAccounts,
  type Reach,
  readAuthor,
  readReach,
  requireOthersAccounts,
} from '../../auth/may-act-for.ts'
import { refuseRows } from './work-rows.ts'

/**
 * By whose rights a job applies an import or takes it back. Throws 'import.author_right' when the account that ordered it may not import any more; `by` is undefined in a job of an
 * earlier release.
 */
export async function readImportAuthor(tx: Tx, by: string | undefined): Promise<Actor> {
  const author = await readAuthor(tx, by ?? null, 'base_import')
  if (!author) throw new PortalError('import.author_right')
  return author
}

/**
 * Refuses rows that would change an account out of the actor's reach, and links between teachers and parents that the actor may not make. Rows that a bulk file implies
 * are left out instead, since no person typed them. Needs `readPresentRows` in this transaction.
 */
export async function refuseBeyondReach(tx: Tx, actor: Actor): Promise<void> {
  const reach = await readReach(tx, actor)
  const changed = await queryValues(tx, z.string())`
    select distinct p.user_id as id from work_row r join present_person p on p.id = r.target_id
    where p.user_id is not null and (r.kind = 'person' and r.action in ('changed', 'deactivated') or r.kind = 'guardian' and r.action in ('new', 'changed'))
    union select p.user_id from work_row r join present_person p on p.id = (r.wanted ->> 'parentId')::uuid where r.kind = 'person' and r.wanted ? 'parentId'`
  const beyond = [...(await reach.beyond(changed))]
  if (beyond.length > 0) await refuseAccounts(tx, beyond)
  await refuseOwnGuardian(tx, actor)
  await refuseLinks(tx, actor, beyond)
}

/** Refuses rows that make an account of the actor's own a guardian, as the page of a person does: see `findOwnAccounts`. */
async function refuseOwnGuardian(tx: Tx, actor: Actor): Promise<void> {
  const parents = await queryValues(tx, z.string())`
    select distinct r.target_id as id from work_row r where r.kind = 'guardian' and r.action = 'new' and r.target_id is not null`
  const own = await findOwnAccounts(tx, actor, parents)
  if (own.size === 0) return
  await refuseRows(tx, 'own_guardian', '', { value: sql`r.name` })`
    r.kind = 'guardian' and r.action = 'new' and r.target_id = any (${sql.param([...own])}::uuid[])`
}

async function refuseAccounts(tx: Tx, beyond: readonly string[]): Promise<void> {
  const isBeyond = sql`exists (select from present_person p where p.id = r.target_id and p.user_id = any (${sql.param([...beyond])}::uuid[]))`
  await tx.execute(
    sql`delete from work_row r where r.kind = 'person' and r.action = 'deactivated' and r.row_number = 0 and ${isBeyond}`,
  )
  await refuseRows(tx, 'out_of_reach', '', { value: sql`r.name` })`
    (r.kind = 'person' and r.action in ('changed', 'deactivated') or r.kind = 'guardian' and r.action in ('new', 'changed')) and ${isBeyond}`
}

async function refuseLinks(tx: Tx, actor: Actor, beyond: readonly string[]): Promise<void> {
  const parentId = sql`(r.wanted ->> 'parentId')::uuid`
  const links = sql`r.kind = 'person' and r.action in ('new', 'changed') and r.wanted ? 'parentId'
    and not exists (select from present_person p where p.id = r.target_id and p.image ->> 'parentId' = r.wanted ->> 'parentId')`
  const remark = { value: sql`r.given ->> 'parentAccount'` }
  if (!mayLink(actor)) await refuseRows(tx, 'link_administrator', 'parentAccount', remark)`${links}`
  await refuseRows(
    tx,
    'out_of_reach',
    'parentAccount',
    remark,
  )`${links} and ${parentId} = any (${sql.param([...beyond])}::uuid[])`
  await refuseRows(tx, 'parent_linked', 'parentAccount', remark)`
    ${links} and (
      exists (select from user_account a where a.parent_id = ${parentId} and a.user_id is distinct from r.target_id)
      or exists (
        select from work_row o where o.kind = 'person' and o.action <> 'error' and o.wanted ? 'parentId' and o.wanted ->> 'parentId' = r.wanted ->> 'parentId' and o.row_no < r.row_no))`
}

/** Throws 'access.denied' when the stored rows of an import change an account that is out of reach and 'link.administrators_only' for a link of another's than an administrator. */
export async function requireImportInReach(tx: Tx, actor: Actor, importId: string): Promise<Reach> {
  const reach = await readReach(tx, actor)
  const accounts = await queryValues(tx, z.string())`
    select distinct a.user_id as id from import_row r left join student s on s.student_id = r.target_id
    join user_account a on a.user_id = coalesce(s.user_id, r.target_id)
    where r.import_id = ${importId}::uuid and not r.kept and r.kind in ('person', 'guardian') and r.action in ('new', 'changed', 'deactivated')`
  await reach.require(accounts)
  if (mayLink(actor)) return reach
  const hasLinks = await queryAny(tx)`
    select from import_row r where r.import_id = ${importId}::uuid and not r.kept and r.kind = 'person' and r.action in ('new', 'changed') and r.after ->> 'parentId' is not null limit 1`
  if (hasLinks) throw new PortalError('link.administrators_only')
  return reach
}

/** Throws 'guardian.own_account' when the stored rows of an import, which is to be applied, make an account of the actor's own a guardian. */
export async function requireNoOwnGuardian(tx: Tx, actor: Actor, importId: string): Promise<void> {
  const parents = await queryValues(tx, z.string())`
    select distinct r.target_id as id from import_row r
    where r.import_id = ${importId}::uuid and r.kind = 'guardian' and r.action = 'new' and r.target_id is not null`
  await requireOthersAccounts(tx, actor, parents)
}

/**
 * Runs what writes an import or takes it back. Before it and after it throws what the account may not do by whose right it runs: see `requireImportInReach`, and no role, class or department may raise its
 * rights. Where there was an administrator, one is left. Parents whose link with a teacher was made or taken sign in anew.
 */
export async function withinReach(tx: Tx, actor: Actor, importId: string, write: () => Promise<void>): Promise<void> {
  const reach = await requireImportInReach(tx, actor, importId)
  const parents = await linkedParents(tx, importId)
  // A unit may be filled before it has one.
  const isAdministered = await hasAdministrator(tx)
  await write()
  await endSessionsOf(tx, parents, '')
  // A class, a department or a type may hold roles.
  await reach.requireUnraised(await writtenAccounts(tx, importId))
  if (isAdministered) await requireAdministratorLeft(tx)
}

/** The accounts of the people whom an import has written. */
async function writtenAccounts(tx: Tx, importId: string): Promise<string[]> {
  return queryValues(tx, z.string())`
    select a.user_id as id from import_row r left join student s on s.student_id = r.target_id
    join user_account a on a.user_id = coalesce(s.user_id, r.target_id)
    where r.import_id = ${importId}::uuid and not r.kept and r.kind = 'person' and r.action in ('new', 'changed')`
}

/** The parent accounts that an import links with teachers, or takes from them. */
async function linkedParents(tx: Tx, importId: string): Promise<string[]> {
  return queryValues(tx, z.string())`
    select distinct id::text as id from import_row r, unnest(array[r.before ->> 'parentId', r.after ->> 'parentId']) id
    where r.import_id = ${importId}::uuid and not r.kept and r.kind = 'person' and r.action in ('new', 'changed') and id is not null`
}
