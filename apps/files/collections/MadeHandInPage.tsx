import BellRinging from '@phosphor-icons/core/regular/bell-ringing.svg?react'
import CheckCircle from '@phosphor-icons/core/regular/check-circle.svg?react'
import Clock from '@phosphor-icons/core/regular/clock.svg?react'
import FileZip from '@phosphor-icons/core/regular/file-zip.svg?react'
import Lock from '@phosphor-icons/core/regular/lock-simple.svg?react'
import LockOpen from '@phosphor-icons/core/regular/lock-simple-open.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  closeHandIn,
  downloadHandInZip,
  listHandIns,
  readHandIn,
  remindHandIn,
  removeHandIn,
  restoreHandIn,
  type HandInStudent,
} from '../../../contract/endpoints/storage/collections.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
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
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { ClassStorageLine } from './ClassStorageLine.tsx'
import { handInSheet } from './hand-in-sheet.ts'
import { personState, STATE_KINDS } from './hand-in-state.ts'
import { HandedInFiles } from './HandedInFiles.tsx'
import { HandedInPreview } from './HandedInPreview.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import { HandInHead } from './HandInHead.tsx'
import { ProgressLine } from './ProgressLine.tsx'

type Read = ResponseOf<typeof readHandIn>
type Filter = 'all' | 'done' | 'missing'

/** A teacher's own hand-in: who has handed in what. */
export function MadeHandInPage({ id }: { id: string }) {
  const query = useEndpoint(readHandIn, { id }, { onFocus: true })
  return <Loaded query={query}>{(handIn) => <Content handIn={handIn} />}</Loaded>
}

function Content({ handIn }: { handIn: Read }) {
  const t = useTexts()
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
              { value: 'all', label: t('handIns.all') },
              { value: 'done', label: t('handIns.person.done') },
              { value: 'missing', label: t('handIns.person.missing') },
            ]}
            value={filter}
            onChange={setFilter}
          />
          <ExportButton file={handIn.title} source={() => [handInSheet(handIn, t)]} />
        </div>
        {people.length === 0 ? (
          <p className="f-place-task k-soft">{t(`handIns.nobody.${filter}`)}</p>
        ) : (
          <ul>
            {people.map((person) => (
              <PersonRow key={person.studentId} handInId={handIn.id} person={person} onOpen={setOpenId} />
            ))}
          </ul>
        )}
      </section>
      <HandedInPreview
        files={people.flatMap((person) => person.files.map((file) => ({ ...file, by: nameIn(person, language) })))}
        openId={openId}
        onShow={setOpenId}
      />
      {editing && <HandInDialog handIn={handIn} onClose={() => setEditing(false)} />}
    </>
  )
}

function Actions({ handIn, onEdit }: { handIn: Read; onEdit: () => void }) {
  const t = useTexts()
  const call = useCall()
  const go = useNavigate()
  const mayCollect = usePermitted('files_collect')
  const { id, title } = handIn
  const isClosed = handIn.closedAt !== null
  const hasFiles = handIn.people.some(({ files }) => files.length > 0)
  const failed = t('handIns.notDone')
  const close = useChange((closed: boolean) => call(closeHandIn, { id, closed }), {
    done: (_, closed) => t(closed ? 'handIns.closedNow' : 'handIns.openedNow'),
    failed,
    undo: (_, closed) => () => call(closeHandIn, { id, closed: !closed }),
    undone: (closed) => t(closed ? 'handIns.openedNow' : 'handIns.closedNow'),
  })
  const remove = useChange(
    async () => {
      await call(removeHandIn, { id })
      void go(placePath({ page: 'hand-ins', id: null }))
    },
    {
      done: t('handIns.removedNow', { title, days: BIN_DAYS }),
      failed,
      undo: () => () => call(restoreHandIn, { id }),
      undone: t('handIns.restoredNow', { title }),
      // What is shown until the list is, is gone.
      renews: [listHandIns],
    },
  )
  const remind = useChange(() => call(remindHandIn, { id }), {
    done: ({ reminded }) => t('handIns.reminded', { count: reminded }),
    failed,
  })
  const busy = close.isPending || remove.isPending || remind.isPending
  if (!mayCollect) return null
  return (
    <>
      <Button icon={Pencil} needsNetwork onClick={onEdit}>
        {t('handIns.edit')}
      </Button>
      <Button icon={isClosed ? LockOpen : Lock} needsNetwork disabled={busy} onClick={() => close.mutate(!isClosed)}>
        {t(isClosed ? 'handIns.open' : 'handIns.close')}
      </Button>
      {!isClosed && handIn.handedIn < handIn.students && (
        <Button icon={BellRinging} needsNetwork disabled={busy} onClick={() => remind.mutate()}>
          {t('handIns.remind')}
        </Button>
      )}
      <Button icon={Trash} needsNetwork disabled={busy} onClick={() => remove.mutate()}>
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
  const state = personState(files)
  const last = files.at(-1)
  const name = nameIn(person, language)
  return (
    <CardRow
      glyph={files.length === 0 ? Clock : CheckCircle}
      title={
        <>
          {name} <Tag kind={STATE_KINDS[state]}>{t(`handIns.person.${state}`)}</Tag>
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
      {files.length > 0 && (
        <DownloadLink
          file={serverFile(downloadHandInZip, { id: handInId, studentId: person.studentId })}
          kind="icon"
          icon={FileZip}
          label={t('handIns.zipOf', { name })}
        />
      )}
    </CardRow>
  )
}
