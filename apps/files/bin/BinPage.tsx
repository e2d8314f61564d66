import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import TrashLarge from '@phosphor-icons/core/duotone/trash-duotone.svg?react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { BIN_DAYS } from '../../../contract/limits.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { CheckBox } from '../../../src/app/ui/fields/CheckBox.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { CardRow } from '../../../src/app/ui/layout/CardRow.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { useSearchKeys } from '../../../src/app/micro-apps/app-context.ts'
import { EmptyCard } from '../EmptyCard.tsx'
import { FolderPath } from '../listing/FolderPath.tsx'
import { folderPath } from '../listing/folder-path.ts'
import type { FolderStore } from '../listing/folder-store.ts'
import { neighbourOf } from '../listing/selection.ts'
import { PickAll, SelectionBar } from '../listing/SelectionBar.tsx'
import { MoreEntries, useEntryPages } from '../listing/use-entry-pages.tsx'
import { useSelection } from '../listing/use-selection.ts'
import { useTexts, type TextKey } from '../portal.ts'

/** Entries, or the whole bin. */
type What = readonly files.BinEntry[] | 'all'

/** Of the button in the entry's row. */
const restoreId = ({ id }: files.BinEntry) => `restore-${id}`

/** What was removed, until when it can be restored, and what takes it away before. */
export default function BinPage({ store }: { store: FolderStore }) {
  const t = useTexts()
  const call = useCall()
  const language = useLanguage()
  const own = { path: folderPath(null), name: t('title') }
  useSearchKeys([own])
  const root = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<What | null>(null)
  const query = useEntryPages([files.bin.name], (where, signal) => call(files.bin, where, { signal }))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const totals = query.data?.pages[0]?.totals
  const { selected, ids, select, selectAll, clear } = useSelection(null, entries)

  const focusHeading = () => root.current?.querySelector('h1')?.focus()
  // The list of the folder, which had the focus, is gone.
  useEffect(focusHeading, [])

  /** The rows go: the next one, or the heading, gets the focus. */
  const leave = (going: What) => {
    clear()
    const next = going === 'all' ? undefined : neighbourOf(entries, going)
    const button = next && document.getElementById(restoreId(next))
    if (button) button.focus()
    else focusHeading()
  }
  /** The text for one entry, or for several. */
  const tell = (one: TextKey, many: TextKey, going: readonly files.BinEntry[]) =>
    going.length === 1 ? t(one, { name: shortenName(going[0]?.name ?? '') }) : t(many, { number: going.length })
  const restore = useChange((going: readonly files.BinEntry[]) => store.restore(going), {
    done: (_, going) => tell('restored', 'many.restored', going),
    failed: (going) => tell('notRestored', 'many.notRestored', going),
  })
  const purge = useChange(
    (going: What): Promise<unknown> => (going === 'all' ? call(files.emptyBin, {}) : store.purge(going)),
    { done: (_, going) => (going === 'all' ? t('bin.emptied') : tell('bin.purged', 'bin.purgedMany', going)) },
  )
  const startRestoring = (going: readonly files.BinEntry[]) => restore.mutate(going, { onSuccess: () => leave(going) })

  return (
    <div ref={root} className="app-page f-page">
      <PageHead title={t('bin.title')} above={<FolderPath steps={[own]} />}>
        {entries.length > 0 && (
          <Button icon={Trash} needsNetwork onClick={() => setAsked('all')}>
            {t('bin.emptyNow')}
          </Button>
        )}
      </PageHead>
      <SelectionBar
        label={t('bin.selected')}
        count={selected.length}
        onClear={() => {
          clear()
          focusHeading()
        }}
      >
        <Button icon={ArrowUUpLeft} needsNetwork onClick={() => startRestoring(selected)}>
          {t('bin.restore')}
        </Button>
        <Button kind="quiet" needsNetwork onClick={() => setAsked(selected)}>
          {t('bin.purge')}
        </Button>
      </SelectionBar>
      {asked !== null && (
        <PurgeDialog
          asked={asked}
          all={totals?.entries ?? 0}
          onClose={() => setAsked(null)}
          change={() => purge.mutateAsync(asked)}
          onDone={() => leave(asked)}
        />
      )}
      {query.data && entries.length === 0 ? (
        <EmptyCard
          glyph={TrashLarge}
          title={t('bin.none')}
          hint={t('bin.noneHint', { days: BIN_DAYS })}
          to={{ path: own.path, label: t('bin.back') }}
        />
      ) : (
        <div className="app-card f-place-card">
          <Loaded
            query={query}
            lines={6}
            text={{ failed: t('bin.failed'), offlineHint: t('failed.offlineHint'), safe: t('failed.safe') }}
          >
            {() => (
              <>
                <PickAll
                  count={selected.length}
                  all={entries.length}
                  isLabelled
                  onPickAll={(isPicked) => (isPicked ? selectAll() : clear())}
                />
                <ul className="f-dense" aria-label={t('bin.list')}>
                  {entries.map((entry) => (
                    <BinRow
                      key={entry.id}
                      entry={entry}
                      isSelected={ids.has(entry.id)}
                      onPick={() => select(entry, 'toggle')}
                      onRestore={() => startRestoring([entry])}
                      onPurge={() => setAsked([entry])}
                    />
                  ))}
                </ul>
                <MoreEntries query={query} />
                {totals && (
                  <p className="f-summary">
                    {t('bin.summary', {
                      count: totals.entries,
                      size: formatBytes(totals.bytes, language),
                      days: BIN_DAYS,
                    })}
                  </p>
                )}
              </>
            )}
          </Loaded>
        </div>
      )}
    </div>
  )
}

