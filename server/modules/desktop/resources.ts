import { and, asc, ne, notLike, sql, eq, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type accessDetail, FOLDER, PAGE } from '../../../contract/endpoints/desktop/desktop.ts'
import type * as resources from '../../../contract/endpoints/applications/resources.ts'
import type { PermissionNode } from '../../../contract/endpoints/applications/resources.ts'
import { type Handler, requireOwn } from '../../http/call.ts'
import { queryRows } from '../../db/query.ts'
import type { Database, Tx } from '../../db/database.ts'
import { accessLog, application, licence } from '../../db/tables.generated.ts'
import { cleanUp } from '../../jobs/clean-up.ts'
import { isForPerson } from '../units/offered-applications.ts'
import { PortalError } from '../../../contract/portal-error.ts'

/** The user's modules of the portal, with or without an icon: no external sites, folders, or pages of a module. */
export const readModules: Handler<typeof resources.modules> = (_, { tx, session }) =>
  tx
    .select({ code: application.code, name: application.name, englishName: application.englishName })
    .from(application)
    .where(
      and(
        isForPerson(session),
        eq(application.own, false),
        ne(application.updateStatus, 0),
        eq(application.resourceType, PAGE),
        notLike(application.menuRoute, 'http%'),
        sql`(${application.parentCode} is null or exists (select from application folder
          where folder.unit_id = ${application.unitId} and folder.code = ${application.parentCode} and folder.resource_type = ${FOLDER}))`,
      ),
    )
    .orderBy(asc(application.position), asc(application.code))

/**
 * The user's permissions by user type and roles, as a tree. Only the code `prefix` and those that start with it and `_`; all when it is empty. A node
 * without its parent is at the top.
 */
export const readPermissionTree: Handler<typeof resources.codeTree> = async ({ code: prefix }, { tx, session }) => {
  const rows = await queryRows(tx, permissionRow)`
    select p.code, p.name, p.parent_code as "parentCode" from permission p
    where (${prefix} = '' or p.code = ${prefix} or starts_with(p.code, ${`${prefix}_`}))
      and exists (select from permission_grant g where g.unit_id = p.unit_id and g.code = p.code
        and (g.user_type = ${session.userType} or g.role_id in (select role_id from portal_roles(${session.userId}) as held (role_id))))
    order by p.position, p.code`
  return growTree(rows)
}

const permissionRow = z.object({ code: z.string(), name: z.string(), parentCode: z.nullable(z.string()) })

function growTree(rows: readonly z.infer<typeof permissionRow>[]): PermissionNode[] {
  const nodes = new Map<string, PermissionNode>(rows.map(({ code, name }) => [code, { code, name, children: [] }]))
  const top: PermissionNode[] = []
  for (const { code, parentCode } of rows) {
    const node = nodes.get(code)
    const parent = parentCode === null ? undefined : nodes.get(parentCode)
    if (node) (parent?.children ?? top).push(node)
  }
  return top
}

/** Whether the transaction's unit runs under another operator's brand. */
export async function hasOtherBrand(tx: Tx): Promise<boolean> {
  return (await tx.$count(licence, eq(licence.oam, true))) > 0
}

/** A school term. */
const KEPT = sql`now() - interval '180 days'`

/** Records that the user opened an application, with its name in the unit. Throws 'request.invalid' for one that the unit does not have. */
export const recordAppOpen: Handler<typeof accessDetail> = async (input, { tx, session }) => {
  requireOwn(session, input)
  const { resId, type } = input
  const [found] = await tx.select({ name: application.name }).from(application).where(eq(application.code, resId))
  if (!found) throw new PortalError('request.invalid')
  const { unitId, userId, userType } = session
  await tx.insert(accessLog).values({ unitId, userId, userType, resId, resName: found.name, type })
}

/** Deletes records older than 180 days, in every unit. Needs the owner's transaction. */
export const deleteOldAccessLog = (database: Database, signal?: AbortSignal) =>
  cleanUp(database, [{ from: accessLog, where: lt(accessLog.at, KEPT) }], signal)
