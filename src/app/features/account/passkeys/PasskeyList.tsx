import '../protection.css'
import glyph from '@phosphor-icons/core/regular/key.svg?raw'
import { useLanguage } from '../../../core/language/use-language.ts'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useState, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import {
  ownPasskeys,
  type OwnPasskey,
  renamePasskey,
  removePasskey,
} from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { call } from '../../../core/api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatDateTime } from '../../../ui/format/format.ts'
import { passkeyKey } from '../../../core/storage/local-keys.ts'
import { useQuery } from '../../../core/state/use-query.ts'
import { AccountCard, AccountRow } from '../AccountCard.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { notify } from '../../../core/notices/notices.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { forgiveGone } from '../forgive-gone.ts'
import { ProofDialog, type ProvedQuestion } from '../proof/ProofDialog.tsx'

const readPasskeys = (signal?: AbortSignal) => call(ownPasskeys, {}, signal ? { signal } : {})

type Doing = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

export function PasskeyList({ onChanged }: { onChanged: () => void }) {
  const online = useOnline()
  const { t } = useTranslation('protection')
  const { query, reload, retry } = useQuery(online, readPasskeys)
  const [doing, setDoing] = useState<Doing | null>(null)
  const { heading, focusHeading } = useHeadingFocus(doing !== null)
  const isKnown = 'PublicKeyCredential' in globalThis

  const done = async () => {
    // The button that opened the dialog may be gone.
    if (doing?.kind === 'remove') focusHeading()
    await reload().catch(reportFailure)
    setDoing(null)
    onChanged()
  }

  const passkeys = query.status === 'ready' ? query.value : []
  return (
    <AccountCard
      id="account-passkeys"
      title={t('passkeys')}
      heading={heading}
      beside={
        isKnown && (
          <Button disabled={!online || query.status !== 'ready'} onClick={() => setDoing({ kind: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className="a-note">{t('passkeysHint')}</p>
      {!isKnown && <p className="a-note">{t('passkeysUnknown')}</p>}
      <QueryStatus query={query} onRetry={retry} />
      {query.status === 'ready' && passkeys.length === 0 && <p className="a-note">{t('passkeysNone')}</p>}
      {passkeys.length > 0 && (
        <ul className="a-rows" aria-labelledby="account-passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onDo={(kind) => setDoing({ kind, passkey })} />
          ))}
        </ul>
      )}
      <AddPasskeyDialog
        open={doing?.kind === 'add'}
        onClose={() => setDoing(null)}
        onAdded={() => {
          passkeyKey.set(true)
          void done()
        }}
      />
      <RenamePasskeyDialog
        passkey={doing?.kind === 'rename' ? doing.passkey : null}
        onClose={() => setDoing(null)}
        onRenamed={() => void done()}
      />
      <RemovePasskeyDialog
        passkey={doing?.kind === 'remove' ? doing.passkey : null}
        onClose={() => setDoing(null)}
        onRemoved={() => {
          if (passkeys.length === 1) passkeyKey.remove()
          return done()
        }}
      />
    </AccountCard>
  )
}

function PasskeyRow({
  passkey: { name, synced, createdAt, lastUsedAt },
  onDo,
}: {
  passkey: OwnPasskey
  onDo: (kind: 'rename' | 'remove') => void
}) {
  const language = useLanguage()
  const online = useOnline()
  const { t } = useTranslation('protection')
  const at = (moment: string, text: 'lastUsed' | 'added') => (
    <Trans
      ns="protection"
      i18nKey={text}
      values={{ time: formatDateTime(moment, language) }}
      components={{ time: <time dateTime={moment} /> }}
    />
  )
  return (
    <AccountRow
      className="a-row--actions"
      glyph={glyph}
      title={
        <>
          {name}
          {synced && <span className="a-tag a-tag--good">{t('synced')}</span>}
        </>
      }
      facts={
        <>
          <span>{lastUsedAt === null ? t('neverUsed') : at(lastUsedAt, 'lastUsed')}</span>
          <span>{at(createdAt, 'added')}</span>
        </>
      }
    >
      <div className="a-actions">
        <Button aria-label={t('renameNamed', { name })} disabled={!online} onClick={() => onDo('rename')}>
          {t('rename')}
        </Button>
        <Button aria-label={t('removeNamed', { name })} disabled={!online} onClick={() => onDo('remove')}>
          {t('remove')}
        </Button>
      </div>
    </AccountRow>
  )
}

function RenamePasskeyDialog({
  passkey,
  onClose,
  onRenamed,
}: {
  passkey: OwnPasskey | null
  onClose: () => void
  onRenamed: () => void
}) {
  const { t } = useTranslation('protection')
  const input = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!passkey) return null
  const { passkeyId } = passkey

  const rename = async () => {
    const name = input.current?.value.trim() ?? ''
    setEmpty(name === '')
    if (name === '') {
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      await call(renamePasskey, { passkeyId, name })
      notify('success', t('renamed', { name }))
      onRenamed()
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormDialog title={t('renameTitle')} confirm={t('save')} busy={busy} onSend={() => void rename()} onClose={onClose}>
      <TextField
        label={t('name')}
        input={input}
        defaultValue={passkey.name}
        autoComplete="off"
        maxLength={100}
        error={isEmpty ? t('nameEmpty') : ''}
      />
    </FormDialog>
  )
}

/** Asks for password (and code) before a passkey is removed. */
function RemovePasskeyDialog({
  passkey,
  onRemoved,
  ...rest
}: {
  passkey: OwnPasskey | null
  onClose: () => void
  onRemoved: () => Promise<void>
}) {
  const { t } = useTranslation('protection')

  const ask = ({ passkeyId, name }: OwnPasskey): ProvedQuestion => ({
    question: t('removeQuestion'),
    hint: t('removeHint', { name }),
    action: t('remove'),
    async confirm(proof) {
      await call(removePasskey, { passkeyId, ...proof }).catch(forgiveGone('passkey.not_found'))
      await onRemoved()
      return t('removed', { name })
    },
  })

  return <ProofDialog asked={passkey && ask(passkey)} {...rest} />
}
