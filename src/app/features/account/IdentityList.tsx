import LinkIcon from '@phosphor-icons/core/regular/link.svg?react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownIdentities, unbindIdentity } from '../../../../contract/endpoints/sign-in/sso.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { endpointQuery } from '../../core/query/query-client.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { EntryCard, type Entry } from './EntryCard.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'

type Identity = ResponseOf<typeof ownIdentities>[number]

/** The user's external accounts, each of which can be unlinked. */
export function IdentityList() {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const query = useQuery(endpointQuery(ownIdentities, {}))
  const { data: identities = [] } = query

  const entryOf = ({ identityId, displayName, createdAt, lastUsedAt, ...identity }: Identity): Entry => {
    const provider = (language === 'en' && identity.providerEnglishName) || identity.providerName
    const account = displayName ? `${provider} · ${displayName}` : provider
    return {
      key: identityId,
      glyph: LinkIcon,
      title: account,
      facts: (
        <>
          <Moment at={lastUsedAt} text="lastUsed" never={t('identities.neverUsed')} />
          <Moment at={createdAt} text="linked" />
        </>
      ),
      removal: {
        label: t('identities.unbindNamed', { account }),
        question: t('identities.question', { account }),
        hint: t('identities.questionHint'),
        action: t('identities.unbind'),
        async confirm(proof) {
          await call(unbindIdentity, { identityId, ...proof }).catch(forgiveGone('sso.identity_gone'))
          return t('identities.unbound', { account })
        },
      },
    }
  }

  const isOffered = documentUnit()?.social ?? false
  const none = isOffered
    ? `${t('identities.none')}${language === 'en' ? '. ' : '。'}${t('identities.noneHint')}`
    : t('identities.none')
  return (
    <EntryCard
      id="account-identities"
      title={t('identities.title')}
      hint={query.data?.length === 0 ? none : t('identities.hint')}
      query={query}
      entries={identities.map(entryOf)}
      none={false}
      proved
      isOffered={isOffered}
      renews={[ownIdentities]}
    />
  )
}
