import BellRinging from '@phosphor-icons/core/regular/bell-ringing.svg?react'
import CheckCircle from '@phosphor-icons/core/regular/check-circle.svg?react'
import Clock from '@phosphor-icons/core/regular/clock.svg?react'
import FileZip from '@phosphor-icons/core/regular/file-zip.svg?react'
import Lock from '@phosphor-icons/core/regular/lock-simple.svg?react'
import LockOpen from '@phosphor-icons/core/regular/lock-simple-open.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  closeHandIn,
  downloadHandInZip,
  readHandIn,
  remindHandIn,
  removeHandIn,
  restoreHandIn,
  type HandInStudent,
} from '../../../contract/endpoints/storage/collections.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ExportButton } from '../../../src/app/ui/export/ExportButton.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { nameIn } from '../sharing/receivers.tsx'
import { ClassStorageLine } from './ClassStorageLine.tsx'
import { handInSheet } from './hand-in-sheet.ts'
import { HandedInFiles } from './HandedInFiles.tsx'
import { HandedInPreview } from './HandedInPreview.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import { HandInHead } from './HandInHead.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { useRenewHandIns } from './use-hand-ins.ts'

type Read = ResponseOf<typeof readHandIn>
type Filter = 'all' | 'done' | 'missing'

/** A teacher's own hand-in: who has handed in what. */
export function MadeHandInPage({ id }: { id: string }) {
  const portal = usePortal()
  const query = useQuery({
    queryKey: [readHandIn.name, id],
    queryFn: ({ signal }) => portal.call(readHandIn, { id }, { signal, quiet: true }),
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  })
  return <Loaded query={query}>{(handIn) => <Content handIn={handIn} />}</Loaded>
}

function Content({ handIn }: { handIn: Read }) {
  const t = useTexts()
  const renew = useRenewHandIns()
  const [filter, setFilter] = useState<Filter>('all')
  const [editing, setEditing] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const language = useLanguage()
  const people = handIn.people.filter(({ files }) => filter === 'all' || (filter === 'done') === files.length > 0)
  return (
    <>
      <HandInHead handIn={handIn}>
        <Actions handIn={handIn} onEdit={() => setEditing(true)} />
      </HandInHead>
      <section className="app-card f-place-card" aria-label={t('handIns.people')}>
        <div className="f-place-summary">
          <div className="f-place-lines">
            <ProgressLine made={handIn} />
            <ClassStorageLine storage={handIn.classStorage} />
          </div>
          <Segments
            label={t('handIns.filter')}
            labelled="unseen"
            options={[
              { value: 'all', label: t('handIns.filters.all') },
              { value: 'done', label: t('handIns.filters.done') },
              { value: 'missing', label: t('handIns.filters.missing') },
            ]}
            value={filter}
            onChange={setFilter}
          />
          <ExportButton file={handIn.title} source={() => [handInSheet(handIn, t)]} />
        </div>
        {people.length === 0 ? (
          <p className="f-place-task f-place-soft">{t(`handIns.nobody.${filter}`)}</p>
        ) : (
          <ul>
            {people.map((person) => (
              <PersonRow key={person.studentId} handInId={handIn.id} person={person} onOpen={setOpenId} />
            ))}
          </ul>
        )}
      </section>
      <HandedInPreview
        files={people.flatMap((person) => person.files.map((file) => ({ ...file, by: nameIn(language, person) })))}
        openId={openId}
        onShow={setOpenId}
      />
      {editing && <HandInDialog handIn={handIn} onClose={() => setEditing(false)} onSaved={() => void renew()} />}
    </>
  )
}

