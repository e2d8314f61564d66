import Check from '@phosphor-icons/core/bold/check-bold.svg?react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { CardAccount, CardBack, CardHead, type CardProps } from './card-parts.tsx'

const KNOWN = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/** Asks whether the third party may know what it asks for. */
export function ConsentCard({ asked, client, user, sending, failure, onAnswer, onOtherAccount }: CardProps) {
  const { t } = useTranslation('externalAccount')
  const scopes = KNOWN.filter((scope) => asked.scopes.includes(scope))
  return (
    <>
      <CardHead logo={asked.clientLogo} client={client} title={t('consent.title', { client })} />
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
      <CardAccount user={user} disabled={sending !== null} onOtherAccount={onOtherAccount} />
      <FormFailure failure={failure} />
      <div className="z-answers">
        <Button busy={sending === 'refuse'} disabled={sending !== null} onClick={() => onAnswer('refuse')}>
          {t('consent.refuse')}
        </Button>
        <Button kind="primary" busy={sending === 'allow'} disabled={sending !== null} onClick={() => onAnswer('allow')}>
          {t('consent.allow')}
        </Button>
      </div>
      <CardBack host={asked.redirectHost} />
    </>
  )
}
