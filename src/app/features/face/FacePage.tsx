import { useTranslation } from 'react-i18next'
import { mine } from '../../../../contract/endpoints/face.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { useReading } from '../../core/state/use-reading.ts'
import { ReadingPage } from '../../ui/ReadingPage.tsx'
import { FaceCard } from './FaceCard.tsx'
import { PinCard, type ProofDialog } from './PinCard.tsx'

/** A person's own face and those of their children: who agreed to what, the photos that are kept, what takes both away, and the PIN that confirms one's own. */
export function FacePage({
  language,
  online,
  describe,
  ProofDialog,
  onFailure,
}: {
  language: Language
  online: boolean
  /** What went wrong, as a sentence for the person. */
  describe: (error: unknown) => string
  ProofDialog: ProofDialog
  /** Tells the person about a failed call. */
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('face')
  const { t: common } = useTranslation('common')
  const { reading, reload, retry } = useReading(online, readFaces)
  return (
    <ReadingPage
      text={(key) => t(`page.${key}`)}
      common={(key) => common(key)}
      reading={reading}
      online={online}
      lines={8}
      onRetry={retry}
    >
      {(faces) => (
        <>
          {faces.map((face) => (
            <FaceCard
              key={face.userId}
              face={face}
              language={language}
              online={online}
              describe={describe}
              onFailure={onFailure}
              onChanged={() => reload().catch(onFailure)}
            />
          ))}
          <PinCard language={language} online={online} ProofDialog={ProofDialog} onFailure={onFailure} />
        </>
      )}
    </ReadingPage>
  )
}

function readFaces(signal?: AbortSignal) {
  return call(mine, {}, signal ? { signal } : {})
}
