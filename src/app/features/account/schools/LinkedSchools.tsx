import Building from '@phosphor-icons/core/regular/building.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
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
import { useChange } from '../../../core/query/use-change.ts'
import { linkedSchoolsKey } from '../../../core/storage/home-keys.ts'
import { personName } from '../../../micro-apps/names.ts'
import { Button } from '../../../ui/Button.tsx'
import { EntryCard, type Entry } from '../EntryCard.tsx'
import { Moment } from '../Moment.tsx'
import { EnterCodeDialog, MakeCodeDialog } from './LinkDialogs.tsx'

/** A parent's accounts at other schools: linked by a code that is made there and typed here, or the other way round. */
export function LinkedSchools({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const query = useQuery(linkedSchoolsQuery(user))
  const { data: schools = [], isSuccess } = query
  const [doing, setDoing] = useState<'make' | 'enter' | null>(null)
  const isFull = schools.length >= LINKS_MAX

  const close = () => {
    // The code may have been used meanwhile.
    if (doing === 'make') void queryClient.invalidateQueries(linkedSchoolsQuery(user))
    setDoing(null)
  }
  const link = useChange(
    async (code: string) => {
      const before = new Set((linkedSchoolsKey(user.userId).get() ?? []).map(({ linkId }) => linkId))
      const links = await call(linkedSchools.link, { code })
      await showLinkedSchools(user, links)
      return links.find(({ linkId }) => !before.has(linkId)) ?? links.at(-1)
    },
    {
      done: (made) => (made ? t('schools.linked', { school: schoolName(made, language) }) : null),
      renews: [ownSessions],
    },
  )

  const entryOf = (linked: LinkedSchool): Entry => {
    const { linkId, person, linkedAt, problem } = linked
    const school = schoolName(linked, language)
    const address = schoolAddress(linked)
    return {
      key: linkId,
      glyph: Building,
      title: school,
      facts: (
        <>
          <span>{t('schools.as', { name: personName(person, language) })}</span>
          <Moment at={linkedAt} text="schools.since" />
        </>
      ),
      more: problem && <p className="a-warning">{t(`schools.problem.${problem}`)}</p>,
      actions: address !== null && (
        <a
          className="k-button k-button--quiet"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('schools.openOf', { school })}
        >
          {t('schools.open')}
        </a>
      ),
      removal: {
        label: t('schools.removeOf', { school }),
        question: t('schools.removeQuestion', { school }),
        hint: t('schools.removeHint'),
        action: t('schools.remove'),
        async confirm() {
          await showLinkedSchools(user, await call(linkedSchools.unlink, { linkId }))
          return t('schools.removed', { school })
        },
      },
    }
  }

  return (
    <EntryCard
      id="account-schools"
      title={t('schools.title')}
      action={
        <span className="a-buttons">
          <Button needsNetwork disabled={isFull} onClick={() => setDoing('make')}>
            {t('schools.code')}
          </Button>
          <Button needsNetwork disabled={isFull} onClick={() => setDoing('enter')}>
            {t('schools.enter')}
          </Button>
        </span>
      }
      hint={isFull ? t('schools.full') : t('schools.hint')}
      query={query}
      entries={schools.map(entryOf)}
      none={isSuccess && schools.length === 0 && t('schools.none')}
    >
      {doing === 'make' && (
        <MakeCodeDialog create={linkedSchools.createLinkCode} hint={t('schools.codeHint')} onClose={close} />
      )}
      {doing === 'enter' && (
        <EnterCodeDialog
          hint={t('schools.enterHint')}
          onClose={close}
          onCode={(code) => link.mutateAsync(code).finally(link.reset)}
        />
      )}
    </EntryCard>
  )
}
