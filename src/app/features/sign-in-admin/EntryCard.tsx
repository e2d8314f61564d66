import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settings, type SignInSettings } from '../../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { call } from '../../core/api/call.ts'
import { CallError } from '../../core/api/call-error.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { SvgComponent } from '../../ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../ui/layout/CardRow.tsx'
import { nameIn, ShowSettings } from './admin-context.ts'
import { Card } from './Card.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'

/** A card with entries that can be added, changed and deleted. After a deletion the focus moves to the neighbour. */
export function EntryCard<Entry extends { name: string; englishName: string; enabled: boolean }>({
  list,
  glyph,
  entries,
  describe,
  remove,
  renderForm,
  children,
}: {
  /** Under this key are the card's texts. */
  list: 'providers' | 'clients'
  glyph: SvgComponent
  entries: readonly Entry[]
  describe: (entry: Entry) => { key: string; tags?: readonly string[]; facts: readonly string[] }
  remove: (entry: Entry) => Promise<SignInSettings>
  /** The open dialog with the form; a new entry is null. */
  renderForm: (entry: Entry | null, close: () => void) => ReactNode
  /** Above the list. */
  children: ReactNode
}) {
  const { t } = useTranslation('signInAdmin')
  const language = useLanguage()
  const online = useOnline()
  const show = use(ShowSettings)
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
      title={t(`${list}.title`)}
      hint={t(`${list}.hint`)}
      action={
        <Button icon={Plus} disabled={!online} onClick={() => setEditing({ entry: null })}>
          {t(`${list}.add`)}
        </Button>
      }
    >
      {deleting && (
        <ConfirmDialog
          question={t(`${list}.deleteQuestion`, { name: nameIn(deleting, language) })}
          hint={t(`${list}.deleteHint`)}
          action={t('delete')}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            const left = await remove(deleting).catch(settingsIfGone)
            setDeleting(null)
            show(left, t('deleted', { name: nameIn(deleting, language) }))
          }}
        />
      )}
      {children}
      {entries.length === 0 && <EmptyState title={t(`${list}.none`)} />}
      <ul hidden={entries.length === 0} className="k-rows" ref={rows}>
        {entries.map((entry) => {
          const name = nameIn(entry, language)
          const { key, tags, facts } = describe(entry)
          return (
            <CardRow
              key={key}
              className="n-entry"
              glyph={glyph}
              size={20}
              title={
                <>
                  {name}
                  {entry.enabled ? <Tag kind="good">{t('on')}</Tag> : <Tag>{t('off')}</Tag>}
                  {tags?.map((tag) => (
                    <Tag key={tag} kind="warning">
                      {tag}
                    </Tag>
                  ))}
                </>
              }
              facts={facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            >
              <IconButton
                svg={Pencil}
                label={t('editNamed', { name })}
                disabled={!online}
                onClick={() => setEditing({ entry })}
              />
              <IconButton
                svg={Trash}
                label={t('deleteNamed', { name })}
                disabled={!online}
                onClick={() => setDeleting(entry)}
              />
            </CardRow>
          )
        })}
      </ul>
      {editing && renderForm(editing.entry, () => setEditing(null))}
    </Card>
  )
}

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** The settings after a refused deletion, if another administrator deleted the same meanwhile. */
function settingsIfGone(error: unknown): Promise<SignInSettings> {
  if (error instanceof CallError && GONE.includes(error.code)) return call(settings, {})
  throw error
}
