import { language } from '../../core/language/language.ts'
import type { Keeping } from './LoginForm.tsx'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { PasskeyOutcome, PasskeyMethod } from './LoginPage.tsx'
import { passkeyFailure, type PasskeyFailure } from '../../platform/passkey-failure.ts'
import { sendPasskey, takePasskey, takeOfferedPasskey } from './passkey/sign-in-by-passkey.ts'
import { beginSharedUse } from '../../core/session/shared-use.ts'
import english from '../../locales/en/passkey.ts'
import chinese from '../../locales/zh-CN/passkey.ts'
import { sharedUseKey } from '../../core/storage/local-keys.ts'
import { failureMessage } from '../../core/notices/failure-message.ts'

/** A challenge is good for five minutes; a new offer begins in time. */
const OFFER_MS = 240_000

/** Signs in with a passkey that the browser asks for now. Never rejects. */
export async function askForPasskey(keeping: Keeping): Promise<PasskeyOutcome> {
  return finish(takePasskey(), keeping)
}

/** Offers passkeys where names are typed, until one is chosen or `signal` ends it. Resolves then; never rejects. */
export async function offerPasskeys(
  signal: AbortSignal,
  keeping: () => Keeping,
  onChosen: Parameters<PasskeyMethod['offer']>[1],
): Promise<void> {
  while (!signal.aborted) {
    const over = AbortSignal.timeout(OFFER_MS)
    const chosen = await takeOfferedPasskey(AbortSignal.any([signal, over])).catch(() => null)
    if (chosen) onChosen(finish(Promise.resolve(chosen), keeping()))
    // Anything else ended it for good: a press on the button above all, whose window a new offer would close.
    if (chosen || !over.aborted) return
  }
}

async function finish(taken: ReturnType<typeof takePasskey>, keeping: Keeping): Promise<PasskeyOutcome> {
  try {
    const answer = await sendPasskey(await taken, keeping === 'nothing')
    if (keeping === 'nothing') await beginSharedUse()
    else sharedUseKey.remove()
    return { ok: true, answer }
  } catch (error) {
    return { ok: false, text: textOf(passkeyFailure(error), error) }
  }
}

function textOf(failure: PasskeyFailure, error: unknown): string {
  const texts = language.current === 'en' ? english : chinese
  if (failure === 'renewed') return ''
  return failure === 'other'
    ? failureMessage(error, language.current, signInTexts(language.current).errors).text
    : texts[failure]
}
