import * as z from 'zod/mini'
import { ONE_ROSTER_PATH, ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import type { TestApp } from '../app/app.ts'
import { askForTokens, register, type Registered } from './third-party.ts'

export interface RosterAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, unknown>
}

const issued = z.object({ access_token: z.string() })

/** Registers a third party that reads rosters, and nothing else. */
export function registerReader(
  test: TestApp,
  ownScopes: readonly string[] = ROSTER_SCOPES,
  host = 'localhost',
): Promise<Registered> {
  return register(test, { redirectUris: [], ownScopes: [...ownScopes] }, host)
}

/** What the token endpoint answers to a third party in its own name. */
export function askForRosterToken(
  test: TestApp,
  reader: Registered,
  { scopes = ROSTER_SCOPES, host = 'localhost' }: { scopes?: readonly string[]; host?: string } = {},
) {
  const form = { grant_type: 'client_credentials', scope: scopes.join(' ') || undefined }
  return askForTokens(test.visit({ host }), form, reader)
}

/** Throws when the token is refused. */
export async function rosterToken(...given: Parameters<typeof askForRosterToken>): Promise<string> {
  const { body } = await askForRosterToken(...given)
  return z.parse(issued, body).access_token
}

/** Reads with a token from the rostering service. `path` begins below it. */
export async function readRoster(
  test: TestApp,
  token: string | undefined,
  path: string,
  query: Readonly<Record<string, string>> = {},
  host = 'localhost',
): Promise<RosterAnswer> {
  const asked = new URLSearchParams(query).toString()
  const response = await test
    .visit({ host })
    .request('GET', `${ONE_ROSTER_PATH}/${path}${asked === '' ? '' : `?${asked}`}`, {
      headers: { 'x-portal-device': undefined, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    })
  return { status: response.statusCode, body: Object(response.json()), headers: response.headers }
}
