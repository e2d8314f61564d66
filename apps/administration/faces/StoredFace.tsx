import { personDetails } from '../../../contract/endpoints/faces/face-admin.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useLocale } from '../portal-context.ts'

/** The newest stored photo of a person with its date. */
export function StoredFace({ userId, photos }: { userId: string; photos: number }) {
  const { t, language } = useLocale()
  // The picture is not kept in memory once it is not shown.
  const query = useEndpoint(personDetails, { userId }, { forget: true })
  return (
    <Loaded query={query} lines={3}>
      {({ faceImage, registerTime }) =>
        faceImage && (
          <div className="k-beside fa-stored">
            <img src={`data:image/jpeg;base64,${faceImage}`} alt={t('faces.stored.photo')} width="120" height="120" />
            <p>
              {registerTime !== null && t('faces.stored.acquired', { time: formatDateTime(registerTime, language) })}
              <br />
              <span className="k-soft">{t('faces.stored.photos', { count: photos })}</span>
            </p>
          </div>
        )
      }
    </Loaded>
  )
}
