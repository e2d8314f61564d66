import type { PasskeyMethod, PasskeyOutcome } from './passkey-sign-in.ts'
import { language } from '../../core/language/language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import { passkeyKey } from '../../core/storage/local-keys.ts'
import { whenLoadedAndIdle } from '../../core/timing/when-idle.ts'

/** The sign-in by passkey, null where the browser has none or the page is plain http. Its code is loaded on first use. */
export const passkeyMethod: PasskeyMethod | null = 'PublicKeyCredential' in globalThis ? { ask, offer } : null

async function ask(keeping: Parameters<PasskeyMethod['ask']>[0]): Promise<PasskeyOutcome> {
  const attempt = await import('./passkey-sign-in.ts').catch(() => null)
  return attempt ? attempt.askForPasskey(keeping) : { ok: false, text: signInTexts(language.current).errors.network }
}

function offer(...given: Parameters<PasskeyMethod['offer']>): () => void {
  const leaving = new AbortController()
  if (passkeyKey.get()) {
    void whenLoadedAndIdle()
      .then(() => (leaving.signal.aborted ? null : import('./passkey-sign-in.ts')))
      .then((attempt) => attempt?.offerPasskeys(leaving.signal, ...given))
      .catch(() => {})
  }
  return () => leaving.abort()
}
