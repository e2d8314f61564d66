/** `renewed`: another ceremony replaced this one; `other`: not an error of the browser. */
export type PasskeyFailure = 'cancelled' | 'renewed' | 'address' | 'exists' | 'device' | 'other'

/** Classifies errors of @simplewebauthn/browser: DOMExceptions by name, its own errors by code. */
export function passkeyFailure(error: unknown): PasskeyFailure {
  const { code, name }: { code?: unknown; name?: unknown } = Object(error)
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return 'renewed'
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') return 'exists'
  switch (name) {
    // Browsers do not distinguish a refusal from a timeout.
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
