/** What the inline script of the document found out before the page's own script came (see early.ts). */
export interface EarlyState {
  login: Promise<Response> | null
  pressedEmpty: boolean
  adopted: boolean
}

declare global {
  interface Window {
    portalEarly?: EarlyState
  }
}

/** Takes the login form over from the inline script; returns what happened before, once. */
export function adoptEarlyForm(): EarlyState | null {
  const early = window.portalEarly
  if (!early || early.adopted) return null
  early.adopted = true
  return early
}
