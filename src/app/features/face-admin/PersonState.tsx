import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaceConsent, FaceConsentState } from '../../../../contract/endpoints/faces/face.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { useFaceAdmin } from './face-admin-context.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'

export type PersonAction = 'paper' | 'take' | 'remove' | 'withdraw'

export function PersonState({
  state: { userId, needed, consents, photos },
  onAct,
}: {
  state: FaceConsentState
  onAct: (action: PersonAction) => void
}) {
  const { t } = useTranslation('faceAdmin')
  const language = useLanguage()
  const online = useOnline()
  const { StoredFace } = useFaceAdmin()
  const [isShown, setShown] = useState(false)
  const live = consents.find(({ withdrawnAt }) => withdrawnAt === null)
  const earlier = consents.filter((consent) => consent !== live)
  const given = ({ giver, giverName, givenAt, textVersion }: FaceConsent) =>
    t(`person.given.${giver}`, { name: giverName, time: formatDateTime(givenAt, language), version: textVersion })
  const withdrawn = ({ withdrawnAt, withdrawnByName }: FaceConsent) =>
    withdrawnAt !== null &&
    t(withdrawnByName === '' ? 'person.withdrawnAt' : 'person.withdrawnBy', {
      name: withdrawnByName,
      time: formatDateTime(withdrawnAt, language),
    })
  const button = (action: PersonAction, label: string, kind: 'primary' | 'plain' | 'quiet' = 'plain') => (
    <Button kind={kind} disabled={!online} onClick={() => onAct(action)}>
      {label}
    </Button>
  )

  return (
    <div className="fa-person">
      <h3>{t('person.consent')}</h3>
      <p>{live ? given(live) : t(`person.missing.${needed}`)}</p>
      {live && live.language !== language && <p className="k-field__hint">{t(`person.readIn.${live.language}`)}</p>}
      {!live && needed === 'guardian' && <div>{button('paper', t('person.paper'), 'primary')}</div>}
      {live && (
        <>
          <h3>{t('person.photos')}</h3>
          {photos === 0 && <p>{t('person.noPhotos')}</p>}
          {photos > 0 &&
            (isShown ? (
              <StoredFace userId={userId} photos={photos} />
            ) : (
              <p className="fa-show">
                {t('person.photoCount', { count: photos })}
                <Button disabled={!online} onClick={() => setShown(true)}>
                  {t('person.show')}
                </Button>
                <span className="k-field__hint">{t('person.showHint')}</span>
              </p>
            ))}
          <div className="fa-buttons">
            {button('take', t(photos > 0 ? 'person.retake' : 'person.take'), 'primary')}
            {photos > 0 && button('remove', t('person.remove'))}
            {button('withdraw', t('person.withdraw'), 'quiet')}
          </div>
        </>
      )}
      {earlier.length > 0 && (
        <details className="fa-earlier">
          <summary>{t('person.earlier', { count: earlier.length })}</summary>
          <ul>
            {earlier.map((consent) => (
              <li key={consent.consentId}>
                {given(consent)} {withdrawn(consent)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