function Actions({ handIn, onEdit }: { handIn: Read; onEdit: () => void }) {
  const t = useTexts()
  const portal = usePortal()
  const renew = useRenewHandIns()
  const go = useNavigate()
  const mayCollect = usePermitted('files_collect')
  const [busy, setBusy] = useState(false)
  const { id } = handIn
  const isClosed = handIn.closedAt !== null
  const hasFiles = handIn.people.some(({ files }) => files.length > 0)
  if (!mayCollect) return null

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      await renew()
    } catch (error) {
      portal.notify('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const close = (closed: boolean) =>
    attempt(async () => {
      await portal.call(closeHandIn, { id, closed }, { quiet: true })
      portal.notify('success', t(closed ? 'handIns.closedNow' : 'handIns.openedNow'), {
        label: t('action.undo'),
        run: () => void close(!closed),
      })
    })
  const restore = async () => {
    try {
      await portal.call(restoreHandIn, { id }, { quiet: true })
      portal.notify('success', t('handIns.restoredNow', { title: handIn.title }))
      await renew()
    } catch (error) {
      portal.notify('error', failureText(error), { label: t('action.retry'), run: () => void restore() })
    }
  }
  const remove = () =>
    attempt(async () => {
      await portal.call(removeHandIn, { id }, { quiet: true })
      portal.notify('success', t('handIns.removedNow', { title: handIn.title, days: BIN_DAYS }), {
        label: t('action.undo'),
        run: () => void restore(),
      })
      void go(placePath({ page: 'hand-ins', id: null }))
    })
  const remind = () =>
    attempt(async () => {
      const { reminded } = await portal.call(remindHandIn, { id }, { quiet: true })
      portal.notify('success', t('handIns.reminded', { count: reminded }))
    })
  return (
    <>
      <Button icon={Pencil} needsNetwork onClick={onEdit}>
        {t('handIns.edit')}
      </Button>
      <Button icon={isClosed ? LockOpen : Lock} needsNetwork disabled={busy} onClick={() => void close(!isClosed)}>
        {t(isClosed ? 'handIns.open' : 'handIns.close')}
      </Button>
      {!isClosed && handIn.handedIn < handIn.students && (
        <Button icon={BellRinging} needsNetwork disabled={busy} onClick={() => void remind()}>
          {t('handIns.remind')}
        </Button>
      )}
      <Button icon={Trash} needsNetwork disabled={busy} onClick={() => void remove()}>
        {t('selection.remove')}
      </Button>
      {hasFiles && (
        <DownloadLink file={serverFile(downloadHandInZip, { id })} kind="primary" icon={FileZip}>
          {t('action.downloadAll')}
        </DownloadLink>
      )}
    </>
  )
}

/** What one pupil handed in, as a ZIP. */
function PersonZip({ handInId, person }: { handInId: string; person: HandInStudent }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <DownloadLink
      file={serverFile(downloadHandInZip, { id: handInId, studentId: person.studentId })}
      kind="icon"
      icon={FileZip}
      label={t('handIns.zipOf', { name: nameIn(language, person) })}
    />
  )
}

function PersonRow({
  handInId,
  person,
  onOpen,
}: {
  handInId: string
  person: HandInStudent
  onOpen: (fileId: string) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const { files, number, inClass } = person
  const isLate = files.some(({ late }) => late)
  const state = files.length === 0 ? 'missing' : isLate ? 'late' : 'done'
  const kind = { missing: undefined, late: 'warning', done: 'good' } as const
  const last = files.at(-1)
  return (
    <CardRow
      glyph={files.length === 0 ? Clock : CheckCircle}
      title={
        <>
          {nameIn(language, person)}{' '}
          <Tag {...(kind[state] && { kind: kind[state] })}>{t(`handIns.person.${state}`)}</Tag>
        </>
      }
      facts={
        <>
          <span>{number}</span>
          {!inClass && <span>{t('handIns.left')}</span>}
          {last && <span>{formatDateTime(last.createdAt, language)}</span>}
        </>
      }
      more={<HandedInFiles files={files} onOpen={onOpen} />}
    >
      {files.length > 0 && <PersonZip handInId={handInId} person={person} />}
    </CardRow>
  )
}
