import { FILE_NAME_LENGTH } from '../../contract/limits.ts'
import { findNameProblem } from './check-name.ts'
import { failureCode, nameRefusal } from './failure.ts'
import type { FolderStore } from './folder-store.ts'
import { NameDialog } from './NameDialog.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { useTexts } from './use-texts.ts'

/** Asks for a name and makes a folder of it in the folder on the screen. `taken` are the names of the folders there. */
export function NewFolderDialog({
  open,
  store,
  taken,
  onClose,
  onCreated,
}: {
  open: boolean
  store: FolderStore
  taken: readonly string[]
  onClose: () => void
  onCreated: (folder: { id: string; name: string }) => void
}) {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  return (
    <NameDialog
      open={open}
      title={t('newFolder.title')}
      label={t('newFolder.name')}
      confirm={t('newFolder.confirm')}
      check={(name) => {
        const problem = findNameProblem(name, { kind: 'folder', taken })
        return problem === null ? null : t(`nameError.${problem}`, { limit: FILE_NAME_LENGTH })
      }}
      submit={async (name) => {
        try {
          onCreated(await store.createFolder(name))
          return null
        } catch (error) {
          return nameRefusal(failureCode(error), language, t)
        }
      }}
      onClose={onClose}
    />
  )
}
