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
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import { call } from '../../../core/api/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { passkeyKey } from '../../../core/storage/local-keys.ts'
import { endpointQuery } from '../../../core/query/query-client.ts'
import { useChange } from '../../../core/query/use-change.ts'
import { Tag } from '../../../ui/layout/CardRow.tsx'
import { EntryCard, type Entry } from '../EntryCard.tsx'
import { Moment } from '../Moment.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { forgiveGone } from '../forgive-gone.ts'

export function PasskeyList() {
  const { t } = useTranslation('protection')
  const query = useQuery(endpointQuery(ownPasskeys, {}))
  const { data: passkeys = [] } = query
  const [doing, setDoing] = useState<'add' | OwnPasskey | null>(null)
  const close = () => setDoing(null)
  const isKnown = 'PublicKeyCredential' in globalThis

  const entryOf = (passkey: OwnPasskey): Entry => {
    const { passkeyId, name, synced, host, createdAt, lastUsedAt } = passkey
    return {
      key: passkeyId,
      glyph: KeyIcon,
      title: (
        <>
          {name}
          {synced && <Tag kind="good">{t('synced')}</Tag>}
          {host !== null && host !== location.hostname && <Tag kind="warning">{t('notHere')}</Tag>}
        </>
      ),
      facts: (
        <>
          {host !== null && <span>{t('worksAt', { host })}</span>}
          <Moment at={lastUsedAt} text="lastUsed" never={t('neverUsed')} />
          <Moment at={createdAt} text="protection:added" />
        </>
      ),
      actions: (
        <Button aria-label={t('renameNamed', { name })} needsNetwork onClick={() => setDoing(passkey)}>
          {t('rename')}
        </Button>
      ),
      removal: {
        label: t('removeNamed', { name }),
        question: t('removeQuestion'),
        hint: t('removeHint', { name }),
        action: t('remove'),
        async confirm(proof) {
          await call(removePasskey, { passkeyId, ...proof }).catch(forgiveGone('passkey.not_found'))
          if (passkeys.length === 1) passkeyKey.remove()
          return t('removed', { name })
        },
      },
    }
  }

  return (
    <EntryCard
      id="account-passkeys"
      title={t('passkeys')}
      hint={t('passkeysHint')}
      action={
        isKnown && (
          <Button data-action="add-passkey" needsNetwork disabled={!query.data} onClick={() => setDoing('add')}>
            {t('add')}
          </Button>
        )
      }
      note={!isKnown && t('passkeysUnknown')}
      query={query}
      entries={passkeys.map(entryOf)}
      none={query.data?.length === 0 && t('passkeysNone')}
      proved
      renews={[ownPasskeys, adminAccess]}
    >
      {doing === 'add' && <AddPasskeyDialog onClose={close} />}
      {doing !== null && doing !== 'add' && <RenamePasskeyDialog passkey={doing} onClose={close} />}
    </EntryCard>
  )
}

function RenamePasskeyDialog({ passkey: { passkeyId, name }, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const { t } = useTranslation('protection')
  const rename = useChange(renamePasskey, {
    done: (_, sent) => t('renamed', { name: sent.name }),
    renews: [ownPasskeys, ownSessions],
  })
  const form = useForm({
    schema: z.pick(renamePasskey.request, { name: true }),
    values: { name },
    texts: { name: t('nameEmpty') },
    async submit(typed) {
      await rename.mutateAsync({ passkeyId, ...typed })
      onClose()
    },
    onFailure: reportFailure,
  })
  return (
    <FormDialog title={t('renameTitle')} form={form} offline={null} onClose={onClose}>
      <TextField {...form.field('name')} label={t('name')} />
    </FormDialog>
  )
}
