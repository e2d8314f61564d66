import AppIcon from '@phosphor-icons/core/regular/app-window.svg?react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownApplications, revokeApplication, type OwnApplication } from '../../../../contract/endpoints/account.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { endpointQuery } from '../../core/query/query-client.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { AddDeviceDialog, AddedDeviceDialog, type AddedDevice } from './AddDeviceDialog.tsx'
import { EntryCard, type Entry } from './EntryCard.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'

export function ApplicationList() {
  const language = useLanguage()
  const { t } = useTranslation('account')
  const { data: applications = [], isSuccess } = useQuery({
    ...endpointQuery(ownApplications, {}),
    meta: { notice: true },
  })
  const [adding, setAdding] = useState<AddedDevice | 'asking' | null>(null)
  const close = () => setAdding(null)
  // Devices sign in by a way that the unit may have turned off.
  const mayAdd = documentUnit()?.signInWays?.userClient === true

  const entryOf = ({ kind, id, name, englishName, since, lastUsedAt }: OwnApplication): Entry => {
    const application = language === 'en' ? englishName : name
    return {
      key: `${kind} ${id}`,
      glyph: AppIcon,
      title: application,
      facts: (
        <>
          <span>{t(kind === 'client' ? 'applicationSignsIn' : 'applicationReads')}</span>
          <Moment at={since} text="applicationSince" />
          {lastUsedAt && <Moment at={lastUsedAt} text="lastUsed" />}
        </>
      ),
      removal: {
        label: t('revokeNamed', { application }),
        question: t('revokeQuestion'),
        hint: t('revokeHint', { application }),
        action: t('revoke'),
        async confirm() {
          await call(revokeApplication, { kind, id }).catch(forgiveGone('account.application_gone'))
          return t('revoked', { application })
        },
      },
    }
  }

  return (
    <EntryCard
      id="account-applications"
      title={t('applications')}
      action={
        mayAdd && (
          <Button needsNetwork onClick={() => setAdding('asking')}>
            {t('addDevice')}
          </Button>
        )
      }
      entries={applications.map(entryOf)}
      none={isSuccess && applications.length === 0 && t('applicationsNone')}
      isOffered={mayAdd}
      renews={[ownApplications]}
    >
      {adding === 'asking' && <AddDeviceDialog onClose={close} onAdded={setAdding} />}
      {adding !== null && adding !== 'asking' && <AddedDeviceDialog added={adding} onClose={close} />}
    </EntryCard>
  )
}
