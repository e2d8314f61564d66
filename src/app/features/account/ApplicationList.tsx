import appGlyph from '@phosphor-icons/core/regular/app-window.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApplications, revokeApplication, type OwnApplication } from '../../../../contract/calls/account.ts'
import type { Language } from '../../../../contract/envelope.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { useReading } from '../../state/use-reading.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

const readApplications = (signal?: AbortSignal) => call(ownApplications, {}, signal ? { signal } : {})

/** Applications that may act for the person, each of which they can take that from. Shows nothing where there are none. */
export function ApplicationList({
  language,
  online,
  onFailure,
}: {
  language: Language
  online: boolean
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('account')
  const { reading, show } = useReading(online, readApplications, onFailure)
  const [asked, setAsked] = useState<OwnApplication | null>(null)
  const { heading, focusHeading } = useHeadingFocus(asked !== null)
  const applications = reading.status === 'ready' ? reading.value : []

  const ask = (application: OwnApplication) => {
    const { kind, id } = application
    const named = { application: nameOf(application, language) }
    return {
      question: t('revokeQuestion'),
      hint: t('revokeHint', named),
      action: t('revoke'),
      async confirm() {
        await call(revokeApplication, { kind, id }).catch(forgiveGone('account.application_gone'))
        show(applications.filter((other) => other.kind !== kind || other.id !== id))
        focusHeading()
        setAsked(null)
        return t('revoked', named)
      },
    }
  }

  if (applications.length === 0) return null
  return (
    <section className="k-card" aria-labelledby="account-applications">
      <div className="a-card__head">
        <h2 id="account-applications" ref={heading} tabIndex={-1}>
          {t('applications')}
        </h2>
      </div>
      <ul className="a-rows">
        {applications.map((application) => (
          <li className="a-row" key={`${application.kind} ${application.id}`}>
            <span className="a-row__glyph">
              <Icon svg={appGlyph} size={24} />
            </span>
            <div className="a-row__text">
              <p className="a-row__title">{nameOf(application, language)}</p>
              <p className="a-row__facts">
                <span>{t(application.kind === 'client' ? 'applicationSignsIn' : 'applicationReads')}</span>
                <span>
                  <Moment at={application.since} language={language} text="applicationSince" />
                </span>
                {application.lastUsedAt && (
                  <span>
                    <Moment at={application.lastUsedAt} language={language} text="lastUsed" />
                  </span>
                )}
              </p>
            </div>
            <Button
              className="a-row__action"
              aria-label={t('revokeNamed', { application: nameOf(application, language) })}
              disabled={!online}
              onClick={() => setAsked(application)}
            >
              {t('revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog asked={asked && ask(asked)} onClose={() => setAsked(null)} onFailure={onFailure} />
    </section>
  )
}

function nameOf({ name, englishName }: OwnApplication, language: Language): string {
  return language === 'en' ? englishName : name
}
