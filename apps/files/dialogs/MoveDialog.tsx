import './move-dialog.css'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as TreeButton, Collection, I18nProvider, Tree, TreeItem, TreeItemContent } from 'react-aria-components'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import type { Entry } from '../listing/entries.ts'
import type { MoveTarget } from '../listing/use-entry-actions.ts'
import { usePortal, useTexts } from '../portal.ts'
import { loadSubfolders } from './folder-tree.ts'

const TOP = 'top'

/** Asks for the folder that entries are moved to, in a tree whose levels are loaded as they are opened. */
export default function MoveDialog({
  entries,
  from,
  path,
  onClose,
  onChosen,
}: {
  entries: readonly Entry[]
  /** The folder that they are in. */
  from: string | null
  /** The folders down to it, which are open at first. */
  path: readonly { readonly id: string }[]
  onClose: () => void
  onChosen: (target: MoveTarget) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const [chosen, setChosen] = useState<MoveTarget | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([TOP, ...path.map(({ id }) => id)]))
  // A folder cannot go into itself.
  const taboo = new Set(entries.flatMap(({ kind, id }) => (kind === 'folder' ? id : [])))
  const [first] = entries
  const title =
    entries.length === 1 && first
      ? t('move.title', { name: shortenName(first.name) })
      : t('many.move', { number: entries.length })
  const [names] = useState(() => new Map<string, string>())
  const top = { id: null, name: t('title') }

  return (
    <Dialog
      title={title}
      width="480px"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            kind="primary"
            disabled={chosen === null || chosen.id === from}
            onClick={() => {
              if (chosen) onChosen(chosen)
            }}
          >
            {t('move.confirm')}
          </Button>
        </>
      }
    >
      <I18nProvider locale={language === 'en' ? 'en-US' : 'zh-CN'}>
        <Tree
          className="f-tree"
          aria-label={t('move.tree')}
          selectionMode="single"
          selectionBehavior="replace"
          disabledKeys={taboo}
          selectedKeys={chosen === null ? [] : [chosen.id ?? TOP]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys].map(String)
            setChosen(key === undefined ? null : key === TOP ? top : { id: key, name: names.get(key) ?? '' })
          }}
          expandedKeys={open}
          onExpandedChange={(keys) => setOpen(new Set([...keys].map(String)))}
        >
          <Branch {...top} open={open} names={names} here={from} taboo={taboo} />
        </Tree>
      </I18nProvider>
      <p className="k-field__hint" role="status">
        {chosen?.id === from && chosen !== null ? t('move.here') : t('move.hint')}
      </p>
    </Dialog>
  )
}

interface BranchProps {
  readonly id: string | null
  readonly name: string
  readonly open: ReadonlySet<string>
  /** The names of the folders that were loaded. */
  readonly names: Map<string, string>
  readonly here: string | null
  readonly taboo: ReadonlySet<string>
}

/** A folder of the tree; what is in it is loaded when it is opened. */
function Branch({ id, name, open, names, here, taboo }: BranchProps) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const key = id ?? TOP
  const isOpen = open.has(key)
  const { data, error, refetch } = useQuery({
    queryKey: ['folders of the tree', id, language],
    enabled: isOpen && !taboo.has(key),
    networkMode: 'always',
    retry: false,
    queryFn: async ({ signal }) => {
      const found = await loadSubfolders(signal, portal, id, language)
      for (const folder of found) names.set(folder.id, folder.name)
      return found
    },
  })
  const isEmpty = data?.length === 0
  return (
    <TreeItem id={key} textValue={name} hasChildItems={!isEmpty && !taboo.has(key)}>
      <TreeItemContent>
        {({ isExpanded, hasChildItems }) => (
          <>
            {hasChildItems ? (
              <TreeButton slot="chevron" className="f-tree__open" data-open={isExpanded || undefined}>
                <Icon svg={CaretRight} size={16} />
              </TreeButton>
            ) : (
              <span className="f-tree__open" />
            )}
            <FileIcon kind="folder" name={name} />
            <span className="f-tree__name">{name}</span>
            {id === here && <span className="f-tree__here">{t('move.isHere')}</span>}
            {error !== null && (
              <TreeButton className="k-button k-button--quiet" onPress={() => void refetch()}>
                {t('move.failed', { reason: failureText(error) })}
              </TreeButton>
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={data ?? []} dependencies={[open, here]}>
        {(folder) => <Branch id={folder.id} name={folder.name} open={open} names={names} here={here} taboo={taboo} />}
      </Collection>
    </TreeItem>
  )
}
