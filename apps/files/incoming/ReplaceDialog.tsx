import { VERSION_DAYS } from '../../../contract/limits.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { useTexts } from '../portal.ts'

/** The names of what is to be uploaded that are taken where it is to go. */
export interface Taken {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Names that are listed; of more the number is said. */
const LISTED = 5

/** Asks whether files replace those of the same names, or get numbers beside them. */
export default function ReplaceDialog({
  taken,
  onAnswer,
  onClose,
}: {
  taken: Taken
  onAnswer: (replaces: boolean) => void
  onClose: () => void
}) {
  const t = useTexts()
  const names = [
    ...taken.folders.map((name) => ({ kind: 'folder' as const, name })),
    ...taken.files.map((name) => ({ kind: 'file' as const, name })),
  ]
  const more = names.length - LISTED
  return (
    <Dialog
      role="alertdialog"
      title={t('replacing.title', { count: names.length })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button onClick={() => onAnswer(false)}>{t('replacing.both')}</Button>
          <Button kind="primary" onClick={() => onAnswer(true)}>
            {t('replacing.replace')}
          </Button>
        </>
      }
    >
      <div className="k-stack">
        <ul aria-label={t('replacing.list')}>
          {names.slice(0, LISTED).map(({ kind, name }) => (
            <li key={`${kind} ${name}`} className="k-beside">
              <FileIcon kind={kind} name={name} />
              <FileName name={name} />
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t('replacing.more', { count: more })}</p>}
        <p>{t('replacing.hint', { days: VERSION_DAYS })}</p>
        {taken.folders.length > 0 && <p>{t('replacing.folders')}</p>}
      </div>
    </Dialog>
  )
}
