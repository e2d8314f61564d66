import { language } from '../../core/language/language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { PasskeyOutcome, PasskeyWay } from './LoginPage.tsx'
import { passkeyKey } from '../../core/storage/local-keys.ts'
import { whenLoadedAndIdle } from '../../core/timing/when-idle.ts'

/** The way in by passkey, null where the browser knows none (or the page came by plain http). What goes it is loaded when it is wanted. */
export const passkeyWay: PasskeyWay | null = 'PublicKeyCredential' in globalThis ? { ask, offer } : null

async function ask(keeping: Parameters<PasskeyWay['ask']>[0]): Promise<PasskeyOutcome> {
  const attempt = await import('./passkey-attempt.ts').catch(() => null)
  return attempt ? attempt.askForPasskey(keeping) : { ok: false, text: signInTexts(language.current).errors.network }
}

/** Only where a passkey was used before, and once the page is at rest: it costs requests. What does not arrive is not offered. */
function offer(...given: Parameters<PasskeyWay['offer']>): () => void {
  const leaving = new AbortController()
  if (passkeyKey.get()) {
    void whenLoadedAndIdle()
      .then(() => (leaving.signal.aborted ? null : import('./passkey-attempt.ts')))
      .then((attempt) => attempt?.offerPasskeys(leaving.signal, ...given))
      .catch(() => {})
  }
  return () => leaving.abort()
}
