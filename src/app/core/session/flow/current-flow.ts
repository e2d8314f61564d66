import { autoLoginCountKey, loggedOutKey, rememberedKey } from '../../storage/local-keys.ts'
import { documentUnit } from '../../tenant/unit.ts'
import { chooseFlow, type Flow } from './choose-flow.ts'
import { environment } from './environment.ts'
import type { UrlSecrets } from './url-secrets.ts'

/** The way in for this page as it stands, with the secrets that were taken out of its address. `tried`: ways that led nowhere. */
export function currentFlow(
  secrets: UrlSecrets | null,
  config: { loginTickitConifg: { name: string }; autoLogin: boolean },
  tried: readonly Flow['kind'][] = [],
): Flow {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(secrets ?? {})) query.set(name, value)
  return chooseFlow({
    path: location.pathname,
    query,
    environment: environment().kind,
    stored: {
      remembers: rememberedKey.get() ?? false,
      loggedOut: loggedOutKey.get() ?? false,
      attempts: autoLoginCountKey.get() ?? 0,
    },
    methods: documentUnit()?.signInWays ?? {},
    ticketName: config.loginTickitConifg.name,
    autoLogin: config.autoLogin,
    tried,
  })
}
