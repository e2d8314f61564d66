import * as z from 'zod/mini'
import { id } from '../../../../contract/fields.ts'
import { json, personalKey, type LocalKey } from './local-keys.ts'

const linkedAccount = z.object({
  userId: id,
  name: z.string(),
  /** Absent where an earlier version stored it. */
  englishName: z.optional(z.string()),
  userType: z.literal([2, 3]),
})
/** Another account of the same person: a teacher (2) or a parent (3). */
export type LinkedAccount = z.infer<typeof linkedAccount>

/** The accounts that a user could switch to on the last visit. */
export function linkedAccountsKey(userId: string): LocalKey<readonly LinkedAccount[]> {
  return personalKey<readonly LinkedAccount[]>(`linkedAccounts_${userId}`, z.array(linkedAccount), json)
}
