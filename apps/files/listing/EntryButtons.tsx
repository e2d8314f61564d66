import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Share from '@phosphor-icons/core/regular/share-network.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import type { ServerFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { folderZip } from '../own-files.ts'
import type { Translate } from '../portal.ts'
import type { Entry } from './entries.ts'

type Act = ((entry: Entry) => void) | null

/** What can be done with a file or a folder of a list. `t` is given, because there may be thousands of rows. */
export function EntryButtons({
  entry,
  file,
  t,
  mayDownload,
  rename,
  versions,
  share,
  remove,
}: {
  entry: Entry
  /** A file of the list, to download. */
  file: (id: string, name: string) => ServerFile
  t: Translate
  mayDownload: boolean
  rename: Act
  /** Of files only. */
  versions: Act
  share: Act
  remove: Act
}) {
  const { id, kind, name } = entry
  const isFile = kind === 'file'
  const acts = [
    { act: rename, text: 'action.rename', svg: Pencil, part: 'rename' },
    { act: isFile ? versions : null, text: 'action.versions', svg: ClockCounterClockwise, part: 'versions' },
    { act: share, text: 'action.share', svg: Share, part: 'share' },
    { act: remove, text: 'action.remove', svg: Trash, part: 'remove' },
  ] as const
  return (
    <>
      {mayDownload && (
        <DownloadLink
          file={isFile ? file(id, name) : folderZip(id, name)}
          kind="icon"
          icon={Download}
          label={t(isFile ? 'action.download' : 'action.downloadFolder', { name })}
        />
      )}
      {acts.map(
        ({ act, text, svg, part }) =>
          act && (
            <IconButton
              key={text}
              label={t(text, { name })}
              svg={svg}
              data-part={part}
              needsNetwork
              onClick={() => act(entry)}
            />
          ),
      )}
    </>
  )
}
