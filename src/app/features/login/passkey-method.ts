import { language } from '../../core/language/language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { PasskeyOutcome, PasskeyMethod } from './LoginPage.tsx'
import { passkeyKey } from '../../core/storage/local-keys.ts'
import { untilQuiet } from '../../core/timing/quiet-moment.ts'

/** The way in by passkey, null where the browser knows none (or the page came by plain http). What goes it is loaded when it is wanted. */
export const passkeyMethod: PasskeyMethod | null = 'PublicKeyCredential' in globalThis ? { ask, offer } : null

async function ask(keeping: Parameters<PasskeyMethod['ask']>[0]): Promise<PasskeyOutcome> {
  const attempt = await import('./passkey-sign-in.ts').catch(() => null)
  return attempt ? attempt.askForPasskey(keeping) : { ok: false, text: signInTexts(language.current).errors.network }
}

/** Only where a passkey was used before, and once the page is at rest: it costs requests. What does not arrive is not offered. */
function offer(...given: Parameters<PasskeyMethod['offer']>): () => void {
  const leaving = new AbortController()
  if (passkeyKey.get()) {
    void untilQuiet()
      .then(() => (leaving.signal.aborted ? null : import('./passkey-sign-in.ts')))
      .then((attempt) => attempt?.offerPasskeys(leaving.signal, ...given))
      .catch(() => {})
  }
  return () => leaving.abort()
}
