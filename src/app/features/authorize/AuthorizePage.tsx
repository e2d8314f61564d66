import './authorize.css'
import Check from '@phosphor-icons/core/bold/check-bold.svg?react'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { describeFailure } from '../../core/notices/report-failure.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { UnitCard } from '../../ui/layout/UnitCard.tsx'
import { useAuthorization, type Asked } from './use-authorization.ts'
import { RetryButton } from '../../ui/feedback/RetryButton.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'

export function AuthorizePage({
  user,
  unit,
  search,
  onOtherAccount,
  onDesktop,
}: {
  user: SessionUser
  unit: UnitConfig | null
  search: string
  onOtherAccount: () => void
  onDesktop: () => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const { state, retry, answer } = useAuthorization(search)
  const nameOf = (asked: { clientName: string; clientEnglishName: string }) =>
    (language === 'en' && asked.clientEnglishName) || asked.clientName
  const client = state.status === 'consent' || state.status === 'going' ? nameOf(state.asked) : ''

  useEffect(() => {
    if (client) document.title = t('consent.title', { client })
  }, [client, t])

  return (
    <UnitCard unit={unit}>
      {state.status === 'consent' ? (
        <ConsentCard
          asked={state.asked}
          client={client}
          user={user}
          sending={state.sending}
          failure={state.error === null ? '' : describeFailure(state.error)}
          onAnswer={answer}
          onOtherAccount={onOtherAccount}
        />
      ) : state.status === 'going' ? (
        <p className="z-wait" role="status">
          {t('consent.going', { client })}
        </p>
      ) : state.status === 'asking' ? (
        <Skeleton label={t('consent.asking')} lines={6} />
      ) : (
        <EmptyState
          titleAs="h1"
          title={t(state.status === 'failed' ? 'consent.failedTitle' : 'consent.refusedTitle')}
          hint={
            state.status === 'failed'
              ? t('consent.failedHint')
              : [state.error === null ? '' : describeFailure(state.error), t('consent.refusedHint')]
                  .filter(Boolean)
                  .join(' ')
          }
          action={
            state.status === 'failed' ? (
              <RetryButton onRetry={retry} />
            ) : (
              <Button kind="primary" onClick={onDesktop}>
                {t('consent.toDesktop')}
              </Button>
            )
          }
        />
      )}
    </UnitCard>
  )
}

const KNOWN = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

function ConsentCard({
  asked,
  client,
  user,
  sending,
  failure,
  onAnswer,
  onOtherAccount,
}: {
  asked: Asked
  client: string
  user: SessionUser
  sending: 'allow' | 'refuse' | null
  failure: string
  onAnswer: (kind: 'allow' | 'refuse') => void
  onOtherAccount: () => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const heading = useRef<HTMLHeadingElement>(null)
  const scopes = KNOWN.filter((scope) => asked.scopes.includes(scope))

  useEffect(() => heading.current?.focus(), [])

  return (
    <>
      <div className="k-beside">
        <ClientLogo logo={asked.clientLogo} client={client} />
        <h1 ref={heading} className="k-focus-target" tabIndex={-1}>
          {t('consent.title', { client })}
        </h1>
      </div>
      <section aria-labelledby="consent-gets">
        <h2 className="z-label" id="consent-gets">
          {t('consent.gets')}
        </h2>
        <ul className="z-scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              <Icon svg={Check} size={16} />
              {t(`consent.scopes.${scope}`)}
            </li>
          ))}
        </ul>
        <p className="k-soft z-note">{t('consent.never')}</p>
      </section>
      <section className="z-account" aria-labelledby="consent-account">
        <div className="z-account__who">
          <h2 className="z-label" id="consent-account">
            {t('consent.account')}
          </h2>
          <p>
            <strong>{personName(user, language)}</strong> <span className="k-soft">{user.loginName}</span>
          </p>
        </div>
        <Button kind="quiet" className="z-account__other" disabled={sending !== null} onClick={onOtherAccount}>
          {t('consent.other')}
        </Button>
      </section>
      <FormFailure failure={failure} />
      <div className="z-answers">
        <Button busy={sending === 'refuse'} disabled={sending !== null} onClick={() => onAnswer('refuse')}>
          {t('consent.refuse')}
        </Button>
        <Button kind="primary" busy={sending === 'allow'} disabled={sending !== null} onClick={() => onAnswer('allow')}>
          {t('consent.allow')}
        </Button>
      </div>
      <p className="k-soft z-back">
        <Trans
          t={t}
          i18nKey="consent.back"
          values={{ host: asked.redirectHost }}
          components={{ host: <strong className="z-host" /> }}
        />
      </p>
    </>
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
