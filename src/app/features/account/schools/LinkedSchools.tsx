import Building from '@phosphor-icons/core/regular/building.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as linkedSchools from '../../../../../contract/endpoints/family/linked-schools.ts'
import { LINKS_MAX, type LinkedSchool } from '../../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../../core/api/call.ts'
import {
  linkedSchoolsQuery,
  schoolAddress,
  schoolName,
  showLinkedSchools,
} from '../../../core/family/linked-schools.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { queryClient } from '../../../core/query/query-client.ts'
import { personName } from '../../../micro-apps/names.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardRow } from '../../../ui/layout/CardRow.tsx'
import { Card } from '../../../ui/record/Card.tsx'
import { renewAccount } from '../account-query.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Moment } from '../Moment.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { useFocusWhen } from '../use-focus-when.ts'
import { EnterCodeDialog, MakeCodeDialog } from './LinkDialogs.tsx'

type Doing = { readonly kind: 'make' | 'enter' } | { readonly kind: 'remove'; readonly school: LinkedSchool }

/** A parent's accounts at other schools: linked by a code that is made there and typed here, or the other way round. */
export function LinkedSchools({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const query = useQuery(linkedSchoolsQuery(user))
  const { data: schools = [], isSuccess } = query
  const [doing, setDoing] = useState<Doing | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(doing === null)
  const isFull = schools.length >= LINKS_MAX

  const close = () => {
    // The code may have been used meanwhile.
    if (doing?.kind === 'make') void queryClient.invalidateQueries(linkedSchoolsQuery(user))
    setDoing(null)
  }

  const ask = (school: LinkedSchool) => {
    const named = { school: schoolName(school, language) }
    return {
      question: t('schools.removeQuestion', named),
      hint: t('schools.removeHint'),
      action: t('schools.remove'),
      async confirm() {
        await showLinkedSchools(user, await call(linkedSchools.unlink, { linkId: school.linkId }))
        void renewAccount()
        focusHeading()
        close()
        return t('schools.removed', named)
      },
    }
  }

  return (
    <Card
      className="a-card"
      id="account-schools"
      title={t('schools.title')}
      heading={heading}
      action={
        <span className="a-buttons">
          <Button needsNetwork disabled={isFull} onClick={() => setDoing({ kind: 'make' })}>
            {t('schools.code')}
          </Button>
          <Button needsNetwork disabled={isFull} onClick={() => setDoing({ kind: 'enter' })}>
            {t('schools.enter')}
          </Button>
        </span>
      }
      hint={isFull ? t('schools.full') : t('schools.hint')}
    >
      <Loaded query={query} lines={2} />
      {isSuccess && schools.length === 0 && <p className="k-soft">{t('schools.none')}</p>}
      <ul className="k-rows a-schools" hidden={schools.length === 0}>
        {schools.map((school) => {
          const name = schoolName(school, language)
          const address = schoolAddress(school)
          return (
            <CardRow
              key={school.linkId}
              glyph={Building}
              title={name}
              facts={
                <>
                  <span>{t('schools.as', { name: personName(school.person, language) })}</span>
                  <Moment at={school.linkedAt} text="schools.since" />
                </>
              }
              more={school.problem && <p className="a-warning">{t(`schools.problem.${school.problem}`)}</p>}
            >
              {address !== null && (
                <a
                  className="k-button k-button--quiet"
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t('schools.openOf', { school: name })}
                >
                  {t('schools.open')}
                </a>
              )}
              <Button
                aria-label={t('schools.removeOf', { school: name })}
                needsNetwork
                onClick={() => setDoing({ kind: 'remove', school })}
              >
                {t('schools.remove')}
              </Button>
            </CardRow>
          )
        })}
      </ul>
      {doing?.kind === 'make' && (
        <MakeCodeDialog create={linkedSchools.createLinkCode} hint={t('schools.codeHint')} onClose={close} />
      )}
      {doing?.kind === 'enter' && <EnterCodeDialog user={user} onClose={close} />}
      <ConfirmDialog asked={doing?.kind === 'remove' ? ask(doing.school) : null} onClose={close} />
    </Card>
  )
}
