import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AccountName } from '../../../contract/fields.ts'
import { staffMember, student } from '../../db/schema/portal.ts'

/** What an account's person is called in English, as the school's own lists have it; '' where they have none. */
export function englishNameOf(userId: AnyPgColumn): SQL<string> {
  return sql<string>`coalesce(
    (select ${staffMember.englishName} from ${staffMember} where ${staffMember.userId} = ${userId}),
    (select ${student.englishName} from ${student} where ${student.userId} = ${userId}), '')`
}

/** The name of an account of a left join; that of one that is gone is empty. */
export function toAccountName(realName: string | null, englishName: string): AccountName {
  return { realName: realName ?? '', englishName }
}
