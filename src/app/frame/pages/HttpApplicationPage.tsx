import './http-application.css'
import Browser from '@phosphor-icons/core/duotone/browser-duotone.svg?react'
import Refresh from '@phosphor-icons/core/duotone/arrows-clockwise-duotone.svg?react'
import Warning from '@phosphor-icons/core/duotone/warning-circle-duotone.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import * as applications from '../../../../contract/endpoints/applications/applications.ts'
import type { Icon as Application } from '../../../../contract/endpoints/desktop/desktop.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { CallError } from '../../core/api/call-error.ts'
import { call } from '../../core/api/call.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { homePath } from '../../core/session/home-path.ts'
import { renewDocument } from '../../core/tenant/renew-document.ts'
import { recordAppOpen } from '../../features/desktop/recent-apps.ts'
import { iconName } from '../../features/desktop/visible-icons.ts'
import plainHttp from '../../locales/zh-CN/plainHttp.json'
import { MicroAppTrouble, Trouble } from '../../micro-apps/viewport/MicroAppTrouble.tsx'
import { Opening } from '../../micro-apps/viewport/Opening.tsx'
import { Button } from '../../ui/Button.tsx'
import { usePermitted } from '../../ui/layout/Permitted.tsx'

addTexts('zh-CN', 'plainHttp', plainHttp)

const REFUSALS: Readonly<Record<string, 'http' | 'ownHost' | 'gone'>> = {
  'application.http': 'http',
  'application.http_own_host': 'ownHost',
  'application.gone': 'gone',
}

interface Props {
  readonly icon: Application
  readonly user: SessionUser
  readonly form: 'pc' | 'mobile'
}

/** An application on plain http: within the portal where both sides and the browser allow that, else with a way to a window of its own. */
export default function HttpApplicationPage({ icon, user, form }: Props) {
  const { t } = useTranslation(['plainHttp', 'shell'])
  const language = useLanguage()
  const navigate = useNavigate()
  const back = () => void navigate(homePath(user))
  const administers = usePermitted('base_application')
  const name = iconName(icon, language)
  // Browsers show no plain http within a page on https.
  const inFrame = location.protocol === 'http:'
  const query = useQuery({
    queryKey: [applications.opening.name, icon.code, inFrame],
    queryFn: ({ signal }) => call(applications.opening, { code: icon.code, inFrame }, { signal }),
    // Whether the operator allows it is asked each time.
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnWindowFocus: false,
  })
  const opened = query.isSuccess
  useEffect(() => {
    if (opened) recordAppOpen(user, form, { code: icon.code, name: icon.name })
  }, [opened, user, form, icon.code, icon.name])

  if (query.isPending) return <Opening name={name} />
  if (query.isError) {
    const refusal = query.error instanceof CallError ? REFUSALS[query.error.code] : undefined
    if (refusal === undefined)
      return <MicroAppTrouble problem="unreachable" onBack={back} onAgain={() => void query.refetch()} />
    // Administrators are not told to ask themselves.
    const hint = t(refusal === 'http' && administers ? 'closed.httpHere' : `closed.${refusal}`)
    return (
      <Trouble glyph={Warning} title={t('closed.title', { name })} hint={hint} role="alert">
        <Button kind="primary" onClick={back}>
          {t('shell:toDesktop')}
        </Button>
      </Trouble>
    )
  }
  const { address, embeds } = query.data
  if (inFrame && embeds !== false) return <Embedded name={name} address={address} isKnown={embeds === true} />
  return (
    <Trouble
      glyph={Browser}
      title={t('window.title', { name })}
      hint={t('joined', { first: t(inFrame ? 'window.refused' : 'window.secure'), second: t('caution') })}
    >
      <WindowLink address={address} label={t('window.open')} isMain />
    </Trouble>
  )
}

/** Tells the other side nothing of this page. */
function WindowLink({ address, label, isMain = false }: { address: string; label: string; isMain?: boolean }) {
  const { t } = useTranslation('shell')
  return (
    <a
      className={isMain ? 'k-button k-button--primary' : 'k-button'}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {label}
      <span className="visually-hidden">{t('opensNewWindow')}</span>
    </a>
  )
}

function Embedded({ name, address, isKnown }: { name: string; address: string; isKnown: boolean }) {
  const { t } = useTranslation('plainHttp')
  const [isStale, setStale] = useState(false)

  // A page that was loaded before the application was added does not name its origin in its policy.
  useEffect(() => {
    const { origin } = new URL(address)
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src' || !blockedURI.startsWith(origin)) return
      renewDocument()
      setStale(true)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [address])

  if (isStale)
    return (
      <Trouble glyph={Refresh} title={t('stale.title', { name })} hint={t('stale.hint')} role="alert">
        <Button kind="primary" onClick={() => location.reload()}>
          {t('stale.action')}
        </Button>
        <WindowLink address={address} label={t('elsewhere')} />
      </Trouble>
    )
  return (
    <section className="v-http" aria-label={name}>
      <h1 className="visually-hidden">{name}</h1>
      <div className="v-http__bar">
        <p>{isKnown ? t('caution') : t('joined', { first: t('caution'), second: t('blank') })}</p>
        <WindowLink address={address} label={t('elsewhere')} />
      </div>
      <iframe
        className="v-http__frame"
        src={address}
        title={name}
        referrerPolicy="no-referrer"
        // Of another origin, so it cannot lift this. It cannot lead the portal's window elsewhere, to a page that looks like the portal's.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- scripts and the own origin are what applications need
        sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox"
      />
    </section>
  )
}
