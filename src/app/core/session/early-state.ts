import { takeResetFromAddress, takeSecretsFromAddress, type UrlSecrets } from './flow/url-secrets.ts'

/** The state of the document's inline script (see early.ts). */
export interface EarlyState {
  /** The login response to a press before the page's script ran; null without one. */
  login: Promise<Response> | null
  /** The button was pressed with an empty field. */
  pressedEmpty: boolean
  /** Set by the page once it handles the form itself. */
  adopted: boolean
  /** The name of the button of the desktop snapshot that was pressed. */
  pressed: string | null
  secrets: UrlSecrets | null
  reset: string | null
}

declare global {
  interface Window {
    portalEarly?: EarlyState
  }
}

export function earlyLogin(): Promise<Response> | null {
  const login = window.portalEarly?.login ?? null
  // Cleared, so that adopting the form does not follow it again.
  if (window.portalEarly) window.portalEarly.login = null
  return login
}

/** Takes the login form over from the inline script; returns its state once. */
export function adoptEarlyForm(): EarlyState | null {
  const early = window.portalEarly
  if (!early || early.adopted) return null
  early.adopted = true
  return early
}

/** The sign-in secrets of the address; returned once. */
export function takeEarlySecrets(ticketName: string): UrlSecrets | null {
  const early = window.portalEarly
  // In development the document has no inline script.
  if (!early) return takeSecretsFromAddress(ticketName)
  const { secrets } = early
  early.secrets = null
  return secrets
}

export function takeEarlyReset(): string | null {
  const early = window.portalEarly
  if (!early) return takeResetFromAddress()
  const { reset } = early
  early.reset = null
  return reset
}
