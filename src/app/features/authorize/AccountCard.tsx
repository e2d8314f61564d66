import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/form/FormFooter.tsx'
import { CardAccount, CardBack, CardHead, type CardProps } from './card-parts.tsx'

/** Asks with which account to go on, or says that the third party expects another one than that which is signed in. */
export function AccountCard({
  asked,
  client,
  user,
  sending,
  failure,
  onAnswer,
  onOtherAccount,
  step,
}: CardProps & { step: 'choose-account' | 'other-account' }) {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const isChoice = step === 'choose-account'
  const busy = sending !== null
  return (
    <>
      <CardHead logo={asked.clientLogo} client={client} title={t(`consent.titles.${step}`, { client })} />
      {!isChoice && <p className="k-soft">{t('consent.otherHint', { client })}</p>}
      <CardAccount user={user} disabled={busy} onOtherAccount={null} />
      <FormFailure failure={failure} />
      <div className="z-answers z-answers--stacked">
        {isChoice && (
          <Button kind="primary" busy={sending === 'choose'} disabled={busy} onClick={() => onAnswer('choose')}>
            {t('consent.goOnAs', { name: personName(user, language) })}
          </Button>
        )}
        <Button kind={isChoice ? 'plain' : 'primary'} disabled={busy} onClick={onOtherAccount}>
          {t('consent.other')}
        </Button>
        <Button kind="quiet" busy={sending === 'refuse'} disabled={busy} onClick={() => onAnswer('refuse')}>
          {t('consent.cancel')}
        </Button>
      </div>
      <CardBack host={asked.redirectHost} />
    </>
  )
}
