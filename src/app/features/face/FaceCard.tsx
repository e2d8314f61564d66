import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as faceEndpoints from '../../../../contract/endpoints/faces/face.ts'
import type { OwnFace } from '../../../../contract/endpoints/faces/face.ts'
import { faceConsentTexts } from '../../../../contract/face-consent.ts'
import { endpointQuery } from '../../core/query/query-client.ts'
import { useChange } from '../../core/query/use-change.ts'
import { nameIn, personName } from '../../micro-apps/names.ts'
import { Button } from '../../ui/Button.tsx'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { formatDateTime } from '../../ui/format/format.ts'
import { Card } from '../../ui/record/Card.tsx'
import { TakeFaceDialog } from './TakeFaceDialog.tsx'
import { useLanguage } from '../../core/language/use-language.ts'

export function FaceCard({ face }: { face: OwnFace }) {
  const { userId, relation, mayGive, textVersion, consents, photos } = face
  const language = useLanguage()
  const { t } = useTranslation('face')
  const [open, setOpen] = useState<'camera' | 'remove' | 'withdraw' | null>(null)
  const consent = consents.find(({ withdrawnAt }) => withdrawnAt === null)
  const title = relation === 'oneself' ? t('card.own') : t('card.child', { name: personName(face, language) })

  const agree = useChange(faceEndpoints.giveConsent, { done: t('card.agreed'), failed: '' })
  const remove = useChange(faceEndpoints.removeFaces, { done: t('card.removed') })
  const withdraw = useChange(faceEndpoints.withdrawConsent, { done: t('card.withdrawn') })
  const close = () => setOpen(null)

  return (
    <Card title={title} className="face-card">
      {consent ? (
        <>
          <p className="k-soft">
            {t(`card.consent.${consent.giver}`, {
              name: nameIn({ name: consent.giverName, englishName: consent.giverEnglishName }, language),
              time: formatDateTime(consent.givenAt, language),
            })}
          </p>
          {photos > 0 && <StoredFace userId={userId} photos={photos} />}
          <div className="k-buttons">
            <Button kind="primary" needsNetwork onClick={() => setOpen('camera')}>
              {photos > 0 ? t('card.retake') : t('card.take')}
            </Button>
            {photos > 0 && (
              <Button needsNetwork onClick={() => setOpen('remove')}>
                {t('card.remove')}
              </Button>
            )}
            <Button kind="quiet" needsNetwork onClick={() => setOpen('withdraw')}>
              {t('card.withdraw')}
            </Button>
          </div>
        </>
      ) : mayGive ? (
        <>
          <ConsentText />
          <Button
            kind="primary"
            busy={agree.isPending}
            needsNetwork
            onClick={() => agree.mutate({ userId, textVersion, language })}
          >
            {t('card.agree')}
          </Button>
        </>
      ) : (
        <p className="k-soft">{t('card.guardianFirst')}</p>
      )}
      {open === 'camera' && <TakeFaceDialog title={title} userId={userId} onSaved={close} onClose={close} />}
      {(['remove', 'withdraw'] as const).map((asked) => (
        <QuestionDialog
          key={asked}
          open={open === asked}
          question={t(`card.${asked}Question`)}
          action={t(`card.${asked}`)}
          onClose={close}
          onConfirm={async () => {
            await (asked === 'remove' ? remove : withdraw).mutateAsync({ userId })
            close()
          }}
        >
          <p>{t(`card.${asked}Hint`)}</p>
        </QuestionDialog>
      ))}
    </Card>
  )
}

/** The newest stored photo of a person with its date; nothing if it cannot be loaded. */
export function StoredFace({ userId, photos }: { userId: string; photos: number }) {
  const language = useLanguage()
  const { t } = useTranslation('face')
  // The picture is not kept in memory once it is not shown.
  const { data: face, isPending } = useQuery({
    ...endpointQuery(faceEndpoints.details, { userId }),
    gcTime: 0,
    networkMode: 'always',
  })
  if (isPending) {
    return (
      <p className="k-beside" role="status">
        <span className="k-spinner" aria-hidden="true" />
        {t('card.loading')}
      </p>
    )
  }
  if (!face?.faceImage) return null
  return (
    <div className="k-beside face-stored">
      <img src={`data:image/jpeg;base64,${face.faceImage}`} alt={t('card.photo')} width="120" height="120" />
      <p>
        {face.registerTime !== null && t('card.acquired', { time: formatDateTime(face.registerTime, language) })}
        <br />
        <span className="k-soft">{t('card.photos', { count: photos })}</span>
      </p>
    </div>
  )
}

/** The text of the consent, which precedes any storage of a face. */
export function ConsentText() {
  return (
    <ul className="face-consent">
      {faceConsentTexts[useLanguage()].map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  )
}
