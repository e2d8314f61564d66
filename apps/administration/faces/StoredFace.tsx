import { personDetails } from '../../../contract/endpoints/faces/face-admin.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useTexts } from '../portal-context.ts'

/** The newest stored photo of a person with its date; nothing if it cannot be loaded. */
export function StoredFace({ userId, photos }: { userId: string; photos: number }) {
  const language = useLanguage()
  const t = useTexts()
  // The picture is not kept in memory once it is not shown.
  const { data: face, isPending } = useEndpoint(personDetails, { userId }, { forget: true })
  if (isPending) {
    return (
      <p className="k-beside" role="status">
        <span className="k-spinner" aria-hidden="true" />
        {t('faces.stored.loading')}
      </p>
    )
  }
  if (!face?.faceImage) return null
  return (
    <div className="k-beside fa-stored">
      <img src={`data:image/jpeg;base64,${face.faceImage}`} alt={t('faces.stored.photo')} width="120" height="120" />
      <p>
        {face.registerTime !== null &&
          t('faces.stored.acquired', { time: formatDateTime(face.registerTime, language) })}
        <br />
        <span className="k-soft">{t('faces.stored.photos', { count: photos })}</span>
      </p>
    </div>
  )
}
