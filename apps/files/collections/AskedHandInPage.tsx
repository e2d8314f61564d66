import Upload from '@phosphor-icons/core/bold/upload-simple-bold.svg?react'
import FolderOpen from '@phosphor-icons/core/regular/folder-open.svg?react'
import { useEffect, useRef, useState } from 'react'
import {
  handInFiles,
  listHandIns,
  type AskedHandIn,
  type HandedInFile,
} from '../../../contract/endpoints/storage/collections.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { renew } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { HandedInFiles } from './HandedInFiles.tsx'
import { HandedInPreview } from './HandedInPreview.tsx'
import { HandInHead } from './HandInHead.tsx'
import { STATE_KINDS, stateOf } from './hand-in-state.ts'
import { OwnFilesDialog } from './OwnFilesDialog.tsx'

/** What is asked of a pupil, who hands in here; parents see it. */
export function AskedHandInPage({ asked, isFirst }: { asked: AskedHandIn; isFirst: boolean }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const mayUpload = usePermitted('files_upload')
  const [now] = useState(() => Date.now())
  const { add, done, upload, remove, sending, failure } = useHandingIn(asked)
  const [choosing, setChoosing] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const { student, files, maxFiles } = asked
  const state = stateOf(asked, now)
  const hint = state === 'overdue' || state === 'closed' ? state : 'open'
  const isDue = Date.parse(asked.dueAt) <= now
  const isOpen = student.isSelf && asked.closedAt === null
  const left = maxFiles - files.length
  const title = student.isSelf ? t('handIns.own') : nameIn(student, language)
  return (
    <>
      {isFirst && <HandInHead handIn={asked} />}
      <Card title={title} tag={<Tag kind={STATE_KINDS[state]}>{t(`handIns.states.${state}`)}</Tag>} aria-label={title}>
        {files.length === 0 ? (
          <p className="k-soft">{t(`handIns.hint.${student.isSelf ? hint : 'child'}`)}</p>
        ) : (
          <>
            <HandedInFiles files={files} onOpen={setOpenId} onRemove={isOpen && !isDue && online ? remove : null} />
            <p className="k-soft">
              {t('handIns.handedInAt', { at: formatDateTime(files.at(-1)?.createdAt ?? asked.createdAt, language) })}
              {language === 'en' && ' '}
              {isOpen && t(isDue ? 'handIns.staysLate' : 'handIns.changeUntil')}
            </p>
          </>
        )}
        {isOpen && left > 0 && (
          <div className="k-buttons">
            {mayUpload && (
              <Button kind="primary" icon={Upload} busy={sending !== null} needsNetwork onClick={() => upload(left)}>
                {sending === null ? t('handIns.upload') : t('handIns.sending', { name: sending })}
              </Button>
            )}
            <Button icon={FolderOpen} needsNetwork disabled={sending !== null} onClick={() => setChoosing(true)}>
              {t('handIns.fromFiles')}
            </Button>
          </div>
        )}
        {isOpen && left <= 0 && <p className="k-soft">{t('handIns.full', { count: maxFiles })}</p>}
        {isOpen && !online && <p className="k-soft">{t('handIns.offline')}</p>}
        <FormFailure failure={failure} />
      </Card>
      <HandedInPreview files={files} openId={openId} onShow={setOpenId} />
      {choosing && <OwnFilesDialog most={left} done={done} onChoose={add} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Handing in and taking back; each change is sent at once. */
function useHandingIn({ id, files, title, maxBytes, classStorage: { used, quota } }: AskedHandIn) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const portal = usePortal()
  /** The name of the file that is uploaded. */
  const [sending, setSending] = useState<string | null>(null)
  /** Why nothing was sent. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const ending = useRef<AbortController>(null)
  useEffect(() => () => ending.current?.abort(), [])

  const idsOf = (handedIn: readonly HandedInFile[]) => handedIn.map((file) => file.id)
  const send = async (fileIds: string[]) => {
    await call(handInFiles, { id, fileIds })
    // Before more can be sent: that would leave out what it does not know of.
    await renew(listHandIns)
  }
  const add = (fileIds: readonly string[]) => send([...idsOf(files), ...fileIds])
  const done = t('handIns.handedIn', { title })
  /** Uploading or taking back; resolves to what is said of it. */
  const change = useChange((work: () => Promise<string | null>) => work(), { done: (text) => text, renews: [] })
  const start = (work: () => Promise<string | null>) => {
    setRefusal(null)
    change.mutate(work)
  }

  const upload = async (most: number): Promise<string | null> => {
    const { entries } = await portal.upload.choose('files')
    const chosen = entries.flatMap((entry) => (entry.type === 'file' ? [entry.file] : []))
    // Before anything is sent; the server decides when it is handed in.
    const left = quota === null ? Infinity : Math.max(0, quota - used)
    const isTooMuch = chosen.reduce((sum, { size }) => sum + size, 0) > left
    if (chosen.length > most) setRefusal(t('handIns.tooMany', { count: most }))
    else if (isTooMuch) setRefusal(t('handIns.classFull', { left: formatBytes(left, language) }))
    if (chosen.length === 0 || chosen.length > most || isTooMuch) return null
    const controller = new AbortController()
    ending.current = controller
    const stored: string[] = []
    try {
      for (const file of chosen) {
        setSending(file.name)
        const one = await portal.upload.single(controller.signal, {
          file,
          ...(maxBytes !== null && { maxSize: maxBytes }),
        })
        stored.push(one.id)
      }
      await add(stored)
    } finally {
      setSending(null)
    }
    return done
  }
  return {
    sending,
    failure: refusal ?? (change.error && failureText(change.error)),
    add,
    done,
    upload: (most: number) => start(() => upload(most)),
    remove: (file: HandedInFile) =>
      start(async () => {
        await send(idsOf(files.filter((one) => one.id !== file.id)))
        return t('handIns.takenBack', { name: file.name })
      }),
  }
}
