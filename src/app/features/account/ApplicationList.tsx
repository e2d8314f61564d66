import AppIcon from '@phosphor-icons/core/regular/app-window.svg?react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownApplications, revokeApplication, type OwnApplication } from '../../../../contract/endpoints/account.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { endpointQuery, showResponse } from '../../core/query/query-client.ts'
import { CardRow } from '../../ui/layout/CardRow.tsx'
import { AccountCard } from './AccountCard.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'
import { useFocusWhen } from './use-focus-when.ts'

export function ApplicationList() {
  const language = useLanguage()
  const online = useOnline()
  const { t } = useTranslation('account')
  const { data: applications = [] } = useQuery({ ...endpointQuery(ownApplications, {}), meta: { notice: true } })
  const [asked, setAsked] = useState<OwnApplication | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(asked === null)

  const ask = (application: OwnApplication) => {
    const { kind, id } = application
    const named = { application: nameOf(application, language) }
    return {
      question: t('revokeQuestion'),
      hint: t('revokeHint', named),
      action: t('revoke'),
      async confirm() {
        await call(revokeApplication, { kind, id }).catch(forgiveGone('account.application_gone'))
        const left = applications.filter((other) => other.kind !== kind || other.id !== id)
        await showResponse(ownApplications, {}, left)
        focusHeading()
        setAsked(null)
        return t('revoked', named)
      },
    }
  }

  if (applications.length === 0) return null
  return (
    <AccountCard id="account-applications" title={t('applications')} heading={heading}>
      <ul className="k-rows">
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
              disabled={!online}
              onClick={() => setAsked(application)}
            >
              {t('revoke')}
            </Button>
          </CardRow>
        ))}
      </ul>
      <ConfirmDialog asked={asked && ask(asked)} onClose={() => setAsked(null)} />
    </AccountCard>
  )
}

function nameOf({ name, englishName }: OwnApplication, language: Language): string {
  return language === 'en' ? englishName : name
}
