import { useState } from 'react'
import {
  personConsents,
  removePersonFaces,
  withdrawPersonConsent,
} from '../../../contract/endpoints/faces/face-admin.ts'
import type { FaceConsent, FaceConsentState } from '../../../contract/endpoints/faces/face.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { StoredFace } from './StoredFace.tsx'
import type { FacePerson } from './use-people.ts'
import { PaperConsentDialog } from './PaperConsentDialog.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { personName, useLocale, usePortal, useTexts } from '../portal-context.ts'

type PersonAction = 'paper' | 'take' | 'remove' | 'withdraw'

/** One person's consent and photos, and the administrator's actions. */
export function FaceDialog({ person, onClose }: { person: FacePerson; onClose: () => void }) {
  const { userId } = person
  const t = useTexts()
  const portal = usePortal()
  const name = personName(person, useLanguage())
  const query = useEndpoint(personConsents, { userId })
  const [open, setOpen] = useState<PersonAction | null>(null)
  const [saved, setSaved] = useState(0)
  const close = () => setOpen(null)
  // The portal's camera stands over this dialog, and says itself what it took and why it did not.
  const take = useChange(async () => {
    if (await portal.face.collect(userId, { administers: true })) setSaved((now) => now + 1)
  })
  const remove = useChange(removePersonFaces, { done: t('faces.person.removeDone') })
  const withdraw = useChange(withdrawPersonConsent, {
    done: t('faces.person.withdrawDone'),
    shows: endpointQuery(personConsents, { userId }),
  })
  const question = (action: 'remove' | 'withdraw', change: typeof remove | typeof withdraw) =>
    open === action && (
      <ConfirmDialog
        question={t(`faces.person.${action}Question`, { name })}
        hint={t(`faces.person.${action}Hint`)}
        action={t(`faces.person.${action}`)}
        onClose={close}
        change={() => change.mutateAsync({ userId })}
      />
    )

  return (
    <Dialog title={t('faces.person.title', { name })} width="560px" onClose={onClose}>
      <Loaded query={query} lines={4}>
        {(state) => (
          <PersonState
            key={saved}
            state={state}
            onAct={(action) => (action === 'take' ? take.mutate() : setOpen(action))}
          />
        )}
      </Loaded>
      {query.data && open === 'paper' && (
        <PaperConsentDialog person={person} textVersion={query.data.textVersion} onClose={close} />
      )}
      {question('remove', remove)}
      {question('withdraw', withdraw)}
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
  const { t, nameOf, language } = useLocale()
  const [isShown, setShown] = useState(false)
  const live = consents.find(({ withdrawnAt }) => withdrawnAt === null)
  const earlier = consents.filter((consent) => consent !== live)
  const given = ({ giver, giverName, giverEnglishName, givenAt, textVersion }: FaceConsent) =>
    t(`faces.person.given.${giver}`, {
      name: nameOf({ name: giverName, englishName: giverEnglishName }),
      time: formatDateTime(givenAt, language),
      version: textVersion,
    })
  const withdrawn = ({ withdrawnAt, withdrawnByName, withdrawnByEnglishName }: FaceConsent) =>
    withdrawnAt !== null &&
    t(withdrawnByName === '' ? 'faces.person.withdrawnAt' : 'faces.person.withdrawnBy', {
      name: nameOf({ name: withdrawnByName, englishName: withdrawnByEnglishName }),
      time: formatDateTime(withdrawnAt, language),
    })
  const button = (action: PersonAction, label: string, kind: 'primary' | 'plain' | 'quiet' = 'plain') => (
    <Button kind={kind} needsNetwork onClick={() => onAct(action)}>
      {label}
    </Button>
  )

  return (
    <div className="fa-person">
      <h3>{t('faces.people.columns.consent')}</h3>
      <p>{live ? given(live) : t(`faces.person.missing.${needed}`)}</p>
      {live && live.language !== language && (
        <p className="k-field__hint">{t(`faces.person.readIn.${live.language}`)}</p>
      )}
      {!live && needed === 'guardian' && <div>{button('paper', t('faces.person.paper'), 'primary')}</div>}
      {live && (
        <>
          <h3>{t('faces.people.columns.photos')}</h3>
          {photos === 0 && <p>{t('faces.person.noPhotos')}</p>}
          {photos > 0 &&
            (isShown ? (
              <StoredFace userId={userId} photos={photos} />
            ) : (
              <p className="k-buttons">
                {t('faces.person.photoCount', { count: photos })}
                <Button needsNetwork onClick={() => setShown(true)}>
                  {t('faces.person.show')}
                </Button>
                <span className="k-field__hint">{t('faces.person.showHint')}</span>
              </p>
            ))}
          <div className="k-buttons">
            {button('take', t(photos > 0 ? 'faces.person.retake' : 'faces.person.take'), 'primary')}
            {photos > 0 && button('remove', t('faces.person.remove'))}
            {button('withdraw', t('faces.person.withdraw'), 'quiet')}
          </div>
        </>
      )}
      {earlier.length > 0 && (
        <details className="ad-details fa-earlier">
          <summary>{t('faces.person.earlier', { count: earlier.length })}</summary>
          <ul className="fa-list">
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
