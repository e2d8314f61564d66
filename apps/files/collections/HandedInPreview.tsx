import { downloadHandedIn, type HandedInFile } from '../../../contract/endpoints/storage/collections.ts'
import { serverFile, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { PreviewDialog } from '../late-dialogs.ts'
import { entriesOf } from '../listing/entries.ts'

/** A file that was handed in, to download or to show. */
export const handedInFile = (id: string, name?: string): ServerFile => serverFile(downloadHandedIn, { id }, name)

/** Shows one of the files that were handed in, and by the arrow keys those before and after it, whose each is. */
export function HandedInPreview({
  files,
  openId,
  onShow,
}: {
  /** `by`: who handed it in, where it is said. */
  files: readonly (HandedInFile & { readonly by?: string })[]
  openId: string | null
  onShow: (id: string | null) => void
}) {
  if (openId === null) return null
  return (
    <PreviewDialog
      files={entriesOf({ folders: [], files })}
      fileId={openId}
      contentOf={handedInFile}
      owner={files.find(({ id }) => id === openId)?.by}
      onShow={({ id }) => onShow(id)}
      onClose={() => onShow(null)}
    />
  )
}
