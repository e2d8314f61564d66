import { isNotNull, and } from 'drizzle-orm'
import type { searchIndex } from '../../../contract/endpoints/desktop/desktop-search.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { Session } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { application } from '../../db/schema/portal.ts'
import { isForPerson } from './desktop.ts'
import { syllablesOf } from './people-search.ts'

export async function readSearchIndex(tx: Tx, session: Session): Promise<ResponseOf<typeof searchIndex>> {
  const rows = await tx
    .select({ code: application.code, name: application.name, shortName: application.shortName })
    .from(application)
    .where(and(isNotNull(application.groupCode), isForPerson(session)))
  return Promise.all(
    rows.map(async ({ code, name, shortName }) => ({
      code,
      name: [...(await syllablesOf(name))],
      shortName: [...(await syllablesOf(shortName))],
    })),
  )
}
