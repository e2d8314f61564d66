/** What went wrong between the page and the browser's passkeys. `renewed`: another ceremony took the place of this one; `other`: not the browser's doing. */
export type PasskeyFailure = 'cancelled' | 'renewed' | 'address' | 'exists' | 'device' | 'other'

/** Sorts what @simplewebauthn/browser throws: DOMExceptions by name, its own errors by code. */
export function passkeyFailure(error: unknown): PasskeyFailure {
  const { code, name }: { code?: unknown; name?: unknown } = Object(error)
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return 'renewed'
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') return 'exists'
  switch (name) {
    // Browsers do not tell a refusal from a time that ran out.
    case 'NotAllowedError':
      return 'cancelled'
    case 'SecurityError':
      return 'address'
    case 'UnknownError':
    case 'NotSupportedError':
    case 'ConstraintError':
    case 'NotReadableError':
      return 'device'
    default:
      return 'other'
  }
}
