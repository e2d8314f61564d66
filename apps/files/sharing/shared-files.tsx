import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { downloadShared } from '../../../contract/endpoints/storage/shares.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { folderZipPath } from '../content-path.ts'
import { useOnline, useTexts } from '../portal.ts'
import { useRefuseOffline } from '../use-refuse-offline.ts'

/** Where a shared file is downloaded. */
export const sharedContent = (id: string): string => downloadShared.path.replace('{id}', encodeURIComponent(id))

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
