import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import Clock from '@phosphor-icons/core/duotone/clock-counter-clockwise-duotone.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import Eye from '@phosphor-icons/core/regular/eye.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  downloadVersion,
  fileVersions,
  removeVersion,
  restoreVersion,
  type FileVersion,
} from '../../../contract/endpoints/storage/versions.ts'
import { storageUsage, type StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { VERSION_DAYS, VERSIONS_MAX } from '../../../contract/limits.ts'
import { fileExtension } from '../../../contract/rules/storage/file-types.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { personName } from '../../../src/app/micro-apps/names.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { serverFile, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts } from '../portal.ts'
import PreviewDialog from '../preview/PreviewDialog.tsx'

/** A version with an id, which the present content has not. */
type Former = FileVersion & { readonly id: string }

/** The content of a version, to download or to show. */
const versionFile = (id: string, name?: string): ServerFile => serverFile(downloadVersion, { id }, name)

/** What a file contained before: to show, download, restore and delete; and a new version to upload. */
export default function VersionsDialog({
  file: { id, name },
  folderId,
  onRestored,
  onClose,
}: {
  file: { readonly id: string; readonly name: string }
  /** The folder that it is in; null at the top, and for one that is shared by itself. */
  folderId: string | null
  onRestored: (file: StoredFile) => void
  onClose: () => void
}) {
  const t = useTexts()
  const call = useCall()
  const { upload } = usePortal()
  const client = useQueryClient()
  const mayUpload = usePermitted('files_upload')
  const list = useRef<HTMLUListElement>(null)
  /** Why nothing was uploaded. */
  const [refusal, setRefusal] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Former | null>(null)
  const query = useEndpoint(fileVersions, { id })
  useEffect(
    () =>
      upload.onStored((stored) => {
        if (stored.id === id) void client.invalidateQueries({ queryKey: [fileVersions.name] })
      }),
    [upload, client, id],
  )

  const renews = [fileVersions, storageUsage]
  const restore = useChange(async (version: Former) => onRestored(await call(restoreVersion, { id: version.id })), {
    done: (_, { number }) => t('versions.restored', { number }),
    renews,
  })
  const remove = useChange((version: Former) => call(removeVersion, { id: version.id }), {
    done: (_, { number }) => t('versions.removed', { number }),
    renews,
  })
  /** The button that was pressed is gone. */
  const focusList = () => list.current?.focus()
  const failure = refusal || (restore.error && failureText(restore.error))

  const choose = async () => {
    setRefusal('')
    restore.reset()
    try {
      const { entries } = await upload.choose('files')
      const [chosen] = entries.filter((one) => one.type === 'file')
      if (!chosen) return
      const type = fileExtension(name)
      if (fileExtension(chosen.fileName) !== type) {
        setRefusal(t('versions.otherType', { type }))
        return
      }
      await upload.addTree({ entries: [chosen], unread: [] }, { folderId, replaces: id })
      notify('info', t('versions.uploading', { name: shortenName(chosen.fileName) }))
    } catch (error) {
      setRefusal(failureText(error))
    }
  }

  const former = (query.data?.versions ?? []).flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]))
  return (
    <Dialog
      title={t('versions.title', { name: shortenName(name) })}
      width="680px"
      onClose={onClose}
      footer={
        <>
          {mayUpload && (
            <Button icon={Upload} onClick={() => void choose()}>
              {t('versions.upload')}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {t('sharing.dialog.done')}
          </Button>
        </>
      }
    >
      {removing && (
        <ConfirmDialog
          question={t('versions.removeQuestion', { number: removing.number })}
          hint={t('versions.removeHint')}
          action={t('bin.purge')}
          onClose={() => setRemoving(null)}
          change={() => remove.mutateAsync(removing)}
          onDone={focusList}
        />
      )}
      {shown !== null && (
        <PreviewDialog
          files={former.map(({ id: of, size, createdAt }) => ({
            kind: 'file',
            id: of,
            name,
            size,
            changedAt: createdAt,
          }))}
          fileId={shown}
          contentOf={versionFile}
          onShow={({ id: next }) => setShown(next)}
          onClose={() => setShown(null)}
        />
      )}
      <div className="k-stack">
        <p className="k-field__error" role="alert">
          {failure}
        </p>
        <Loaded query={query} lines={4}>
          {({ versions }) => (
            <>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- gets the focus of a button that is gone */}
              <ul ref={list} className="f-dense k-focus-target" tabIndex={-1} aria-label={t('versions.list')}>
                {versions.map((version) => (
                  <VersionRow
                    key={version.number}
                    version={version}
                    name={name}
                    busy={restore.isPending}
                    onShow={setShown}
                    onRestore={(one) => {
                      setRefusal('')
                      restore.mutate(one, { onSuccess: focusList })
                    }}
                    onRemove={setRemoving}
                  />
                ))}
              </ul>
              {former.length === 0 ? (
                <EmptyState
                  picture={<Icon svg={Clock} size={64} />}
                  title={t('versions.none')}
                  hint={t('versions.noneHint', { days: VERSION_DAYS, most: VERSIONS_MAX })}
                />
              ) : (
                <p className="k-field__hint">{t('versions.hint', { days: VERSION_DAYS, most: VERSIONS_MAX })}</p>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

function VersionRow({
  version,
  name,
  busy,
  onShow,
  onRestore,
  onRemove,
}: {
  version: FileVersion
  name: string
  busy: boolean
  onShow: (id: string) => void
  onRestore: (version: Former) => void
  onRemove: (version: Former) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const mayUpload = usePermitted('files_upload')
  const mayDownload = usePermitted('files_download')
  const mayRemove = usePermitted('files_remove')
  const { id, number, size, by, createdAt, goneAt } = version
  return (
    <CardRow
      title={
        <>
          {t('versions.number', { number })} {id === null && <Tag kind="good">{t('versions.present')}</Tag>}
        </>
      }
      facts={
        <>
          <span>{formatDateTime(createdAt, language)}</span>
          {by && <span>{t('versions.by', { name: personName(by, language) })}</span>}
          <span>{formatBytes(size, language)}</span>
          {goneAt !== null && <span>{t('versions.goneAt', { moment: formatDateTime(goneAt, language) })}</span>}
        </>
      }
    >
      {id !== null && (
        <span className="f-row-actions">
          {mayDownload && (
            <>
              <IconButton svg={Eye} label={t('versions.preview', { number })} needsNetwork onClick={() => onShow(id)} />
              <DownloadLink
                file={versionFile(id, name)}
                kind="icon"
                icon={Download}
                label={t('versions.download', { number })}
              />
            </>
          )}
          {mayRemove && (
            <IconButton
              svg={Trash}
              label={t('versions.remove', { number })}
              needsNetwork
              onClick={() => onRemove({ ...version, id })}
            />
          )}
          {mayUpload && (
            <Button
              icon={ArrowUUpLeft}
              aria-label={t('versions.restoreNamed', { number })}
              needsNetwork
              disabled={busy}
              onClick={() => onRestore({ ...version, id })}
            >
              {t('bin.restore')}
            </Button>
          )}
        </span>
      )}
    </CardRow>
  )
}
