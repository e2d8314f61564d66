import AppIcon from '@phosphor-icons/core/regular/app-window.svg?react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownApplications, revokeApplication, type OwnApplication } from '../../../../contract/endpoints/account.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { endpointQuery, renew } from '../../core/query/query-client.ts'
import { useChange } from '../../core/query/use-change.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { CardRow } from '../../ui/layout/CardRow.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { renewAccount } from './account-query.ts'
import { AddDeviceDialog, AddedDeviceDialog, type AddedDevice } from './AddDeviceDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'
import { useFocusWhen } from './use-focus-when.ts'

type Doing =
  | { readonly kind: 'add' }
  | { readonly kind: 'added'; readonly device: AddedDevice }
  | { readonly kind: 'revoke'; readonly application: OwnApplication }

export function ApplicationList() {
  const language = useLanguage()
  const { t } = useTranslation('account')
  const { data: applications = [], isSuccess } = useQuery({
    ...endpointQuery(ownApplications, {}),
    meta: { notice: true },
  })
  const [doing, setDoing] = useState<Doing | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(doing === null)
  const close = () => setDoing(null)
  // Devices sign in by a way that the unit may have turned off.
  const mayAdd = documentUnit()?.signInWays?.userClient === true

  const revoke = useChange(
    async ({ kind, id }: OwnApplication) => {
      await call(revokeApplication, { kind, id }).catch(forgiveGone('account.application_gone'))
      return applications.filter((other) => other.kind !== kind || other.id !== id)
    },
    {
      done: (_, application) => t('revoked', { application: nameOf(application, language) }),
      shows: endpointQuery(ownApplications, {}),
      renews: [],
    },
  )

  const showAdded = (device: AddedDevice) => {
    setDoing({ kind: 'added', device })
    void renew(ownApplications)
    void renewAccount()
  }

  if (applications.length === 0 && !mayAdd) return null
  return (
    <Card
      className="a-card"
      id="account-applications"
      title={t('applications')}
      heading={heading}
      action={
        mayAdd && (
          <Button needsNetwork onClick={() => setDoing({ kind: 'add' })}>
            {t('addDevice')}
          </Button>
        )
      }
    >
      {isSuccess && applications.length === 0 && <p className="k-note">{t('applicationsNone')}</p>}
      <ul className="k-rows" hidden={applications.length === 0}>
        {applications.map((application) => (
          <CardRow
            key={`${application.kind} ${application.id}`}
            glyph={AppIcon}
            title={nameOf(application, language)}
            facts={
              <>
                <span>{t(application.kind === 'client' ? 'applicationSignsIn' : 'applicationReads')}</span>
                <Moment at={application.since} text="applicationSince" />
                {application.lastUsedAt && <Moment at={application.lastUsedAt} text="lastUsed" />}
              </>
            }
          >
            <Button
              aria-label={t('revokeNamed', { application: nameOf(application, language) })}
              needsNetwork
              onClick={() => setDoing({ kind: 'revoke', application })}
            >
              {t('revoke')}
            </Button>
          </CardRow>
        ))}
      </ul>
      {doing?.kind === 'add' && <AddDeviceDialog onClose={close} onAdded={showAdded} />}
      {doing?.kind === 'added' && <AddedDeviceDialog added={doing.device} onClose={close} />}
      {doing?.kind === 'revoke' && (
        <ConfirmDialog
          question={t('revokeQuestion')}
          hint={t('revokeHint', { application: nameOf(doing.application, language) })}
          action={t('revoke')}
          onClose={close}
          onConfirm={async () => {
            await revoke.mutateAsync(doing.application)
            focusHeading()
            close()
          }}
        />
      )}
    </Card>
  )
}

function nameOf({ name, englishName }: OwnApplication, language: Language): string {
  return language === 'en' ? englishName : name
}
