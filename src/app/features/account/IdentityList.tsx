import LinkIcon from '@phosphor-icons/core/regular/link.svg?react'
import { useLanguage } from '../../core/language/use-language.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownIdentities, unbindIdentity } from '../../../../contract/endpoints/sign-in/sso.ts'
import type { RequestOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { endpointQuery } from '../../core/query/query-client.ts'
import { useChange } from '../../core/query/use-change.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { CardRow } from '../../ui/layout/CardRow.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { ProofDialog } from './proof/ProofDialog.tsx'
import type { ProvedQuestion } from '../../ui/proof/ProofDialog.tsx'
import { useFocusWhen } from './use-focus-when.ts'

type Identity = ResponseOf<typeof ownIdentities>[number]

/** The user's external accounts, each of which can be unlinked. Nothing where there are none and the unit offers none. */
export function IdentityList() {
  const language = useLanguage()
  const { t } = useTranslation('externalAccount')
  const query = useQuery(endpointQuery(ownIdentities, {}))
  const [ending, setEnding] = useState<Identity | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(ending === null)

  const nameOf = ({ displayName, providerName, providerEnglishName }: Identity) => {
    const provider = (language === 'en' && providerEnglishName) || providerName
    return displayName ? `${provider} · ${displayName}` : provider
  }

  const unbind = useChange(
    (request: RequestOf<typeof unbindIdentity>) =>
      call(unbindIdentity, request).catch(forgiveGone('sso.identity_gone')),
    // It is removed, even if the list cannot be loaded again.
    { renews: [ownIdentities] },
  )
  const ask = (identity: Identity): ProvedQuestion => {
    const account = nameOf(identity)
    return {
      question: t('identities.question', { account }),
      hint: t('identities.questionHint'),
      action: t('identities.unbind'),
      async confirm(proof) {
        const { identityId } = identity
        await unbind.mutateAsync({ identityId, ...proof })
        focusHeading()
        setEnding(null)
        return t('identities.unbound', { account })
      },
    }
  }

  // Where the unit offers none, an empty list would be confusing.
  const offered = documentUnit()?.social ?? false
  const identities = query.data ?? []
  const isEmpty = query.data?.length === 0
  if (!offered && identities.length === 0) return null
  return (
    <Card
      className="a-card"
      id="account-identities"
      title={t('identities.title')}
      heading={heading}
      hint={
        isEmpty
          ? `${t('identities.none')}${language === 'en' ? '. ' : '。'}${t('identities.noneHint')}`
          : t('identities.hint')
      }
    >
      <Loaded query={query} lines={2} />
      {identities.length > 0 && (
        <ul className="k-rows">
          {identities.map((identity) => (
            <CardRow
              key={identity.identityId}
              glyph={LinkIcon}
              title={nameOf(identity)}
              facts={
                <>
                  {identity.lastUsedAt === null ? (
                    <span>{t('identities.neverUsed')}</span>
                  ) : (
                    <Moment at={identity.lastUsedAt} text="lastUsed" />
                  )}
                  <Moment at={identity.createdAt} text="linked" />
                </>
              }
            >
              <Button
                aria-label={t('identities.unbindNamed', { account: nameOf(identity) })}
                needsNetwork
                onClick={() => setEnding(identity)}
              >
                {t('identities.unbind')}
              </Button>
            </CardRow>
          ))}
        </ul>
      )}
      <ProofDialog asked={ending && ask(ending)} onClose={() => setEnding(null)} />
    </Card>
  )
}
