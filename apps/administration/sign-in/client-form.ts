import type { AdminClient, ClientForm as Input } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { ROSTER_SCOPES } from '../../../contract/rules/one-roster.ts'
import { OWN_SCOPES } from '../../../contract/rules/own-scopes.ts'

export interface ClientValues extends Omit<
  Input,
  'clientId' | 'version' | 'redirectUris' | 'postLogoutRedirectUris' | 'confidential'
> {
  /** One a line. */
  readonly redirectUris: string
  /** One a line. */
  readonly postLogoutRedirectUris: string
  /** What it is for, and whether it keeps a secret. */
  readonly keeping: 'secret' | 'none' | 'roster'
}

const [CORE, ROSTER] = ROSTER_SCOPES

export const NEW_CLIENT: ClientValues = {
  name: '',
  englishName: '',
  enabled: true,
  redirectUris: '',
  postLogoutRedirectUris: '',
  ownScopes: [CORE, ROSTER],
  keeping: 'secret',
  pkceRequired: true,
  trusted: false,
  entryUrl: '',
  mayIssueTickets: false,
  adminTickets: false,
  backchannelLogoutUri: '',
  backchannelLogoutSessionRequired: false,
}

/** What the form shows of an application. */
export function valuesOf(client: AdminClient): ClientValues {
  const { clientId: _, version: _version, secretSet, redirectUris, postLogoutRedirectUris, ...fields } = client
  const ownScopes = OWN_SCOPES.filter((scope) => fields.ownScopes.includes(scope))
  const readsAlone = redirectUris.length === 0 && ownScopes.length > 0
  return {
    ...fields,
    ownScopes,
    redirectUris: redirectUris.join('\n'),
    postLogoutRedirectUris: postLogoutRedirectUris.join('\n'),
    keeping: readsAlone ? 'roster' : secretSet ? 'secret' : 'none',
  }
}

/**
 * A public application needs PKCE and issues no tickets; without tickets there are none for administrators. One that only reads class lists has nothing of what is for people, whom
 * it does not sign in. What an application of another kind had been given by other means stays as it is.
 */
export function inputOf(
  { redirectUris, postLogoutRedirectUris, keeping, ...values }: ClientValues,
  client: AdminClient | null,
): Input {
  const record = { version: client?.version ?? null, ...(client && { clientId: client.clientId }) }
  if (keeping === 'roster') {
    const { name, englishName, enabled, ownScopes } = values
    const own = { name, englishName, enabled, ownScopes: [...ownScopes] }
    return { ...NEW_CLIENT, ...record, ...own, redirectUris: [], postLogoutRedirectUris: [], confidential: true }
  }
  const confidential = keeping === 'secret'
  const mayIssueTickets = confidential && values.mayIssueTickets
  return {
    ...values,
    ...record,
    ownScopes: client ? values.ownScopes : [],
    confidential,
    pkceRequired: !confidential || values.pkceRequired,
    mayIssueTickets,
    adminTickets: mayIssueTickets && values.adminTickets,
    backchannelLogoutSessionRequired:
      values.backchannelLogoutUri.trim() !== '' && values.backchannelLogoutSessionRequired,
    redirectUris: linesOf(redirectUris),
    postLogoutRedirectUris: linesOf(postLogoutRedirectUris),
  }
}
