import { and, eq, isNull } from 'drizzle-orm'
import { pageOf } from '../../../../contract/pages.ts'
import type { Tx } from '../../../db/database.ts'
import { application } from '../../../db/tables.generated.ts'
import { fieldError } from '../../../http/call.ts'

/** Throws 'field.portal_page' where the page after signing in is of an application that the transaction's unit does not have. */
export async function requireJumpPage(tx: Tx, path: string): Promise<void> {
  const page = pageOf(new URL(path, 'http://portal').pathname)
  const code = page?.kind === 'redirect' ? page.app : page?.kind === 'application' ? page.code : null
  if (code === null) return
  const found = await tx.$count(application, and(eq(application.code, code), isNull(application.removedAt)))
  if (found === 0) throw fieldError('loginJumpPage', 'field.portal_page', 'request.invalid')
}
