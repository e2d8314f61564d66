import { memo } from 'react'
import { PARENT } from '../../../contract/fields.ts'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { excuseRequest } from '../core/absences/excuse-request.ts'
import { openAnswerRequest } from '../core/answers/answer-request.ts'
import { factorQuestion } from '../core/session/factor-prompt.ts'
import { signOut } from '../core/session/sign-out.ts'
import { useObservable } from '../core/state/use-observable.ts'
import type { SearchPage } from '../features/desktop/palette/search.ts'
import { faceRequest } from '../features/face/face-request.ts'
import { useNavigate } from 'react-router-dom'
import { frameDialog } from './frame-dialog.ts'
import { frameDialogs } from './late-dialogs.ts'
import { closeSearch } from './header/SearchButton.tsx'
import { VoiceButton } from './header/VoiceButton.tsx'
import { latePart, lateRequest, tellMissing } from '../ui/late-part.tsx'
import { openAddress } from '../core/navigation/open-address.ts'
import { UploadsStop } from './header/UploadsStop.tsx'
import { QuestionDialog } from '../ui/dialog/QuestionDialog.tsx'
import { useTranslation } from 'react-i18next'
import { useIncomingFiles } from '../features/uploads/use-uploads.ts'
import { uploadAccount } from '../features/uploads/uploads-key.ts'
import { leaveAccount } from '../core/session/leave-account.ts'
import { hasActiveUploads } from '../core/state/uploading.ts'

const FamilyDialogs = latePart(() => import('../features/family/FamilyDialogs.tsx'))
const LinkedCounts = latePart(() => import('./desktop/LinkedCounts.tsx'))
const IncomingFiles = latePart(() => import('./IncomingFiles.tsx'), null, tellMissing)
const AnswerDialog = lateRequest(
  () => import('../features/answers/AnswerDialog.tsx'),
  () => openAnswerRequest.current?.onClose(false),
)
const ExcuseDialog = lateRequest(
  () => import('../features/absences/ExcuseDialog.tsx'),
  () => excuseRequest.set(null),
)
const FaceRequestDialog = lateRequest(
  () => import('../features/face/FaceRequestDialog.tsx'),
  ({ request }) => {
    faceRequest.set(null)
    request.end(null)
  },
)
const FactorDialog = lateRequest(
  () => import('./FactorDialog.tsx'),
  ({ settle }) => settle(false),
)

const close = (): void => frameDialog.set(null)

async function logOut(): Promise<void> {
  await signOut()
  leaveAccount('/login')
}

export const FrameDialogs = memo(function FrameDialogs({
  user,
  mobile,
  pages,
}: {
  user: SessionUser
  mobile: boolean
  /** Of the open application, for the search. */
  pages: readonly SearchPage[]
}) {
  const navigate = useNavigate()
  const open = useObservable(frameDialog)
  const face = useObservable(faceRequest)
  const asked = useObservable(openAnswerRequest)
  const excuse = useObservable(excuseRequest)

  return (
    <>
      <LogoutDialog />
      {open === 'theme' && <frameDialogs.theme userId={user.userId} onClose={close} />}
      {open === 'search' && (
        <frameDialogs.search user={user} mobile={mobile} pages={pages} voice={<VoiceButton />} onClose={closeSearch} />
      )}
      {open === 'todos' && <frameDialogs.todos user={user} onClose={close} />}
      {open === 'messages' && <frameDialogs.messages user={user} onClose={close} />}
      {open === 'downloads' && <frameDialogs.downloads onClose={close} />}
      {open === 'voice' && <frameDialogs.voice onOpen={(url) => openAddress(url, navigate)} onClose={close} />}
      {face && <FaceRequestDialog request={face} />}
      {excuse && <ExcuseDialog key={`${excuse.studentId} ${excuse.notice?.absenceId ?? ''}`} request={excuse} />}
      {asked && <AnswerDialog key={asked.item.id} item={asked.item} user={user} />}
      {user.userType === PARENT && (
        <>
          <FamilyDialogs user={user} />
          <LinkedCounts user={user} />
        </>
      )}
    </>
  )
})

/** Asks before signing out. */
export function LogoutDialog() {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation('common')
  return (
    <QuestionDialog
      open={useObservable(frameDialog) === 'logout'}
      question={t('logoutQuestion')}
      action={common('confirm')}
      kind="primary"
      onClose={close}
      onConfirm={logOut}
    >
      {hasActiveUploads.current && <UploadsStop />}
    </QuestionDialog>
  )
}

/** Asks about files from outside the portal; see IncomingFiles. */
export function IncomingFilesDialog({ user, signedIn }: { user: SessionUser; signedIn: boolean }) {
  const [files, closeFiles] = useIncomingFiles(signedIn ? uploadAccount(user) : null)
  return files && <IncomingFiles files={files} user={user} onClose={closeFiles} />
}

/** Asks for a second factor over any page; see FactorDialog. */
export function FactorQuestion() {
  const settle = useObservable(factorQuestion)
  return settle && <FactorDialog settle={settle} />
}
