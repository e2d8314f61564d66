import type { Attempt } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import type { Provider } from './providers.ts'

export interface ProviderAnswer {
  readonly code: string | undefined
  /** An id_token, of OpenID providers alone. */
  readonly token: string | undefined
  readonly issuer: string | undefined
}

/** Both may throw 'sso.provider_unreachable' and 'sso.provider_refused'. */
export interface ProviderClient {
  /** Returns the address to send the browser to. */
  begin(provider: Provider, attempt: Attempt): Promise<string>
  prove(provider: Provider, attempt: Attempt, answer: ProviderAnswer): Promise<ProvedIdentity>
}
