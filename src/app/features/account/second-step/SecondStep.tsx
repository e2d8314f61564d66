import Shield from '@phosphor-icons/core/regular/shield-check.svg?react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownSessions } from '../../../../../contract/endpoints/account.ts'
import * as secondFactor from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import type { SecondStepState } from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { adminAccess } from '../../../../../contract/endpoints/sign-in/admin-access.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardRow, Tag } from '../../../ui/layout/CardRow.tsx'
import { useChange } from '../../../core/query/use-change.ts'
import { Moment } from '../Moment.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { ProofDialog } from '../proof/ProofDialog.tsx'
import { secondStepQuery } from '../proof/second-step-query.ts'
import { SecondStepSetup } from './SecondStepSetup.tsx'
import { Card } from '../../../ui/record/Card.tsx'

/** From here on few recovery codes are pointed out. */
const FEW_CODES = 3

/** The user's second step: its state, and how to turn it on, replace its authenticator and turn it off. */
export function SecondStep() {
  const { t } = useTranslation('protection')
  const query = useQuery(secondStepQuery)
  const [doing, setDoing] = useState<'setup' | 'off' | null>(null)
  const state = query.data
  const isOn = state !== undefined && state.since !== null

  const close = () => setDoing(null)
  const turnOff = useChange(secondFactor.turnOffSecondStep, {
    renews: [secondFactor.secondStep, adminAccess, ownSessions],
  })

  return (
    <Card
      id="account-second-step"
      title={t('step')}
      action={
        state && (
          <div className="a-buttons">
            <Button
              data-action="set-up-second-step"
              kind={isOn ? 'plain' : 'primary'}
              needsNetwork
              onClick={() => setDoing('setup')}
            >
              {t(isOn ? 'replace' : 'turnOn')}
            </Button>
            {isOn && !state.required && (
              <Button aria-label={t('turnOffNamed')} needsNetwork onClick={() => setDoing('off')}>
                {t('turnOff')}
              </Button>
            )}
          </div>
        )
      }
      hint={t('stepHint')}
    >
      <Loaded query={query} lines={2} />
      {state && <StateRow state={state} />}
      {state?.required && <p className="k-note">{t('stepRequired')}</p>}
      {doing === 'setup' && <SecondStepSetup replaces={isOn} onClose={close} />}
      <ProofDialog
        asked={
          doing === 'off'
            ? {
                question: t('turnOffQuestion'),
                hint: t('turnOffHint'),
                action: t('turnOff'),
                async confirm({ password, otp = '' }) {
                  // The card stays, and would keep the password.
                  await turnOff.mutateAsync({ password, otp }).finally(turnOff.reset)
                  close()
                  return t('turnedOff')
                },
              }
            : null
        }
        onClose={close}
      />
    </Card>
  )
}

function StateRow({ state: { since, recoveryCodesLeft } }: { state: SecondStepState }) {
  const { t } = useTranslation('protection')
  if (since === null) return <p className="k-note">{t('stepOff')}</p>
  return (
    <CardRow
      as="div"
      glyph={Shield}
      title={<Tag kind="good">{t('stepOn')}</Tag>}
      facts={
        <>
          <Moment at={since} text="protection:stepSince" />
          <span>{t('codesLeft', { count: recoveryCodesLeft })}</span>
        </>
      }
      more={recoveryCodesLeft <= FEW_CODES && <p className="a-few">{t('codesFew')}</p>}
    />
  )
}
