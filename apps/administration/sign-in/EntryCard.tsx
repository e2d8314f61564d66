import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState, type ReactNode } from 'react'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import type { SvgComponent } from '../../../src/app/ui/icons/Icon.tsx'
import { EntryRow } from '../EntryRow.tsx'
import { useSignInChange } from './use-sign-in-change.ts'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { ListCard } from '../ListCard.tsx'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { useLocale } from '../portal-context.ts'

const GONE = ['sso.provider_unknown', 'sso.client_unknown']

/** A card with entries that can be added, changed and deleted. */
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
  remove: (entry: Entry) => Promise<signInAdmin.SignInSettings>
  /** The open dialog with the form; a new entry is null. */
  renderForm: (entry: Entry | null, close: () => void) => ReactNode
  /** Why nothing can be added or deleted here; null or absent where it can. */
  closed?: string | null
  /** Above the list. */
  children: ReactNode
}) {
  const { t, nameOf } = useLocale()
  const call = useCall()
  const change = useSignInChange(
    (entry: Entry) =>
      remove(entry).catch((error: unknown) => {
        // Another administrator has deleted it meanwhile.
        if (GONE.includes(failureCode(error))) return call(signInAdmin.settings, {})
        throw error
      }),
    { done: (_, entry) => t('structure.deleted', { name: nameOf(entry) }) },
  )
  const [editing, setEditing] = useState<{ entry: Entry | null } | null>(null)
  const [deleting, setDeleting] = useState<Entry | null>(null)

  return (
    <ListCard
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
          question={t('units.delete.question', { name: nameOf(deleting) })}
          hint={t(`signIn.${list}.deleteHint`)}
          action={t('action.delete')}
          onClose={() => setDeleting(null)}
          change={() => change.mutateAsync(deleting)}
        />
      )}
      {closed !== null && <p className="k-soft">{closed}</p>}
      {children}
      {entries.length === 0 && <EmptyState title={t(`signIn.${list}.none`)} />}
      <ul hidden={entries.length === 0} className="k-rows">
        {entries.map((entry) => {
          const name = nameOf(entry)
          const { key, tags = [], facts, locked } = describe(entry)
          return (
            <EntryRow
              key={key}
              as="li"
              glyph={glyph}
              name={name}
              tags={[
                entry.enabled ? { text: t('signIn.on'), tone: 'good' } : { text: t('signIn.off') },
                ...tags.map((text) => ({ text, tone: 'warning' as const })),
              ]}
              details={locked ? [...facts, locked] : facts}
            >
              {!locked && (
                <IconButton
                  svg={Pencil}
                  label={t('action.editNamed', { name })}
                  needsNetwork
                  onClick={() => setEditing({ entry })}
                />
              )}
              {closed === null && (
                <IconButton
                  svg={Trash}
                  label={t('action.deleteNamed', { name })}
                  needsNetwork
                  onClick={() => setDeleting(entry)}
                />
              )}
            </EntryRow>
          )
        })}
      </ul>
      {editing && renderForm(editing.entry, () => setEditing(null))}
    </ListCard>
  )
}
