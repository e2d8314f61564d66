import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { use, useEffect, useRef, useState, type ReactNode } from 'react'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import type { SignInSettings } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import type { SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { ShowSettings } from './show-settings.ts'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { nameIn, usePortal, useTexts } from '../portal-context.ts'

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** A card with entries that can be added, changed and deleted. After a deletion the focus moves to the neighbour. */
export function EntryCard<Entry extends { name: string; englishName: string; enabled: boolean }>({
  list,
  glyph,
  entries,
  describe,
  remove,
  renderForm,
  closed = null,
  children,
}: {
  /** Under this key are the card's texts. */
  list: 'providers' | 'clients'
  glyph: SvgComponent
  entries: readonly Entry[]
  /** `locked`: why the entry cannot be changed here; null or absent where it can. */
  describe: (entry: Entry) => {
    key: string
    tags?: readonly string[]
    facts: readonly string[]
    locked?: string | null
  }
  remove: (entry: Entry) => Promise<SignInSettings>
  /** The open dialog with the form; a new entry is null. */
  renderForm: (entry: Entry | null, close: () => void) => ReactNode
  /** Why nothing can be added or deleted here; null or absent where it can. */
  closed?: string | null
  /** Above the list. */
  children: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  const show = use(ShowSettings)
  const portal = usePortal()
  /** The settings after a refused deletion, if another administrator deleted the same meanwhile. */
  const settingsIfGone = (error: unknown): Promise<SignInSettings> => {
    if (GONE.includes(failureCode(error))) return portal.call(signInAdmin.settings, {}, { quiet: true })
    throw error
  }
  const [editing, setEditing] = useState<{ entry: Entry | null } | null>(null)
  const [deleting, setDeleting] = useState<Entry | null>(null)
  const keys = entries.map((entry) => describe(entry).key)
  const shown = useRef(keys)
  const rows = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const place = shown.current.findIndex((key) => !keys.includes(key))
    shown.current = keys
    if (place < 0) return
    const present = [...(rows.current?.children ?? [])]
    const next = present[Math.min(place, present.length - 1)]?.querySelector('button')
    if (next) next.focus()
    else rows.current?.closest('section')?.querySelector('h2')?.focus()
  })

  return (
    <Card
      title={t(`signIn.${list}.title`)}
      hint={t(`signIn.${list}.hint`)}
      action={
        closed === null && (
          <Button
            icon={Plus}
            data-action={list === 'clients' ? 'add-client' : 'add-provider'}
            needsNetwork
            onClick={() => setEditing({ entry: null })}
          >
            {t(`signIn.${list}.add`)}
          </Button>
        )
      }
    >
      {deleting && (
        <ConfirmDialog
          question={t(`signIn.${list}.deleteQuestion`, { name: nameIn(deleting, language) })}
          hint={t(`signIn.${list}.deleteHint`)}
          action={t('signIn.delete')}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            const left = await remove(deleting).catch(settingsIfGone)
            setDeleting(null)
            show(left, t('signIn.deleted', { name: nameIn(deleting, language) }))
          }}
        />
      )}
      {closed !== null && <p className="n-hint">{closed}</p>}
      {children}
      {entries.length === 0 && <EmptyState title={t(`signIn.${list}.none`)} />}
      <ul hidden={entries.length === 0} className="k-rows" ref={rows}>
        {entries.map((entry) => {
          const name = nameIn(entry, language)
          const { key, tags, facts, locked } = describe(entry)
          return (
            <CardRow
              key={key}
              className="n-entry"
              glyph={glyph}
              size={20}
              title={
                <>
                  {name}
                  {entry.enabled ? <Tag kind="good">{t('signIn.on')}</Tag> : <Tag>{t('signIn.off')}</Tag>}
                  {tags?.map((tag) => (
                    <Tag key={tag} kind="warning">
                      {tag}
                    </Tag>
                  ))}
                </>
              }
              facts={[...facts, ...(locked ? [locked] : [])].map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            >
              {!locked && (
                <IconButton
                  svg={Pencil}
                  label={t('signIn.editNamed', { name })}
                  needsNetwork
                  onClick={() => setEditing({ entry })}
                />
              )}
              {closed === null && (
                <IconButton
                  svg={Trash}
                  label={t('signIn.deleteNamed', { name })}
                  needsNetwork
                  onClick={() => setDeleting(entry)}
                />
              )}
            </CardRow>
          )
        })}
      </ul>
      {editing && renderForm(editing.entry, () => setEditing(null))}
    </Card>
  )
}
