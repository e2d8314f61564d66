import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { downloadShared } from '../../../contract/endpoints/storage/shares.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { folderZipPath } from '../content-path.ts'
import { useOnline, usePortal, useTexts } from '../portal.ts'

/** Where a shared file is downloaded. */
export const sharedContent = (id: string): string => downloadShared.path.replace('{id}', encodeURIComponent(id))

/** Refuses what needs the network, with a notice. */
function useRefuseOffline(): () => boolean {
  const portal = usePortal()
  const online = useOnline()
  const t = useTexts()
  return () => {
    if (online) return false
    portal.notify('warning', t('offline.action'))
    return true
  }
}

/** A shared file's name: a press shows it, and as a link it can be saved. */
export function SharedFileLink({ id, name, onOpen }: { id: string; name: string; onOpen: () => void }) {
  const t = useTexts()
  const refuses = useRefuseOffline()
  return (
    <a
      href={sharedContent(id)}
      download={name}
      aria-haspopup="dialog"
      title={t('sharing.showFile', { name })}
      onClick={(event) => {
        event.preventDefault()
        if (!refuses()) onOpen()
      }}
    >
      <FileName name={name} />
    </a>
  )
}

/** Downloads a shared file, or a shared folder as a ZIP. */
export function SharedDownload({ id, kind, name }: { id: string; kind: 'file' | 'folder'; name: string }) {
  const t = useTexts()
  const online = useOnline()
  const refuses = useRefuseOffline()
  const isFile = kind === 'file'
  const label = t(isFile ? 'action.download' : 'action.downloadFolder', { name })
  return (
    <a
      className="k-button k-button--icon"
      href={isFile ? sharedContent(id) : folderZipPath(id)}
      download={isFile ? name : `${name}.zip`}
      aria-label={label}
      title={label}
      aria-disabled={!online || undefined}
      onClick={(event) => {
        if (refuses()) event.preventDefault()
      }}
    >
      <Icon svg={Download} />
    </a>
  )
}

export function VersionsButton({ name, onPress }: { name: string; onPress: () => void }) {
  const t = useTexts()
  const online = useOnline()
  return (
    <IconButton
      svg={ClockCounterClockwise}
      label={t('action.versions', { name })}
      disabled={!online}
      onClick={onPress}
    />
  )
}
