import './external-sign-in.css'
import { useEffect, useState } from 'react'
import type { Language } from '../../../../../contract/envelope.ts'
import english from '../../../locales/en/externalSignIn.json'
import chinese from '../../../locales/zh-CN/externalSignIn.json'
import type { EnvironmentKind } from '../../../core/session/flow/environment.ts'
import {
  type ExternalStart,
  type ExternalProvider,
  hasWeChat,
  WECHAT,
} from '../../../core/session/flow/external-sign-in.ts'
import { QrBox } from './QrBox.tsx'
import * as sso from '../../../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { call } from '../../../core/api/call.ts'

/** The unit's external sign-in methods: buttons below the form, and a QR box in its place. Rendered after hydration. */
export default function ExternalSignIn({
  language,
  environment,
  hasProviders,
  begin,
}: {
  language: Language
  environment: EnvironmentKind
  hasProviders: boolean
  begin: (provider: ExternalProvider) => Promise<ExternalStart>
}) {
  const texts = language === 'en' ? english : chinese
  const { providers, retry } = useProviders(environment, hasProviders)
  const [scanning, setScanning] = useState<Provider | null>(null)
  const [leaving, setLeaving] = useState<Provider | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    // The form keeps what was typed, so it is only hidden.
    const element = document.querySelector<HTMLElement>('#login-form')
    if (!element || !scanning) return undefined
    element.hidden = true
    return () => {
      element.hidden = false
      element.querySelector('input')?.focus()
    }
  }, [scanning])

  useEffect(() => {
    // Restored from the back-forward cache: the sign-in is no longer running.
    const stay = () => setLeaving(null)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  const choose = async (provider: Provider) => {
    setFailure('')
    if (provider.display === 'qr') {
      setScanning(provider)
      return
    }
    setLeaving(provider)
    const begun = await begin(provider)
    if (begun.ok) {
      location.assign(begun.address)
      return
    }
    setLeaving(null)
    setFailure(begun.text)
  }

  const nameOf = (provider: ExternalProvider) => (language === 'en' && provider.englishName) || provider.name

  if (scanning)
    return (
      <QrBox texts={texts} name={nameOf(scanning)} begin={() => begin(scanning)} onBack={() => setScanning(null)} />
    )
  if (providers.status === 'loading' || (providers.status === 'ready' && providers.list.length === 0)) return null
  return (
    <section className="o-methods" aria-labelledby="external-sign-in">
      <h2 className="o-methods__title" id="external-sign-in">
        {texts.title}
      </h2>
      {providers.status === 'failed' ? (
        <p className="o-methods__failed" role="status">
          {texts.listFailed}
          <button type="button" className="o-link" onClick={retry}>
            {texts.retry}
          </button>
        </p>
      ) : (
        <ul className="o-methods__list">
          {providers.list.map((provider) => (
            <li key={provider.id} className={`o-methods__item o-methods__item--${provider.display}`}>
              <button
                type="button"
                className="o-method"
                disabled={leaving !== null}
                aria-busy={leaving === provider || undefined}
                title={(provider.display === 'qr' ? texts.scanWith : texts.signInWith).replace(
                  '{{name}}',
                  nameOf(provider),
                )}
                onClick={() => void choose(provider)}
              >
                <Mark provider={provider} name={nameOf(provider)} />
                <span className="o-method__name">{nameOf(provider)}</span>
                {provider.display === 'qr' && <span className="o-method__kind">{texts.scan}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="o-methods__state" role="status">
        {leaving && texts.leaving.replace('{{name}}', nameOf(leaving))}
      </p>
      {failure && (
        <p className="o-methods__error" role="alert">
          {failure}
        </p>
      )}
    </section>
  )
}

/** The provider's logo; without one, or if it cannot be loaded, a QR glyph or the name's first character. */
function Mark({ provider, name }: { provider: Provider; name: string }) {
  const [broken, setBroken] = useState(false)
  if (provider.logo && !broken)
    return (
      <span className="o-mark">
        <img src={provider.logo} alt="" width="28" height="28" onError={() => setBroken(true)} />
      </span>
    )
  return (
    <span className="o-mark o-mark--drawn" aria-hidden="true">
      {provider.display === 'qr' ? (
        <svg viewBox="0 0 24 24">
          <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z" />
        </svg>
      ) : (
        [...name][0]
      )}
    </span>
  )
}

/** A provider as the login page draws it; an empty `logo` is drawn as the name's first character. */
type Provider = ExternalProvider & Pick<ResponseOf<typeof sso.providers>[number], 'logo' | 'display'>

type ProviderList = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; list: readonly Provider[] }

/** What the login page offers in this environment, read once and again by `retry`. */
function useProviders(environment: EnvironmentKind, hasProviders: boolean) {
  const [providers, setProviders] = useState<ProviderList>({ status: 'loading' })

  useEffect(() => {
    const leaving = new AbortController()
    void readProviders(leaving.signal, environment, hasProviders).then((read) => {
      if (!leaving.signal.aborted) setProviders(read)
    })
    return () => leaving.abort()
  }, [environment, hasProviders])

  const retry = () => {
    setProviders({ status: 'loading' })
    void readProviders(new AbortController().signal, environment, hasProviders).then(setProviders)
  }
  return { providers, retry }
}

async function readProviders(
  signal: AbortSignal,
  environment: EnvironmentKind,
  hasProviders: boolean,
): Promise<ProviderList> {
  try {
    const [own, listed] = await Promise.all([
      readWeChat(environment),
      hasProviders ? call(sso.providers, {}, { signal }) : [],
    ])
    // A phone cannot scan its own screen.
    return {
      status: 'ready',
      list: [...own, ...listed.filter(({ display }) => own.length === 0 || display === 'button')],
    }
  } catch {
    return { status: 'failed' }
  }
}

/** In its own browser WeChat or WeCom is a further button, because the automatic redirect happens once. */
async function readWeChat(environment: EnvironmentKind): Promise<readonly Provider[]> {
  if (environment !== 'wecom' && environment !== 'wechat') return []
  const id = environment === 'wecom' ? 'qy' : 'mp'
  return (await hasWeChat(id, location.host)) ? [{ ...WECHAT[id], logo: '', display: 'button' }] : []
}
