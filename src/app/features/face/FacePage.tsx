import '../../ui/layout/page.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as faceEndpoints from '../../../../contract/endpoints/faces/face.ts'
import { endpointQuery } from '../../core/query/query-client.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ClockInByFace } from './ClockInByFace.tsx'
import { FaceCard } from './FaceCard.tsx'
import { PinCard, type ProofDialog } from './PinCard.tsx'

/** The faces of a user and their children: consents, stored photos, deletion, and the PIN for the own face. */
export function FacePage({ ProofDialog }: { ProofDialog: ProofDialog }) {
  const { t } = useTranslation('face')
  const query = useQuery(endpointQuery(faceEndpoints.mine, {}))
  return (
    <div className="k-page">
      <PageHeader title={t('page.title')} hint={t('page.hint')} />
      <Loaded query={query} text={{ safe: t('page.safe') }}>
        {(faces) => (
          <>
            {faces.map((face) => (
              <FaceCard key={face.userId} face={face} />
            ))}
            <ClockInByFace />
            <PinCard ProofDialog={ProofDialog} />
          </>
        )}
      </Loaded>
    </div>
  )
}
