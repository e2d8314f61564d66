import './bin.css'
import ArrowUUpLeft from '@phosphor-icons/core/regular/arrow-u-up-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import TrashLarge from '@phosphor-icons/core/duotone/trash-duotone.svg?react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as files from '../../../contract/endpoints/storage/files.ts'
import { storageUsage } from '../../../contract/endpoints/storage/storage.ts'
import { BIN_DAYS, FILE_ENTRIES_MAX } from '../../../contract/limits.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../../src/app/ui/files/FileName.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { LoadMoreEnd } from '../../../src/app/ui/layout/LoadMore.tsx'
import { useSearchKeys } from '../../../src/app/micro-apps/app-context.ts'
import { folderPath } from '../listing/folder-path.ts'
import type { FolderStore } from '../listing/folder-store.ts'
import { progressOf } from '../listing/use-folder.ts'
import { usePortal, useTexts } from '../portal.ts'
import { BinSelection } from './BinSelection.tsx'
import { usePageHeading } from '../../../src/app/ui/record/use-page-heading.ts'

const BIN = [files.bin.name]

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What was removed, until when it can be restored, and what takes it away before. */
export function BinPage({ store }: { store: FolderStore }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const online = useOnline()
  const client = useQueryClient()
  const heading = usePageHeading('bin', t('bin.title'))
  useSearchKeys([{ path: folderPath(null), name: t('title') }])
  const list = useRef<HTMLUListElement>(null)
  /** What is asked about: entries, or the whole bin. */
  const [asked, setAsked] = useState<readonly files.BinEntry[] | 'all' | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    queryKey: BIN,
    queryFn: ({ signal, pageParam: after }) =>
      portal.call(files.bin, after === null ? {} : { after }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  const { end } = progressOf(query)
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const totals = query.data?.pages[0]?.totals

  // The list of the folder, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [heading])

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: BIN }),
      client.invalidateQueries({ queryKey: [storageUsage.name] }),
    ])
  const refuseOffline = () => {
    if (online) return false
    portal.notify('warning', t('offline.action'))
    return true
  }
  /** The rows go: the next one, or the heading, gets the focus. */
  const focusNext = (going: readonly files.BinEntry[]) => {
    const ids = new Set(going.map(({ id }) => id))
    const at = entries?.findIndex(({ id }) => ids.has(id)) ?? -1
    const stays = ({ id }: files.BinEntry) => !ids.has(id)
    const next = entries?.slice(Math.max(0, at)).find(stays) ?? entries?.findLast(stays)
    const row = next && list.current?.querySelector(`[data-bin="${CSS.escape(next.id)}"] button`)
    if (row instanceof HTMLElement) row.focus()
    else heading.current?.focus()
  }

  const restore = async (these: readonly files.BinEntry[]) => {
    if (refuseOffline()) return
    const name = shortenName(these[0]?.name ?? '')
    const number = these.length
    try {
      await store.restore(these)
      focusNext(these)
      setPicked(new Set())
      portal.notify('success', number === 1 ? t('restored', { name }) : t('many.restored', { number }))
    } catch (error) {
      const reason = failureText(error)
      const text = number === 1 ? t('notRestored', { name, reason }) : t('bin.notRestoredMany', { number, reason })
      portal.notify('error', text, { label: t('action.retry'), run: () => void restore(these) })
    }
    await refresh()
  }
  const purge = async (what: readonly files.BinEntry[] | 'all') => {
    if (what === 'all') await portal.call(files.emptyBin, {}, { quiet: true })
    else {
      for (let at = 0; at < what.length; at += FILE_ENTRIES_MAX) {
        const part = what.slice(at, at + FILE_ENTRIES_MAX).map(({ id, kind }) => ({ id, kind }))
        await portal.call(files.purge, { entries: part }, { quiet: true })
      }
    }
    setAsked(null)
    setPicked(new Set())
    if (what === 'all') heading.current?.focus()
    else focusNext(what)
    portal.notify('success', purgedText(what))
    await refresh()
  }
  const purgedText = (what: readonly files.BinEntry[] | 'all') => {
    if (what === 'all') return t('bin.emptied')
    const [only] = what
    return what.length === 1 && only
      ? t('bin.purged', { name: shortenName(only.name) })
      : t('bin.purgedMany', { number: what.length })
  }
  const question = (what: readonly files.BinEntry[]) => {
    const [only] = what
    return what.length === 1 && only
      ? t('bin.purgeQuestion', { name: shortenName(only.name) })
      : t('bin.purgeMany', { count: what.length })
  }
  // What is gone meanwhile is not selected any more.
  const selected = (entries ?? []).filter(({ id }) => picked.has(id))

  return (
    <div className="f-page">
      <header className="f-head">
        <nav className="f-path" aria-label={t('path')}>
          <ol>
            <li>
              <Link to={folderPath(null)}>{t('title')}</Link>
              <Icon svg={CaretRight} size={16} />
            </li>
            <li className="f-path__here" aria-current="page">
              <h1 ref={heading} tabIndex={-1}>
                {t('bin.title')}
              </h1>
            </li>
          </ol>
        </nav>
        {entries !== undefined && entries.length > 0 && (
          <Button
            icon={Trash}
            aria-disabled={!online || undefined}
            onClick={() => {
              if (!refuseOffline()) setAsked('all')
            }}
          >
            {t('bin.emptyNow')}
          </Button>
        )}
      </header>
      {asked !== null && (
        <ConfirmDialog
          question={asked === 'all' ? t('bin.emptyQuestion') : question(asked)}
          hint={asked === 'all' ? t('bin.emptyHint', { count: totals?.entries ?? 0 }) : t('bin.purgeHint')}
          action={asked === 'all' ? t('bin.emptyNow') : t('bin.purge')}
          onClose={() => setAsked(null)}
          onConfirm={() => purge(asked)}
        />
      )}
      {entries === undefined ? (
        <div className="app-card f-card--padded">
          <Loaded
            query={query}
            lines={6}
            text={{ failed: t('bin.failed'), offlineHint: t('failed.offlineHint'), safe: t('failed.safe') }}
          />
        </div>
      ) : entries.length === 0 ? (
        <div className="app-card f-card--padded f-card--centred">
          <EmptyState
            picture={<Icon svg={TrashLarge} size={96} />}
            title={t('bin.none')}
            hint={t('bin.noneHint', { days: BIN_DAYS })}
            action={
              <Link className="k-button k-button--primary" to={folderPath(null)}>
                {t('bin.back')}
              </Link>
            }
          />
        </div>
      ) : (
        <div className="app-card">
          <BinSelection
            count={selected.length}
            all={selected.length === entries.length}
            onAll={(isPicked) => setPicked(new Set(isPicked ? entries.map(({ id }) => id) : []))}
            onRestore={() => void restore(selected)}
            onPurge={() => {
              if (!refuseOffline()) setAsked(selected)
            }}
          />
          <ul ref={list} className="f-bin" aria-label={t('bin.list')}>
            {entries.map((entry) => (
              <li
                key={entry.id}
                className="f-bin__row"
                data-bin={entry.id}
                data-selected={picked.has(entry.id) || undefined}
              >
                <label className="f-pick">
                  <input
                    type="checkbox"
                    aria-label={t('selection.pick', { name: entry.name })}
                    checked={picked.has(entry.id)}
                    onChange={() => setPicked((now) => toggled(now, entry.id))}
                  />
                </label>
                <FileIcon kind={entry.kind} name={entry.name} />
                <div className="f-bin__text">
                  <FileName name={entry.name} />
                  <p className="f-bin__facts">
                    <span>
                      {entry.kind === 'folder' && `${t('table.files', { count: entry.files ?? 0 })} · `}
                      {formatBytes(entry.size, language)}
                    </span>
                    {entry.folderName !== null && (
                      <span>{t('bin.from', { folder: shortenName(entry.folderName) })}</span>
                    )}
                    <span>{t('bin.removedAt', { moment: formatDateTime(entry.removedAt, language) })}</span>
                    <span>{t('bin.goneAt', { moment: formatDateTime(entry.goneAt, language) })}</span>
                  </p>
                </div>
                <div className="f-bin__actions">
                  <Button
                    icon={ArrowUUpLeft}
                    aria-label={t('bin.restoreNamed', { name: entry.name })}
                    aria-disabled={!online || undefined}
                    onClick={() => void restore([entry])}
                  >
                    {t('bin.restore')}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={t('bin.purgeNamed', { name: entry.name })}
                    aria-disabled={!online || undefined}
                    onClick={() => {
                      if (!refuseOffline()) setAsked([entry])
                    }}
                  >
                    {t('bin.purge')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {end !== 'done' && (
            <LoadMoreEnd status={end} empty={false} onMore={() => void query.fetchNextPage({ cancelRefetch: false })} />
          )}
          {totals && (
            <p className="f-summary">
              {t('bin.summary', { count: totals.entries, size: formatBytes(totals.bytes, language), days: BIN_DAYS })}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
