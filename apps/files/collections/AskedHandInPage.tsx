import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import FolderOpen from '@phosphor-icons/core/regular/folder-open.svg?react'
import { useEffect, useRef, useState } from 'react'
import { handInFiles, type AskedHandIn, type HandedInFile } from '../../../contract/endpoints/storage/collections.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { nameIn } from '../sharing/receivers.tsx'
import { HandedInFiles } from './HandedInFiles.tsx'
import { HandedInPreview } from './HandedInPreview.tsx'
import { HandInHead } from './HandInHead.tsx'
import { STATE_KINDS, stateOf } from './hand-in-state.ts'
import { OwnFilesDialog } from './OwnFilesDialog.tsx'
import { useRenewHandIns } from './use-hand-ins.ts'

/** What is asked of a pupil, who hands in here; parents see it. */
export function AskedHandInPage({ asked, isFirst }: { asked: AskedHandIn; isFirst: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const mayUpload = usePermitted('files_upload')
  const [now] = useState(() => Date.now())
  const { add, upload, remove, sending, failure } = useHandingIn(asked)
  const [choosing, setChoosing] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const { student, files, maxFiles } = asked
  const state = stateOf(asked, now)
  const isDue = Date.parse(asked.dueAt) <= now
  const isOpen = student.isSelf && asked.closedAt === null
  const left = maxFiles - files.length
  const kind = STATE_KINDS[state]
  const name = nameIn(language, student)
  return (
    <>
      {isFirst && <HandInHead handIn={asked} />}
      <section className="app-card f-place-card f-place-own" aria-label={student.isSelf ? t('handIns.own') : name}>
        <h2>
          {student.isSelf ? t('handIns.own') : name} <Tag {...(kind && { kind })}>{t(`handIns.states.${state}`)}</Tag>
        </h2>
        {files.length === 0 ? (
          <p className="f-place-soft">{t(student.isSelf ? `handIns.hint.${state}` : 'handIns.hint.child')}</p>
        ) : (
          <>
            <HandedInFiles files={files} onOpen={setOpenId} onRemove={isOpen && !isDue && online ? remove : null} />
            <p className="f-place-soft">
              {t('handIns.handedInAt', { at: formatDateTime(files.at(-1)?.createdAt ?? asked.createdAt, language) })}
              {language === 'en' && ' '}
              {isOpen && t(isDue ? 'handIns.staysLate' : 'handIns.changeUntil')}
            </p>
          </>
        )}
        {isOpen && left > 0 && (
          <div className="f-place-buttons">
            {mayUpload && (
              <Button
                kind="primary"
                icon={Upload}
                busy={sending !== null}
                needsNetwork
                onClick={() => void upload(left)}
              >
                {sending === null ? t('handIns.upload') : t('handIns.sending', { name: sending })}
              </Button>
            )}
            <Button icon={FolderOpen} needsNetwork disabled={sending !== null} onClick={() => setChoosing(true)}>
              {t('handIns.fromFiles')}
            </Button>
          </div>
        )}
        {isOpen && left <= 0 && <p className="f-place-soft">{t('handIns.full', { count: maxFiles })}</p>}
        {isOpen && !online && <p className="f-place-soft">{t('handIns.offline')}</p>}
        <p className="k-field__error" role="alert">
          {failure}
        </p>
      </section>
      <HandedInPreview files={files} openId={openId} onShow={setOpenId} />
      {choosing && <OwnFilesDialog most={left} onClose={() => setChoosing(false)} onChoose={add} />}
    </>
  )
}

/** Handing in and taking back; each change is sent at once. */
function useHandingIn({ id, files, title, maxBytes, classStorage: { used, quota } }: AskedHandIn) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const renew = useRenewHandIns()
  /** The name of the file that is uploaded. */
  const [sending, setSending] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const ending = useRef<AbortController>(null)
  useEffect(() => () => ending.current?.abort(), [])

  const send = async (fileIds: readonly string[]) => {
    await portal.call(handInFiles, { id, fileIds: [...fileIds] }, { quiet: true })
    await renew()
  }
  const add = async (fileIds: readonly string[]) => {
    await send([...files.map((file) => file.id), ...fileIds])
    portal.notify('success', t('handIns.handedIn', { title }))
  }
  const attempt = async (work: () => Promise<void>) => {
    setFailure('')
    try {
      await work()
    } catch (error) {
      if (!ending.current?.signal.aborted) setFailure(failureText(error))
    } finally {
      setSending(null)
    }
  }

  return {
    sending,
    failure,
    /** Rejects with the failure, which the dialog tells. */
    add,
    upload: (most: number) =>
      attempt(async () => {
        const { entries } = await portal.upload.choose('files')
        const chosen = entries.flatMap((entry) => (entry.type === 'file' ? [entry.file] : []))
        if (chosen.length === 0) return
        if (chosen.length > most) {
          setFailure(t('handIns.tooMany', { count: most }))
          return
        }
        // Before anything is sent; the server decides when it is handed in.
        const left = quota === null ? null : Math.max(0, quota - used)
        if (left !== null && chosen.reduce((sum, { size }) => sum + size, 0) > left) {
          setFailure(t('handIns.classFull', { left: formatBytes(left, language) }))
          return
        }
        const controller = new AbortController()
        ending.current = controller
        const stored: string[] = []
        for (const file of chosen) {
          setSending(file.name)
          const one = await portal.upload.single(controller.signal, {
            file,
            ...(maxBytes !== null && { maxSize: maxBytes }),
          })
          stored.push(one.id)
        }
        await add(stored)
      }),
    remove: (file: HandedInFile) =>
      void attempt(async () => {
        await send(files.filter((one) => one.id !== file.id).map((one) => one.id))
        portal.notify('success', t('handIns.takenBack', { name: file.name }))
      }),
  }
}
