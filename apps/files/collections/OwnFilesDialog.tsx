import ArrowLeft from '@phosphor-icons/core/regular/arrow-left.svg?react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as filesEndpoints from '../../../contract/endpoints/storage/files.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { progressOf } from '../listing/use-folder.ts'
import { usePortal, useTexts } from '../portal.ts'

/** Lets the caller choose up to `most` of the own files, in any folders. Stays open with the reason when `onChoose` rejects. */
export function OwnFilesDialog({
  most,
  onClose,
  onChoose,
}: {
  most: number
  onClose: () => void
  onChoose: (fileIds: readonly string[]) => Promise<void>
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const [folderId, setFolderId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const query = useInfiniteQuery({
    queryKey: ['handIns.ownFiles', folderId, language],
    queryFn: ({ signal, pageParam }) =>
      portal.call(
        filesEndpoints.list,
        { language, ...(folderId !== null && { folderId }), ...(pageParam !== null && { after: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    networkMode: 'always',
    gcTime: 0,
  })
  const { end } = progressOf(query)
  const path = query.data?.pages[0]?.path ?? []

  const confirm = async () => {
    setBusy(true)
    setFailure('')
    try {
      await onChoose(chosen)
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={path.at(-1)?.name ?? t('places.mine')}
      width="520px"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" busy={busy} needsNetwork disabled={chosen.length === 0} onClick={() => void confirm()}>
            {t('handIns.choose.confirm', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="f-place-pick">
        <p className="f-place-soft" role="status">
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
            if (folders.length + files.length === 0) return <p className="f-place-soft">{t('empty.title')}</p>
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
                {end !== 'done' && (
                  <LoadMoreEnd
                    status={end}
                    empty={false}
                    onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
                  />
                )}
              </>
            )
          }}
        </Loaded>
        <p className="k-field__error" role="alert">
          {failure}
        </p>
      </div>
    </Dialog>
  )
}
