import { useTranslation } from 'react-i18next'
import { mine } from '../../../../contract/endpoints/faces/face.ts'
import { call } from '../../core/api/call.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useQuery } from '../../core/state/use-query.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { FaceCard } from './FaceCard.tsx'
import { PinCard, type ProofDialog } from './PinCard.tsx'
import { useOnline } from '../../core/connectivity/use-online.ts'

/** The faces of a user and their children: consents, stored photos, deletion, and the PIN for the own face. */
export function FacePage({ ProofDialog }: { ProofDialog: ProofDialog }) {
  const online = useOnline()
  const { t } = useTranslation('face')
  const { query, reload, retry } = useQuery(online, readFaces)
  return (
    <QueryPage text={(key) => t(`page.${key}`)} query={query} lines={8} onRetry={retry}>
      {(faces) => (
        <>
          {faces.map((face) => (
            <FaceCard key={face.userId} face={face} onChanged={() => reload().catch(reportFailure)} />
          ))}
          <PinCard ProofDialog={ProofDialog} />
        </>
      )}
    </QueryPage>
  )
}

function readFaces(signal?: AbortSignal) {
  return call(mine, {}, signal ? { signal } : {})
}
