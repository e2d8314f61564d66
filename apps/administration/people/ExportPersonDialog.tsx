import * as personExport from '../../../contract/endpoints/people/person-export.ts'
import { EXPORT_FILES_MAX, type ExportPreview } from '../../../contract/endpoints/people/person-export.ts'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { TextList } from './TextList.tsx'
import { useLocale } from '../portal-context.ts'

/** Says what an export of a person will hold, and downloads it. */
export default function ExportPersonDialog({ person, onClose }: { person: PersonPage; onClose: () => void }) {
  const { t, personName } = useLocale()
  const { kind, id } = person
  const query = useEndpoint(personExport.describe, { kind, id }, { forget: true })
  return (
    <Dialog
      title={t('exportPerson.title', { name: personName(person) })}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {query.data && (
            <DownloadLink
              kind="primary"
              icon={Download}
              file={serverFile(personExport.download, { kind, id })}
              onDownload={() => {
                notify('success', t('exportPerson.started'))
                onClose()
              }}
            >
              {t('exportPerson.download')}
            </DownloadLink>
          )}
        </>
      }
    >
      <div className="k-stack">
        <p>{t('exportPerson.hint')}</p>
        <Loaded query={query}>{(what) => <Content of={what} />}</Loaded>
        <p className="k-soft">{t('exportPerson.never')}</p>
      </div>
    </Dialog>
  )
}

function Content({ of: { messages, attendance, files, filesIncluded, bytes, photos } }: { of: ExportPreview }) {
  const { t, language } = useLocale()
  const beyond = files - filesIncluded
  return (
    <>
      <TextList
        lines={[
          t('exportPerson.holds.always'),
          messages > 0 && t('exportPerson.holds.messages', { count: messages }),
          attendance > 0 && t('exportPerson.holds.attendance', { count: attendance }),
          files > 0 && t('exportPerson.holds.files', { count: files, size: formatBytes(bytes, language) }),
          photos > 0 && t('exportPerson.holds.photos', { count: photos }),
        ]}
      />
      {beyond > 0 && (
        <p>{t('exportPerson.beyond', { count: beyond, limit: formatBytes(EXPORT_FILES_MAX, language) })}</p>
      )}
    </>
  )
}
