import ArrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?react'
import { useState } from 'react'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { MoreEntries, useEntryPages } from '../listing/use-entry-pages.tsx'
import { useTexts } from '../portal.ts'

/** Lets the caller choose up to `most` of the own files, in any folders. Stays open with the reason when they cannot be added. */
export function OwnFilesDialog({
  most,
  done,
  onChoose,
  onClose,
}: {
  most: number
  /** Said of what was added. */
  done: string
  onChoose: (fileIds: readonly string[]) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTexts()
  const call = useCall()
  const language = useLanguage()
  const [folderId, setFolderId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = useEntryPages(['handIns.ownFiles', folderId, language], (where, signal) =>
    call(filesEndpoints.list, { language, ...(folderId !== null && { folderId }), ...where }, { signal }),
  )
  const add = useChange(onChoose, { done, renews: [] })
  const path = query.data?.pages[0]?.path ?? []

  return (
    <Dialog
      title={path.at(-1)?.name ?? t('places.mine')}
      width="520px"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="primary"
            busy={add.isPending}
            needsNetwork
            disabled={chosen.length === 0}
            onClick={() => add.mutate(chosen, { onSuccess: onClose })}
          >
            {t('handIns.choose.confirm', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="f-place-pick">
        <p className="k-soft" role="status">
          {t('handIns.choose.most', { count: most })}
        </p>
        {folderId !== null && (
          <button type="button" onClick={() => setFolderId(path.at(-2)?.id ?? null)}>
            <Icon svg={ArrowLeft} />
            {t('handIns.choose.up')}
          </button>
        )}
        <Loaded query={query} lines={5}>
          {({ pages }) => {
            const folders = pages.flatMap((page) => page.folders)
            const files = pages.flatMap((page) => page.files)
            if (folders.length + files.length === 0) return <p className="k-soft">{t('empty.title')}</p>
            return (
              <>
                <ul>
                  {folders.map(({ id, name }) => (
                    <li key={id}>
                      <button type="button" onClick={() => setFolderId(id)}>
                        <FileIcon kind="folder" name={name} />
                        <FileName name={name} />
                      </button>
                    </li>
                  ))}
                  {files.map(({ id, name }) => {
                    const isChosen = chosen.includes(id)
                    return (
                      <li key={id}>
                        <label>
                          <input
                            type="checkbox"
                            checked={isChosen}
                            disabled={!isChosen && chosen.length >= most}
                            onChange={() =>
                              setChosen(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id])
                            }
                          />
                          <FileIcon kind="file" name={name} />
                          <FileName name={name} />
                        </label>
                      </li>
                    )
                  })}
                </ul>
                <MoreEntries query={query} />
              </>
            )
          }}
        </Loaded>
        <FormFailure failure={add.error && failureText(add.error)} />
      </div>
    </Dialog>
  )
}
