import { FILE_NAME_LENGTH } from '../../contract/limits.ts'
import { findNameProblem } from './check-name.ts'
import type { Entry } from './entries.ts'
import { failureCode, nameRefusal } from './failure.ts'
import type { FolderStore } from './folder-store.ts'
import { NameDialog } from './NameDialog.tsx'
import { useObservable, usePortal } from './portal-context.ts'
import { useTexts } from './use-texts.ts'

/** Asks for another name for `entry`; open while there is one. `taken` are the names in use there, its own among them. */
export function RenameDialog({
  entry,
  store,
  taken,
  onClose,
  onRenamed,
}: {
  entry: Entry | null
  store: FolderStore
  taken: readonly string[]
  onClose: () => void
  onRenamed: (id: string, name: string) => void
}) {
  const t = useTexts()
  const language = useObservable(usePortal().language)
  return (
    <NameDialog
      open={entry !== null}
      title={t(entry?.kind === 'folder' ? 'rename.titleFolder' : 'rename.titleFile')}
      label={t('rename.name')}
      confirm={t('rename.confirm')}
      initial={entry?.name}
      check={(name) => {
        if (entry === null || name.trim() === entry.name) return null
        const others = taken.filter((other) => other !== entry.name)
        const problem = findNameProblem(name, { kind: entry.kind, taken: others })
        return problem === null ? null : t(`nameError.${problem}`, { limit: FILE_NAME_LENGTH })
      }}
      submit={async (name) => {
        if (entry === null || name === entry.name) return null
        try {
          await store.rename(entry, name)
          onRenamed(entry.id, name)
          return null
        } catch (error) {
          return nameRefusal(failureCode(error), language, t)
        }
      }}
      onClose={onClose}
    />
  )
}