function PurgeDialog({
  asked,
  all,
  ...dialog
}: {
  asked: What
  /** Entries of the bin. */
  all: number
} & Pick<ComponentProps<typeof ConfirmDialog>, 'onClose' | 'change' | 'onDone'>) {
  const t = useTexts()
  if (asked === 'all')
    return (
      <ConfirmDialog
        question={t('bin.emptyQuestion')}
        hint={t('bin.emptyHint', { count: all })}
        action={t('bin.emptyNow')}
        {...dialog}
      />
    )
  const [first, ...others] = asked
  return (
    <ConfirmDialog
      question={
        others.length === 0
          ? t('bin.purgeQuestion', { name: shortenName(first?.name ?? '') })
          : t('bin.purgeMany', { count: asked.length })
      }
      hint={t('bin.purgeHint')}
      action={t('bin.purge')}
      {...dialog}
    />
  )
}

function BinRow({
  entry,
  isSelected,
  onPick,
  onRestore,
  onPurge,
}: {
  entry: files.BinEntry
  isSelected: boolean
  onPick: () => void
  onRestore: () => void
  onPurge: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const { kind, name, size, folderName, removedAt, goneAt } = entry
  return (
    <CardRow
      before={
        <>
          <CheckBox label={t('selection.pick', { name })} checked={isSelected} onChange={onPick} />
          <FileIcon kind={kind} name={name} />
        </>
      }
      title={<FileName name={name} />}
      facts={
        <>
          <span>
            {kind === 'folder' && `${t('table.files', { count: entry.files ?? 0 })} · `}
            {formatBytes(size, language)}
          </span>
          {folderName !== null && <span>{t('bin.from', { folder: shortenName(folderName) })}</span>}
          <span>{t('bin.removedAt', { moment: formatDateTime(removedAt, language) })}</span>
          <span>{t('bin.goneAt', { moment: formatDateTime(goneAt, language) })}</span>
        </>
      }
    >
      <span className="f-row-actions">
        <Button
          id={restoreId(entry)}
          icon={ArrowUUpLeft}
          aria-label={t('bin.restoreNamed', { name })}
          needsNetwork
          onClick={onRestore}
        >
          {t('bin.restore')}
        </Button>
        <Button kind="quiet" aria-label={t('bin.purgeNamed', { name })} needsNetwork onClick={onPurge}>
          {t('bin.purge')}
        </Button>
      </span>
    </CardRow>
  )
}
