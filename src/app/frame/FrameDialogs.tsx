import { lazy, Suspense } from 'react'
import type { SessionUser } from '../../../contract/endpoints/session.ts'
import { signOut } from '../core/session/sign-out.ts'
import { useObservable } from '../core/state/use-observable.ts'
import { faceRequest } from '../features/face/face-request.ts'
import { dialogFiles, frameDialog } from './frame-dialog.ts'
import { LogoutDialog } from './header/LogoutDialog.tsx'
import { leaveAccount } from '../core/session/leave-account.ts'
import { hasActiveUploads } from '../core/state/uploading.ts'

const ThemeDialog = lazy(dialogFiles.theme)
const SearchPalette = lazy(dialogFiles.search)
const MessagesDialog = lazy(dialogFiles.messages)
const DownloadDialog = lazy(dialogFiles.downloads)
const FaceRequestDialog = lazy(() => import('../features/face/FaceRequestDialog.tsx'))

const close = (): void => frameDialog.set(null)
const show = (dialog: 'logout' | 'messages' | 'theme'): void => frameDialog.set(dialog)

async function logOut(): Promise<void> {
  await signOut()
  leaveAccount('/login')
}

/** What the frame opens over any page. */
export function FrameDialogs({ user, mobile }: { user: SessionUser; mobile: boolean }) {
  const open = useObservable(frameDialog)
  const face = useObservable(faceRequest)

  return (
    <>
      <LogoutDialog open={open === 'logout'} uploading={hasActiveUploads.current} onClose={close} onConfirm={logOut} />
      <Suspense fallback={null}>
        {open === 'theme' && <ThemeDialog userId={user.userId} onClose={close} />}
        {open === 'search' && <SearchPalette user={user} mobile={mobile} onDialog={show} onClose={close} />}
        {open === 'messages' && <MessagesDialog userId={user.userId} onClose={close} />}
        {open === 'downloads' && <DownloadDialog onClose={close} />}
        {face && <FaceRequestDialog request={face} />}
      </Suspense>
    </>
  )
}
