import '../features/uploads/incoming-files.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../contract/endpoints/sign-in/session.ts'
import { SHARED_BYTES_MAX, SHARED_FILES_MAX } from '../../../contract/limits.ts'
import { pageOf } from '../../../contract/pages.ts'
import { openIncomingFile, takeIncomingFiles, type IncomingFiles as Files } from '../platform/incoming-files.ts'
import { useDesktopData } from '../features/desktop/desktop-store.ts'
import { useLanguage } from '../core/language/use-language.ts'
import { addUploads, joinUploads } from '../features/uploads/upload-service.ts'
import { uploadAccount } from '../features/uploads/uploads-key.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../ui/dialog/Dialog.tsx'
import { formatBytes } from '../ui/format/format.ts'
import { FileIcon } from '../ui/files/FileIcon.tsx'
import { FileName } from '../ui/files/FileName.tsx'
import { notify } from '../core/notices/notices.ts'
import { menuEntry } from './menu-entry.ts'
import { applicationHome } from '../core/session/home-path.ts'

/** The application that shows uploaded files. */
const FILES = 'files'
/** Names shown; the others are counted. */
const SHOWN = 5

/**
 * Asks whether to upload files from outside: the device's share sheet, or "open with". Any site can send files here, so nothing is uploaded before
 * the user has seen what and where to. Closing it postpones the question.
 */
export default function IncomingFiles({
  files: incoming,
  user,
  onClose,
}: {
  files: Files
  user: SessionUser
  onClose: () => void
}) {
  const { t } = useTranslation('shell')
  const speech = useLanguage()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const desktop = useDesktopData()
  const [busy, setBusy] = useState(false)
  const { files, left } = incoming
  const count = files.length
  const account = uploadAccount(user)

  const discard = async () => {
    setBusy(true)
    await takeIncomingFiles(account)
    onClose()
  }

  const upload = async () => {
    setBusy(true)
    const taken = await takeIncomingFiles(account)
    const opened = await Promise.allSettled(
      (taken?.files ?? []).map(async (one) => ({ file: await openIncomingFile(one), handle: one.handle })),
    )
    const chosen = opened.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (chosen.length < opened.length) notify('warning', t('arrived.unread', { count: opened.length - chosen.length }))
    if (chosen.length > 0) {
      joinUploads(user)
      addUploads(chosen, { folderId: null })
      show()
    }
    onClose()
  }

  const show = () => {
    const page = pageOf(pathname)
    if (page?.kind === 'application' && page.code === FILES) return
    if (desktop && menuEntry(desktop.icons, FILES)) {
      void navigate(applicationHome(user, FILES))
    } else {
      notify('info', t('arrived.begun', { count }))
    }
  }

  return (
    <Dialog
      title={count > 0 ? t('arrived.question', { count }) : t('arrived.tooMuch')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={() => void discard()}>
            {t(count > 0 ? 'arrived.discard' : 'arrived.understood')}
          </Button>
          {count > 0 && (
            <Button kind="primary" busy={busy} onClick={() => void upload()}>
              {t('arrived.upload')}
            </Button>
          )}
        </>
      }
    >
      {count > 0 && (
        <>
          <p className="s-incoming__hint">{t('arrived.hint')}</p>
          <ul className="s-incoming" aria-label={t('arrived.list')}>
            {files.slice(0, SHOWN).map(({ name, size }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and the list never changes
              <li key={index}>
                <FileIcon kind="file" name={name} />
                <FileName name={name} />
                <span className="s-incoming__size">{formatBytes(size, speech)}</span>
              </li>
            ))}
          </ul>
          {count > SHOWN && <p className="s-incoming__more">{t('arrived.more', { count: count - SHOWN })}</p>}
        </>
      )}
      {left > 0 && (
        <p className="s-incoming__left">
          {t('arrived.left', { count: left, files: SHARED_FILES_MAX, size: formatBytes(SHARED_BYTES_MAX, speech) })}
        </p>
      )}
    </Dialog>
  )
}
