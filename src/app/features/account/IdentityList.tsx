import link from '@phosphor-icons/core/regular/link.svg?raw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownIdentities, unbindIdentity } from '../../../../contract/calls/sso.ts'
import type { Language } from '../../../../contract/envelope.ts'
import type { AnswerOf } from '../../../../contract/row.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { useReading } from '../../state/use-reading.ts'
import { documentUnit } from '../tenant/unit.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { forgiveGone } from './forgive-gone.ts'
import { Moment } from './Moment.tsx'
import { ReadingState } from './ReadingState.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

type Identity = AnswerOf<typeof ownIdentities>[number]

const readIdentities = (signal?: AbortSignal) => call(ownIdentities, {}, signal ? { signal } : {})

/** The person's accounts elsewhere that may sign them in; each can be unbound. Without any, and without a way to get one, nothing stands there. */
export function IdentityList({
  language,
  online,
  onFailure,
}: {
  language: Language
  online: boolean
  onFailure: (error: unknown) => void
}) {
  const { t } = useTranslation('elsewhere')
  const { reading, reload, retry } = useReading(online, readIdentities)
  const [ending, setEnding] = useState<Identity | null>(null)
  const { heading, focusHeading } = useHeadingFocus(ending !== null)

  const nameOf = ({ displayName, providerName, providerEnglishName }: Identity) => {
    const provider = (language === 'en' && providerEnglishName) || providerName
    return displayName ? `${provider} · ${displayName}` : provider
  }

  const ask = (identity: Identity) => {
    const account = nameOf(identity)
    return {
      question: t('identities.question', { account }),
      hint: t('identities.questionHint'),
      action: t('identities.unbind'),
      async confirm() {
        await call(unbindIdentity, { identityId: identity.identityId }).catch(forgiveGone('sso.identity_gone'))
        await reload()
        focusHeading()
        setEnding(null)
        return t('identities.unbound', { account })
      },
    }
  }

  // Where the unit offers none, an empty list would only ask questions.
  const offered = documentUnit()?.social ?? false
  const isEmpty = reading.status === 'ready' && reading.value.length === 0
  if (!offered && (isEmpty || reading.status !== 'ready')) return null
  return (
    <section className="k-card" aria-labelledby="account-identities">
      <div className="a-card__head">
        <h2 id="account-identities" ref={heading} tabIndex={-1}>
          {t('identities.title')}
        </h2>
      </div>
      <p className="a-card__hint">
        {isEmpty
          ? `${t('identities.none')}${language === 'en' ? '. ' : '。'}${t('identities.noneHint')}`
          : t('identities.hint')}
      </p>
      {reading.status === 'ready' ? (
        !isEmpty && (
          <ul className="a-rows">
            {reading.value.map((identity) => (
              <li className="a-row" key={identity.identityId}>
                <span className="a-row__glyph">
                  <Icon svg={link} size={24} />
                </span>
                <div className="a-row__text">
                  <p className="a-row__title">{nameOf(identity)}</p>
                  <p className="a-row__facts">
                    <span>
                      {identity.lastUsedAt === null ? (
                        t('identities.neverUsed')
                      ) : (
                        <Moment at={identity.lastUsedAt} language={language} text="lastUsed" />
                      )}
                    </span>
                    <span>
                      <Moment at={identity.createdAt} language={language} text="linked" />
                    </span>
                  </p>
                </div>
                <Button
                  className="a-row__action"
                  aria-label={t('identities.unbindNamed', { account: nameOf(identity) })}
                  disabled={!online}
                  onClick={() => setEnding(identity)}
                >
                  {t('identities.unbind')}
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : (
        <ReadingState reading={reading} online={online} onRetry={retry} />
      )}
      <ConfirmDialog asked={ending && ask(ending)} onClose={() => setEnding(null)} onFailure={onFailure} />
    </section>
  )
}
