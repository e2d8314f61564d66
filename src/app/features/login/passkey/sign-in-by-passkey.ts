import { startAuthentication, WebAuthnAbortService, type AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { signInPasskey, signInPasskeyOptions } from '../../../../../contract/endpoints/second-factor.ts'
import { call } from '../../../core/api/call.ts'
import { passkeyKey } from '../../../core/storage/local-keys.ts'
import type { SignedIn } from '../../../core/session/sign-in.ts'

/** Lets the person choose a passkey in the browser's own window. Rejects with CallError, or what the browser throws (see `passkeyFailure`). */
export async function takePasskey(): Promise<AuthenticationResponseJSON> {
  return startAuthentication({ optionsJSON: await call(signInPasskeyOptions, {}) })
}

/**
 * Resolves once a passkey was chosen from the browser's list of names; null where the browser has no such list. Rejects as `takePasskey`, and like an
 * aborted ceremony when `signal` ends it.
 */
export async function takeOfferedPasskey(signal: AbortSignal): Promise<AuthenticationResponseJSON | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  const optionsJSON = await call(signInPasskeyOptions, {}, { signal })
  signal.throwIfAborted()
  const end = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Signs in with what the browser answered. Rejects with CallError. */
export async function sendPasskey(chosen: AuthenticationResponseJSON, shared: boolean): Promise<SignedIn> {
  const { id, rawId, response } = chosen
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const answer = await call(signInPasskey, {
    response: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    },
    withStart: true,
    ...(shared && { shared }),
  })
  if (!shared) passkeyKey.set(true)
  return answer
}
