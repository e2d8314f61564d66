import { queryOptions, skipToken } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { linkedSchools, type LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { forgetResponses } from '../query/kept-responses.ts'
import { queryClient } from '../query/query-client.ts'
import { linkedSchoolsKey } from '../storage/home-keys.ts'

type Me = Pick<SessionUser, 'userId' | 'userType'>

/** The time of what an earlier visit has stored. */
const NEVER = 0

/** A parent's linked accounts at other schools; none of other users. */
export const linkedSchoolsQuery = (me: Me) =>
  queryOptions<readonly LinkedSchool[]>({
    queryKey: [linkedSchools.name, me.userId],
    queryFn:
      me.userType === 3
        ? async ({ signal }) => keepLinkedSchools(me, await call(linkedSchools, {}, { signal }))
        : skipToken,
    // Not a placeholder, which ends with a failure: without a network the home shows what it knew.
    initialData: () => linkedSchoolsKey(me.userId).get() ?? undefined,
    initialDataUpdatedAt: NEVER,
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: ({ state }) => (state.dataUpdatedAt === NEVER ? 0 : Infinity),
  })

/** Shows the links that a change returned. */
export async function showLinkedSchools(me: Me, links: readonly LinkedSchool[]): Promise<void> {
  const { queryKey } = linkedSchoolsQuery(me)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, keepLinkedSchools(me, links))
}

function keepLinkedSchools({ userId }: Me, links: readonly LinkedSchool[]): readonly LinkedSchool[] {
  const key = linkedSchoolsKey(userId)
  for (const { userId: account } of key.get() ?? [])
    if (!links.some((link) => link.userId === account)) void forgetResponses(userId, account)
  if (links.length > 0) key.set(links)
  else key.remove()
  return links
}

/** Loads the links again where a call for a linked account says that the link has changed; throws what it said. */
export function noticeLinkFailure(error: unknown): never {
  if (error instanceof CallError && error.code.startsWith('link.'))
    void queryClient.invalidateQueries({ queryKey: [linkedSchools.name] })
  throw error
}

/** The school's name in a language. */
export function schoolName({ name, englishName }: Pick<LinkedSchool, 'name' | 'englishName'>, language: Language) {
  return language === 'en' ? englishName || name : name
}

/** Where the school's own portal answers; null where it has no address of its own. `place` begins with a slash. */
export function schoolAddress({ host }: Pick<LinkedSchool, 'host'>, place = '/'): string | null {
  if (host === null) return null
  const port = location.port === '' ? '' : `:${location.port}`
  return `${location.protocol}//${host}${port}${place}`
}

/**
 * The linked account that a part of the page is about; null for the signed-in account itself. What is in it makes its calls for that account:
 * `call(endpoint, input, { account: account?.userId })`.
 */
export const AccountContext = createContext<LinkedSchool | null>(null)

export const useAccount = (): LinkedSchool | null => use(AccountContext)
