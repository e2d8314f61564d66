import * as faceEndpoints from '../../../contract/endpoints/faces/face.ts'
import type { OwnFace } from '../../../contract/endpoints/faces/face.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { personName } from '../../../src/app/micro-apps/names.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { usePortal, useTexts } from '../portal-context.ts'

/** Offers to take the photo by which stations recognise the user, or a child: where its use is agreed to and there is none. Else nothing. */
export function FaceInvite() {
  const { data = [], refetch } = useEndpoint(faceEndpoints.mine, {})
  return data.filter(lacksPhoto).map((face) => <Invitation key={face.userId} face={face} onTaken={refetch} />)
}

function lacksPhoto({ consents, photos }: OwnFace): boolean {
  return photos === 0 && consents.some(({ withdrawnAt }) => withdrawnAt === null)
}

function Invitation({ face, onTaken }: { face: OwnFace; onTaken: () => unknown }) {
  const { userId, relation } = face
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()

  const take = async () => {
    try {
      if ((await portal.face.collect(userId)) === null) return
      portal.notify('success', t('facePhoto.done'))
      void onTaken()
    } catch (error) {
      portal.notify('error', failureText(error))
    }
  }

  return (
    <Card
      title={t('facePhoto.title')}
      hint={t('facePhoto.hint', { name: relation === 'oneself' ? t('facePhoto.self') : personName(face, language) })}
    >
      <div className="k-buttons">
        <Button needsNetwork onClick={() => void take()}>
          {t('facePhoto.action')}
        </Button>
      </div>
    </Card>
  )
}
