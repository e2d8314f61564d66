import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { details } from '../../../../contract/endpoints/face.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { formatDateTime } from '../../ui/format/format.ts'

/** The newest photo that is kept of a person, and when it was taken. What does not come is not shown. */
export function StoredFace({ userId, photos, language }: { userId: string; photos: number; language: Language }) {
  const { t } = useTranslation('face')
  const [face, setFace] = useState<ResponseOf<typeof details> | null | 'loading'>('loading')
  useEffect(() => {
    const left = new AbortController()
    call(details, { userId }, { signal: left.signal }).then(setFace, () => {
      if (!left.signal.aborted) setFace(null)
    })
    return () => left.abort()
  }, [userId])
  if (face === 'loading') {
    return (
      <p className="face-stored" role="status">
        <span className="k-spinner" aria-hidden="true" />
        {t('card.loading')}
      </p>
    )
  }
  if (!face?.faceImage) return null
  return (
    <div className="face-stored">
      <img src={`data:image/jpeg;base64,${face.faceImage}`} alt={t('card.photo')} width="120" height="120" />
      <p>
        {face.registerTime !== null && t('card.acquired', { time: formatDateTime(face.registerTime, language) })}
        <br />
        <span className="face__more">{t('card.photos', { count: photos })}</span>
      </p>
    </div>
  )
}
