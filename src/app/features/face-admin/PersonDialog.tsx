import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  consents as readConsents,
  removeFaces,
  withdrawConsent,
  type FaceConsent,
  type FaceConsentState,
} from '../../../../contract/endpoints/faces/face.ts'
import { candidates, people } from '../../../../contract/endpoints/faces/face-admin.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { endpointQuery, renew, showResponse } from '../../core/query/query-client.ts'
import { useFaceAdmin, type Person } from './face-admin-context.ts'
import { PaperConsentDialog } from './PaperConsentDialog.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { QueryContent } from '../../ui/feedback/QueryContent.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

type PersonAction = 'paper' | 'take' | 'remove' | 'withdraw'

/** One person's consent and photos, and the administrator's actions. */
export function PersonDialog({ person: { userId, realName }, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('faceAdmin')
  const { TakeFaceDialog } = useFaceAdmin()
  const query = useQuery(endpointQuery(readConsents, { userId }))
  const [open, setOpen] = useState<PersonAction | null>(null)
  const [saved, setSaved] = useState(0)
  const close = () => setOpen(null)
  const refresh = async () => {
    await renew(readConsents, people, candidates)
  }
  const change = async (work: () => Promise<unknown>, told: string) => {
    await work()
    close()
    notify('success', told)
    await refresh()
  }
  const question = (action: 'remove' | 'withdraw', work: () => Promise<unknown>) =>
    open === action && (
      <ConfirmDialog
        question={t(`person.${action}Question`, { name: realName })}
        hint={t(`person.${action}Hint`)}
        action={t(`person.${action}`)}
        onClose={close}
        onConfirm={() => change(work, t(`person.${action}Done`))}
      />
    )

  return (
    <Dialog open title={t('person.title', { name: realName })} width="560px" onClose={onClose}>
      <QueryContent query={query} lines={4} text={(key) => (key === 'failedHint' ? '' : t(key))} retry="plain">
        {(state) => <PersonState key={saved} state={state} onAct={setOpen} />}
      </QueryContent>
      {query.data && open === 'paper' && (
        <PaperConsentDialog
          person={{ userId, realName }}
          textVersion={query.data.textVersion}
          onRecorded={refresh}
          onClose={close}
        />
      )}
      {open === 'take' && (
        <TakeFaceDialog
          title={t('person.title', { name: realName })}
          userId={userId}
          onSaved={() => {
            close()
            setSaved((now) => now + 1)
            return refresh()
          }}
          onClose={close}
        />
      )}
      {question('remove', () => call(removeFaces, { userId }))}
      {question('withdraw', async () =>
        showResponse(readConsents, { userId }, await call(withdrawConsent, { userId })),
      )}
    </Dialog>
  )
}

function PersonState({
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
