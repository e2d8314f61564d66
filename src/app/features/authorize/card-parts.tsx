import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import type { Asked, Press } from './use-authorization.ts'

/** What all cards of a request get. */
export interface CardProps {
  readonly asked: Asked
  /** The third party's name in the language of the page. */
  readonly client: string
  readonly user: SessionUser
  readonly sending: Press | null
  readonly failure: string
  readonly onAnswer: (press: Press) => void
  readonly onOtherAccount: () => void
}

/** Whose request it is, and what it asks. */
export function CardHead({ logo, client, title }: { logo: string | null; client: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="k-beside">
      <ClientLogo logo={logo} client={client} />
      <h1 ref={heading} className="k-focus-target" tabIndex={-1}>
        {title}
      </h1>
    </div>
  )
}

/** The account that is signed in, and the way to another one. */
export function CardAccount({
  user,
  disabled,
  onOtherAccount,
}: {
  user: SessionUser
  disabled: boolean
  /** Null where another account is no choice. */
  onOtherAccount: (() => void) | null
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  return (
    <section className="z-account" aria-labelledby="consent-account">
      <div className="z-account__who">
        <h2 className="z-label" id="consent-account">
          {t('consent.account')}
        </h2>
        <p>
          <strong>{personName(user, language)}</strong> <span className="k-soft">{user.loginName}</span>
        </p>
      </div>
      {onOtherAccount && (
        <Button kind="quiet" className="z-account__other" disabled={disabled} onClick={onOtherAccount}>
          {t('consent.other')}
        </Button>
      )}
    </section>
  )
}

/** Where the browser goes after the answer. */
export function CardBack({ host }: { host: string }) {
  const { t } = useTranslation('externalAccount')
  return (
    <p className="k-soft z-back">
      <Trans t={t} i18nKey="consent.back" values={{ host }} components={{ host: <strong className="z-host" /> }} />
    </p>
  )
}

/** The third party's logo; its first character without one, or if it cannot be loaded. */
function ClientLogo({ logo, client }: { logo: string | null; client: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="z-logo" aria-hidden="true">
      {logo && !broken ? (
        <img src={logo} alt="" width="40" height="40" onError={() => setBroken(true)} />
      ) : (
        [...client][0]
      )}
    </span>
  )
}
