import type { PortalConfig } from '../../core/api/config.ts'
import { language } from '../../core/language/language.ts'
import type { Flow } from '../../core/session/flow/choose-flow.ts'
import type { ExternalStart, ExternalProvider } from '../../core/session/flow/external-sign-in.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { AutomaticSignIn } from './automatic-sign-in.ts'

/** Starts a way in beside the login form, null where there is none. What goes it is loaded only then. */
export function startAutomaticSignIn(flow: Flow, config: PortalConfig): AutomaticSignIn | null {
  if (flow.kind === 'form') return null
  const leaving = new AbortController()
  const outcome = import('./run-automatic-sign-in.ts').then(
    ({ runAutomaticSignIn: enter }) => enter(leaving.signal, flow, config),
    () => ({ kind: 'failed', text: missingText() }) as const,
  )
  return { outcome, abandon: () => leaving.abort() }
}

/** Begins a sign-in elsewhere for this page. Never rejects. */
export function startExternal(provider: ExternalProvider, config: PortalConfig): Promise<ExternalStart> {
  return import('./run-automatic-sign-in.ts').then(
    ({ startExternalOnPage: beginOnPage }) => beginOnPage(provider, config),
    () => ({ ok: false, text: missingText() }),
  )
}

/** What goes the way did not arrive. */
function missingText(): string {
  return signInTexts(language.current).errors.network
}
