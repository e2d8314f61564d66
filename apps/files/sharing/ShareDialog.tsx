import X from '@phosphor-icons/core/regular/x.svg?react'
import { useEffect, useRef, useState } from 'react'
import {
  findShareReceivers,
  saveShare,
  shareMarks,
  sharesOf,
  withdrawShare,
  type Share,
  type ShareReceiver,
} from '../../../contract/endpoints/storage/shares.ts'
import { wallTime } from '../../../contract/rules/zoned-time.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { nameIn } from '../../../src/app/micro-apps/names.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Input } from '../../../src/app/ui/fields/Input.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { Select } from '../../../src/app/ui/fields/Select.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'
import { useTexts } from '../portal.ts'
import { Receiver, showReceiver } from './receivers.tsx'

type Shareable = { readonly id: string; readonly kind: 'file' | 'folder'; readonly name: string }
/** How something is shared with a receiver. */
type Terms = Pick<Share, 'to' | 'edit' | 'until'> & { readonly tell?: boolean }

/** With whom a file or folder is shared: adding, changing and withdrawing, each at once. */
export default function ShareDialog({ entry, onClose }: { entry: Shareable; onClose: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const call = useCall()
  const { query, save, withdraw, busy, failure } = useShares(entry)
  const [picked, setPicked] = useState<ShareReceiver | null>(null)
  const [withdrawn, setWithdrawn] = useState<Share | null>(null)

  return (
    <Dialog
      title={t('sharing.dialog.title', { name: shortenName(entry.name) })}
      width="600px"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('sharing.dialog.done')}</Button>}
    >
      <div className="k-stack">
        {picked === null ? (
          <PickField<ShareReceiver>
            label={t('sharing.search.label')}
            hint={t('sharing.search.hint')}
            nothing={t('sharing.search.none')}
            chosen={[]}
            search={(text, signal) => call(findShareReceivers, { query: text }, { signal })}
            show={(receiver) => showReceiver(receiver, language, t)}
            onChange={([receiver]) => receiver && setPicked(receiver)}
          />
        ) : (
          <NewShare
            key={picked.id}
            kind={entry.kind}
            to={picked}
            busy={busy}
            onCancel={() => setPicked(null)}
            onShare={(terms) => save(terms, () => setPicked(null))}
          />
        )}
        <p className="k-field__error" role="alert">
          {failure}
        </p>
        {withdrawn && (
          <Withdrawn
            key={withdrawn.id}
            share={withdrawn}
            // They were told when it was shared first.
            onUndo={() => save({ ...withdrawn, tell: false }, () => setWithdrawn(null))}
          />
        )}
        <Loaded query={query} lines={4}>
          {(shares) => (
            <ShareList
              shares={shares}
              onChange={save}
              onWithdraw={(share) => withdraw(share, () => setWithdrawn(share))}
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

/** The shares of an entry and their changes; `then` is called after one that succeeded. */
function useShares({ id, kind }: Shareable) {
  const call = useCall()
  const query = useEndpoint(sharesOf, { id, kind })
  const change = useChange((work: () => Promise<Share[]>) => work(), {
    shows: endpointQuery(sharesOf, { id, kind }),
    renews: [shareMarks],
  })
  return {
    query,
    failure: change.error && failureText(change.error),
    busy: change.isPending,
    save: ({ to, edit, until, tell = true }: Terms, then = () => {}) =>
      change.mutate(() => call(saveShare, { id, kind, to: { kind: to.kind, id: to.id }, edit, until, tell }), {
        onSuccess: then,
      }),
    withdraw: (share: Share, then: () => void) =>
      change.mutate(
        async () => {
          await call(withdrawShare, { id: share.id })
          return (query.data ?? []).filter((one) => one.id !== share.id)
        },
        { onSuccess: then },
      ),
  }
}

function NewShare({
  kind,
  to,
  busy,
  onShare,
  onCancel,
}: {
  kind: Shareable['kind']
  to: ShareReceiver
  busy: boolean
  onShare: (terms: Terms) => void
  onCancel: () => void
}) {
  const t = useTexts()
  const [edit, setEdit] = useState(false)
  const [until, setUntil] = useState('')
  const [tell, setTell] = useState(true)
  const first = useRef<HTMLDivElement>(null)
  // The list of what was found, where the focus was, is gone.
  useEffect(() => first.current?.querySelector('input')?.focus(), [])
  return (
    <form
      className="f-place-new"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onShare({ to, edit, until: until === '' ? null : until, tell })
      }}
    >
      <span className="k-beside">
        <Receiver receiver={to} />
      </span>
      <div ref={first}>
        <Segments
          label={t('sharing.right')}
          hint={t(edit ? `sharing.editHint.${kind}` : 'sharing.viewHint')}
          options={[
            { value: 'view', label: t('sharing.view') },
            { value: 'edit', label: t('sharing.edit') },
          ]}
          value={edit ? 'edit' : 'view'}
          onChange={(value) => setEdit(value === 'edit')}
        />
      </div>
      <TextField
        label={t('sharing.until')}
        hint={t('sharing.untilHint')}
        type="date"
        min={today()}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <SwitchField
        label={t('sharing.tell')}
        hint={t('sharing.tellHint')}
        checked={tell}
        onChange={({ currentTarget }) => setTell(currentTarget.checked)}
      />
      <div className="k-buttons">
        <Button kind="primary" type="submit" busy={busy} needsNetwork>
          {t('sharing.share')}
        </Button>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
      </div>
    </form>
  )
}

function ShareList({
  shares,
  onChange,
  onWithdraw,
}: {
  shares: readonly Share[]
  onChange: (terms: Terms) => void
  onWithdraw: (share: Share) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  if (shares.length === 0) return <p className="k-soft">{t('sharing.none')}</p>
  return (
    <section>
      <h3>{t('sharing.with')}</h3>
      <ul className="f-place-shares">
        {shares.map((share) => {
          const name = nameIn(share.to, language)
          const isOver = share.until !== null && share.until < today()
          return (
            <li key={share.id}>
              <span className="k-beside">
                <Receiver receiver={share.to} />
              </span>
              <Select
                aria-label={t('sharing.rightOf', { name })}
                value={share.edit ? 'edit' : 'view'}
                needsNetwork
                options={[
                  ['view', t('sharing.view')],
                  ['edit', t('sharing.edit')],
                ]}
                onChoose={(right) => onChange({ ...share, edit: right === 'edit' })}
              />
              <Input
                className="k-field__input"
                type="date"
                aria-label={t(isOver ? 'sharing.overOf' : 'sharing.untilOf', { name })}
                aria-invalid={isOver || undefined}
                min={today()}
                value={share.until ?? ''}
                needsNetwork
                onChange={({ currentTarget: { value } }) => {
                  if (value === '' || value >= today()) onChange({ ...share, until: value === '' ? null : value })
                }}
              />
              <IconButton
                svg={X}
                label={t('sharing.withdraw', { name })}
                needsNetwork
                onClick={() => onWithdraw(share)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** In place of the share that the focus was on. */
function Withdrawn({ share, onUndo }: { share: Share; onUndo: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className="app-notice" role="status">
      <span>{t('sharing.withdrawn', { name: nameIn(share.to, language) })}</span>
      <Button ref={undo} onClick={onUndo}>
        {t('action.undo')}
      </Button>
    </div>
  )
}

/** Of this device; the server knows the unit's. */
const today = (): string => wallTime(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone).date
