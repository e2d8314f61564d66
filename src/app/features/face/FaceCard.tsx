import { reportFailure } from '../../core/notices/report-failure.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as faceEndpoints from '../../../../contract/endpoints/faces/face.ts'
import type { OwnFace } from '../../../../contract/endpoints/faces/face.ts'
import { faceConsentTexts } from '../../../../contract/face-consent.ts'
import { call } from '../../core/api/call.ts'
import { renew, endpointQuery } from '../../core/query/query-client.ts'
import { notify } from '../../core/notices/notices.ts'
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
  const [agreeing, setAgreeing] = useState(false)
  const [saved, setSaved] = useState(0)
  const consent = consents.find(({ withdrawnAt }) => withdrawnAt === null)
  const title = relation === 'oneself' ? t('card.own') : t('card.child', { name: personName(face, language) })

  const change = async (work: () => Promise<unknown>, told: string) => {
    await work()
    setOpen(null)
    notify('success', told)
    await renew(faceEndpoints.mine)
  }
  const agree = async () => {
    setAgreeing(true)
    try {
      await change(() => call(faceEndpoints.giveConsent, { userId, textVersion, language }), t('card.agreed'))
    } catch (error) {
      reportFailure(error)
    } finally {
      setAgreeing(false)
    }
  }
  const question = (asked: 'remove' | 'withdraw', work: () => Promise<unknown>, told: string) => (
    <QuestionDialog
      open={open === asked}
      question={t(`card.${asked}Question`)}
      action={t(`card.${asked}`)}
      onClose={() => setOpen(null)}
      onConfirm={() => change(work, told)}
    >
      <p>{t(`card.${asked}Hint`)}</p>
    </QuestionDialog>
  )

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
          {photos > 0 && <StoredFace key={`${saved} ${photos}`} userId={userId} photos={photos} />}
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
          <Button kind="primary" busy={agreeing} needsNetwork onClick={() => void agree()}>
            {t('card.agree')}
          </Button>
        </>
      ) : (
        <p className="k-soft">{t('card.guardianFirst')}</p>
      )}
      {open === 'camera' && (
        <TakeFaceDialog
          title={title}
          userId={userId}
          onSaved={() => {
            setOpen(null)
            setSaved((now) => now + 1)
            return renew(faceEndpoints.mine)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {question('remove', () => call(faceEndpoints.removeFaces, { userId }), t('card.removed'))}
      {question('withdraw', () => call(faceEndpoints.withdrawConsent, { userId }), t('card.withdrawn'))}
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
