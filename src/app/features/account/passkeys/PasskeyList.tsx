import '../protection.css'
import KeyIcon from '@phosphor-icons/core/regular/key.svg?react'
import { adminAccess } from '../../../../../contract/endpoints/sign-in/admin-access.ts'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import {
  ownPasskeys,
  type OwnPasskey,
  renamePasskey,
  removePasskey,
} from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { call } from '../../../core/api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { passkeyKey } from '../../../core/storage/local-keys.ts'
import { endpointQuery, renew } from '../../../core/query/query-client.ts'
import { CardRow, Tag } from '../../../ui/layout/CardRow.tsx'
import { renewAccount } from '../account-query.ts'
import { Moment } from '../Moment.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { useFocusWhen } from '../use-focus-when.ts'
import { notify } from '../../../core/notices/notices.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/record/Card.tsx'
import { forgiveGone } from '../forgive-gone.ts'
import type { ProvedQuestion } from '../../../ui/proof/ProofDialog.tsx'
import { ProofDialog } from '../proof/ProofDialog.tsx'

type Doing = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: OwnPasskey }

export function PasskeyList() {
  const { t } = useTranslation('protection')
  const query = useQuery(endpointQuery(ownPasskeys, {}))
  const [doing, setDoing] = useState<Doing | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(doing === null)
  const close = () => setDoing(null)
  const isKnown = 'PublicKeyCredential' in globalThis

  const done = async () => {
    // The button that opened the dialog may be gone.
    if (doing?.kind === 'remove') focusHeading()
    await renew(ownPasskeys, adminAccess)
    setDoing(null)
    void renewAccount()
  }

  const passkeys = query.data ?? []
  const askRemoval = ({ passkeyId, name }: OwnPasskey): ProvedQuestion => ({
    question: t('removeQuestion'),
    hint: t('removeHint', { name }),
    action: t('remove'),
    async confirm(proof) {
      await call(removePasskey, { passkeyId, ...proof }).catch(forgiveGone('passkey.not_found'))
      if (passkeys.length === 1) passkeyKey.remove()
      await done()
      return t('removed', { name })
    },
  })

  return (
    <Card
      className="a-card"
      id="account-passkeys"
      title={t('passkeys')}
      heading={heading}
      action={
        isKnown && (
          <Button
            data-action="add-passkey"
            needsNetwork
            disabled={!query.data}
            onClick={() => setDoing({ kind: 'add' })}
          >
            {t('add')}
          </Button>
        )
      }
      hint={t('passkeysHint')}
    >
      {!isKnown && <p className="k-note">{t('passkeysUnknown')}</p>}
      <Loaded query={query} lines={2} />
      {query.data?.length === 0 && <p className="k-note">{t('passkeysNone')}</p>}
      {passkeys.length > 0 && (
        <ul className="k-rows" aria-labelledby="account-passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onDo={(kind) => setDoing({ kind, passkey })} />
          ))}
        </ul>
      )}
      {doing?.kind === 'add' && (
        <AddPasskeyDialog
          onClose={close}
          onAdded={() => {
            passkeyKey.set(true)
            void done()
          }}
        />
      )}
      {doing?.kind === 'rename' && (
        <RenamePasskeyDialog passkey={doing.passkey} onClose={close} onRenamed={() => void done()} />
      )}
      <ProofDialog asked={doing?.kind === 'remove' ? askRemoval(doing.passkey) : null} onClose={close} />
    </Card>
  )
}

function PasskeyRow({
  passkey: { name, synced, host, createdAt, lastUsedAt },
  onDo,
}: {
  passkey: OwnPasskey
  onDo: (kind: 'rename' | 'remove') => void
}) {
  const { t } = useTranslation('protection')
  return (
    <CardRow
      className="a-passkey"
      glyph={KeyIcon}
      title={
        <>
          {name}
          {synced && <Tag kind="good">{t('synced')}</Tag>}
          {host !== null && host !== location.hostname && <Tag kind="warning">{t('notHere')}</Tag>}
        </>
      }
      facts={
        <>
          {host !== null && <span>{t('worksAt', { host })}</span>}
          {lastUsedAt === null ? <span>{t('neverUsed')}</span> : <Moment at={lastUsedAt} text="lastUsed" />}
          <Moment at={createdAt} text="protection:added" />
        </>
      }
    >
      <div className="a-actions">
        <Button aria-label={t('renameNamed', { name })} needsNetwork onClick={() => onDo('rename')}>
          {t('rename')}
        </Button>
        <Button aria-label={t('removeNamed', { name })} needsNetwork onClick={() => onDo('remove')}>
          {t('remove')}
        </Button>
      </div>
    </CardRow>
  )
}

function RenamePasskeyDialog({
  passkey,
  onClose,
  onRenamed,
}: {
  passkey: OwnPasskey
  onClose: () => void
  onRenamed: () => void
}) {
  const { t } = useTranslation('protection')
  const form = useForm({
    schema: z.pick(renamePasskey.request, { name: true }),
    values: { name: passkey.name },
    texts: { name: t('nameEmpty') },
    async submit({ name }) {
      await call(renamePasskey, { passkeyId: passkey.passkeyId, name })
      notify('success', t('renamed', { name }))
      onRenamed()
    },
    onFailure: reportFailure,
  })
  return (
    <FormDialog title={t('renameTitle')} action={t('save')} form={form} offline={null} onClose={onClose}>
      <TextField {...form.field('name')} label={t('name')} />
    </FormDialog>
  )
}
