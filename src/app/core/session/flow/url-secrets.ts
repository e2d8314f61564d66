/** Query parameters that sign in, apart from the ticket, whose name a school configures. */
const SECRETS = ['username', 'password', 'token', 'accessToken', 'code', 'cid'] as const
/** Parameters that accompany a code or token of a provider. */
const COMPANIONS = ['state', 'iss', 'session_state'] as const

export type UrlSecrets = Readonly<Record<string, string>>

/** The secrets of a query string, null without any, and the query string without them. */
export function splitSecrets(search: string, ticketName: string): { secrets: UrlSecrets | null; rest: string } {
  const query = new URLSearchParams(search)
  const companions = query.has('code') || query.has('token') ? COMPANIONS : []
  const found = [...SECRETS, ...companions, ticketName].flatMap((name) => {
    const value = query.get(name)
    query.delete(name)
    return value === null ? [] : [[name, value] as const]
  })
  if (found.length === 0) return { secrets: null, rest: search }
  const rest = query.toString()
  return { secrets: Object.fromEntries(found), rest: rest && `?${rest}` }
}

/** Removes the secrets from the address bar and this history entry, before anything can send, store or show them. */
export function takeSecretsFromAddress(ticketName: string): UrlSecrets | null {
  const { secrets, rest } = splitSecrets(location.search, ticketName)
  if (secrets) history.replaceState(history.state, '', location.pathname + rest + location.hash)
  return secrets
}

/** Removes the secret of a mail's link to reset a password from the fragment of the address; null without one. */
export function takeResetFromAddress(): string | null {
  const secret = /^#reset=([\w-]+)$/.exec(location.hash)?.[1] ?? null
  if (secret !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return secret
}
