import { language } from '../../core/language/language.ts'
import { passkeyFailure, type PasskeyFailure } from '../../platform/passkey-failure.ts'
import { failureNotice } from '../../core/notices/failure-message.ts'
import { beginSharedUse, type Keeping, type SignedIn } from '../../core/session/session.ts'
import { checkSessionCookies } from '../../core/session/session-cookies.ts'
import english from '../../locales/en/passkey.json'
import chinese from '../../locales/zh-CN/passkey.json'
import { sharedUseKey, passkeyKey } from '../../core/storage/local-keys.ts'
import { startAuthentication, WebAuthnAbortService, type AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { signInPasskey, signInPasskeyOptions } from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { call } from '../../core/api/call.ts'

/** An empty text: another attempt ended it and reports itself. */
export type PasskeyOutcome = { ok: true; answer: Pick<SignedIn, 'start'> } | { ok: false; text: string }

/** Milliseconds after which the offer is renewed; a challenge is valid for five minutes. */
const OFFER_MS = 240_000

/** Signs in with a passkey from the browser's dialog. Never rejects. */
export async function askForPasskey(keeping: Keeping): Promise<PasskeyOutcome> {
  return finish(takePasskey(), keeping)
}

/** Offers passkeys in the name field until one is chosen or `signal` aborts, then resolves. Never rejects. */
export async function offerPasskeys(
  signal: AbortSignal,
  keeping: () => Keeping,
  onChosen: (outcome: Promise<PasskeyOutcome>) => void,
): Promise<void> {
  while (!signal.aborted) {
    const over = AbortSignal.timeout(OFFER_MS)
    const chosen = await takeOfferedPasskey(AbortSignal.any([signal, over])).catch(() => null)
    if (chosen) onChosen(finish(Promise.resolve(chosen), keeping()))
    // Other ends are final: a new offer would close the dialog that the button opened.
    if (chosen || !over.aborted) return
  }
}

async function finish(taken: ReturnType<typeof takePasskey>, keeping: Keeping): Promise<PasskeyOutcome> {
  try {
    const answer = await sendPasskey(await taken, keeping === 'nothing')
    checkSessionCookies(signInPasskey.name)
    if (keeping === 'nothing') await beginSharedUse()
    else sharedUseKey.remove()
    return { ok: true, answer }
  } catch (error) {
    return { ok: false, text: textOf(passkeyFailure(error), error) }
  }
}

function textOf(failure: PasskeyFailure, error: unknown): string {
  const isEnglish = language.current === 'en'
  const texts = isEnglish ? english : chinese
  if (error instanceof MadeElsewhere) {
    const hosts = error.hosts.join(isEnglish ? ', ' : '、')
    return texts[error.asked ? 'cancelledElsewhere' : 'elsewhere']
      .replace('{{here}}', location.hostname)
      .replace('{{hosts}}', hosts)
  }
  if (failure === 'renewed') return ''
  return failure === 'other' ? failureNotice(error).text : texts[failure]
}

/** Lets the person choose a passkey in the browser's own window. Rejects with CallError, MadeElsewhere, or what the browser throws (see `passkeyFailure`). */
export async function takePasskey(): Promise<AuthenticationResponseJSON> {
  const { options: optionsJSON, here, elsewhere } = await call(signInPasskeyOptions, {})
  const isElsewhere = elsewhere.length > 0
  if (isElsewhere && !here) throw new MadeElsewhere(elsewhere, false)
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    // A browser that has none for this address is closed, or waits until the end.
    throw isElsewhere && passkeyFailure(error) === 'cancelled' ? new MadeElsewhere(elsewhere, true) : error
  })
}

/** The unit has passkeys for other addresses of its own, which the browser offers nowhere else. */
class MadeElsewhere extends Error {
  readonly hosts: readonly string[]
  /** Whether the browser was asked for one at all. */
  readonly asked: boolean

  constructor(hosts: readonly string[], asked: boolean) {
    super('the passkeys were made at other addresses')
    this.hosts = hosts
    this.asked = asked
  }
}

/**
 * Resolves once a passkey was chosen from the browser's list of names; null where the browser has no such list. Rejects as `takePasskey`, and like an
 * aborted ceremony when `signal` ends it.
 */
export async function takeOfferedPasskey(signal: AbortSignal): Promise<AuthenticationResponseJSON | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  const { options: optionsJSON } = await call(signInPasskeyOptions, {}, { signal })
  signal.throwIfAborted()
  const end = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Signs in with the browser's response. Rejects with CallError. */
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
