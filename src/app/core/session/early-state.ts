import { takeResetFromAddress, takeSecretsFromAddress, type UrlSecrets } from './flow/url-secrets.ts'

/** What the inline script of the document found out before the page's own script came (see early.ts). */
export interface EarlyState {
  login: Promise<Response> | null
  pressedEmpty: boolean
  adopted: boolean
  /** The name of the button that was pressed in the desktop snapshot. */
  pressed: string | null
  secrets: UrlSecrets | null
  /** The secret of a mail's link to reset a password. */
  reset: string | null
}

declare global {
  interface Window {
    portalEarly?: EarlyState
  }
}

/** The raw login answer for a press on the button that came before the page's script; null when there was none. */
export function earlyLogin(): Promise<Response> | null {
  const login = window.portalEarly?.login ?? null
  // Followed from here on: whoever adopts the form later must not follow it again.
  if (window.portalEarly) window.portalEarly.login = null
  return login
}

/** Takes the login form over from the inline script; returns what happened before, once. */
export function adoptEarlyForm(): EarlyState | null {
  const early = window.portalEarly
  if (!early || early.adopted) return null
  early.adopted = true
  return early
}

/** What the address carried to sign somebody in, once: nobody can ask for it again. */
export function takeEarlySecrets(ticketName: string): UrlSecrets | null {
  const early = window.portalEarly
  // While developing the document has no inline script.
  if (!early) return takeSecretsFromAddress(ticketName)
  const { secrets } = early
  early.secrets = null
  return secrets
}

/** The secret of a mail's link to reset a password, once. */
export function takeEarlyReset(): string | null {
  const early = window.portalEarly
  if (!early) return takeResetFromAddress()
  const { reset } = early
  early.reset = null
  return reset
}
