import { downloadHandedIn, type HandedInFile } from '../../../contract/endpoints/storage/collections.ts'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'

const PreviewDialog = lateDialog(() => import('../preview/PreviewDialog.tsx'))

/** The address of the bytes of a file that was handed in. */
export const handedInContent = (id: string): string => downloadHandedIn.path.replace('{id}', encodeURIComponent(id))

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
      files={files.map(({ id, name, size, createdAt }) => ({ kind: 'file', id, name, size, changedAt: createdAt }))}
      fileId={openId}
      contentOf={handedInContent}
      owner={files.find(({ id }) => id === openId)?.by}
      onShow={onShow}
      onClose={() => onShow(null)}
    />
  )
}
