import * as personExport from '../../../contract/endpoints/people/person-export.ts'
import { EXPORT_FILES_MAX, type ExportPreview } from '../../../contract/endpoints/people/person-export.ts'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { personName, usePortal, useTexts } from '../portal-context.ts'

/** Says what an export of a person will hold, and downloads it. */
export default function ExportPersonDialog({
  person,
  what,
  onClose,
}: {
  person: PersonPage
  what: ExportPreview
  onClose: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const online = useOnline()
  const { kind, id } = person
  const beyond = what.files - what.filesIncluded
  const holds = [
    t('exportPerson.holds.always'),
    what.messages > 0 && t('exportPerson.holds.messages', { count: what.messages }),
    what.attendance > 0 && t('exportPerson.holds.attendance', { count: what.attendance }),
    what.files > 0 && t('exportPerson.holds.files', { count: what.files, size: formatBytes(what.bytes, language) }),
    what.photos > 0 && t('exportPerson.holds.photos', { count: what.photos }),
  ].filter((line) => line !== false)
  return (
    <Dialog
      title={t('exportPerson.title', { name: personName(person, language) })}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <DownloadLink
            kind="primary"
            icon={Download}
            file={serverFile(personExport.download, { kind, id })}
            onDownload={() => {
              portal.notify('success', t('exportPerson.started'))
              onClose()
            }}
          >
            {t('exportPerson.download')}
          </DownloadLink>
        </>
      }
    >
      <div className="k-stack">
        <p>{t('exportPerson.hint')}</p>
        <ul className="ad-erase__goes">
          {holds.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {beyond > 0 && (
          <p>{t('exportPerson.beyond', { count: beyond, limit: formatBytes(EXPORT_FILES_MAX, language) })}</p>
        )}
        <p className="ad-soft">{t('exportPerson.never')}</p>
        {!online && <p className="k-field__hint">{t('offline.form')}</p>}
      </div>
    </Dialog>
  )
}
