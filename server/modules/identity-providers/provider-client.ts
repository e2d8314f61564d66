import type { Attempt } from './attempts.ts'
import type { ProvedIdentity } from './identities.ts'
import type { Provider } from './providers.ts'

/** What the browser brought back from a provider. */
export interface ProviderAnswer {
  readonly code: string | undefined
  /** An id_token, of OpenID providers alone. */
  readonly token: string | undefined
  /** The issuer that the callback address named. */
  readonly issuer: string | undefined
}

/** How the portal talks to one kind of provider. Both may throw 'sso.provider_unreachable' and 'sso.provider_refused'. */
export interface ProviderClient {
  /** Where the browser goes. */
  begin(provider: Provider, attempt: Attempt): Promise<string>
  /** Whom the provider names for this attempt. */
  prove(provider: Provider, attempt: Attempt, answer: ProviderAnswer): Promise<ProvedIdentity>
}
