import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { downloadShared } from '../../../contract/endpoints/storage/shares.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { serverFile, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { folderZip } from '../own-files.ts'
import { useTexts } from '../portal.ts'

/** A shared file, to download or to show. */
export const sharedFile = (id: string, name?: string): ServerFile => serverFile(downloadShared, { id }, name)

/** Downloads a shared file, or a shared folder as a ZIP. */
export function SharedDownload({ id, kind, name }: { id: string; kind: 'file' | 'folder'; name: string }) {
  const t = useTexts()
  const isFile = kind === 'file'
  return (
    <DownloadLink
      file={isFile ? sharedFile(id, name) : folderZip(id, name)}
      kind="icon"
      icon={Download}
      label={t(isFile ? 'action.download' : 'action.downloadFolder', { name })}
    />
  )
}

export function VersionsButton({ name, onPress }: { name: string; onPress: () => void }) {
  const t = useTexts()
  return (
    <IconButton svg={ClockCounterClockwise} label={t('action.versions', { name })} needsNetwork onClick={onPress} />
  )
}
