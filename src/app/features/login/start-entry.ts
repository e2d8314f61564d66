import type { PortalConfig } from '../../core/api/config.ts'
import { language } from '../../core/language/language.ts'
import type { Flow } from '../../core/session/flow/choose-flow.ts'
import type { Beginning, Elsewhere } from '../../core/session/flow/elsewhere.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { Entry } from './use-entry.ts'

/** Starts a way in beside the login form, null where there is none. What goes it is loaded only then. */
export function startEntry(flow: Flow, config: PortalConfig): Entry | null {
  if (flow.kind === 'form') return null
  const leaving = new AbortController()
  const outcome = import('./enter.ts').then(
    ({ enter }) => enter(leaving.signal, flow, config),
    () => ({ kind: 'failed', text: missingText() }) as const,
  )
  return { outcome, abandon: () => leaving.abort() }
}

/** Begins a sign-in elsewhere for this page. Never rejects. */
export function startElsewhere(provider: Elsewhere, config: PortalConfig): Promise<Beginning> {
  return import('./enter.ts').then(
    ({ beginOnPage }) => beginOnPage(provider, config),
    () => ({ ok: false, text: missingText() }),
  )
}

/** What goes the way did not arrive. */
function missingText(): string {
  return signInTexts(language.current).errors.network
}
