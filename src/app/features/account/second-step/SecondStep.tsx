import '../protection.css'
import Shield from '@phosphor-icons/core/regular/shield-check.svg?react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as secondFactor from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import type { SecondStepState } from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { adminAccess } from '../../../../../contract/endpoints/sign-in/admin-access.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardRow, Tag } from '../../../ui/layout/CardRow.tsx'
import { renew } from '../../../core/query/query-client.ts'
import { renewAccount } from '../account-query.ts'
import { Moment } from '../Moment.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { ProofField } from '../../../ui/proof/ProofFields.tsx'
import { useProof } from '../../../ui/proof/use-proof.ts'
import { secondStepQuery } from '../proof/second-step-query.ts'
import { SecondStepSetup } from './SecondStepSetup.tsx'
import { call } from '../../../core/api/call.ts'
import { notify } from '../../../core/notices/notices.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
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

  const changed = async () => {
    await renew(secondFactor.secondStep, adminAccess)
    void renewAccount()
  }

  return (
    <Card
      className="a-card"
      id="account-second-step"
      title={t('step')}
      action={
        state && (
          <div className="a-actions">
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
      {doing === 'setup' && (
        <SecondStepSetup replaces={isOn} onClose={() => setDoing(null)} onChanged={() => void changed()} />
      )}
      {doing === 'off' && (
        <SecondStepOffDialog
          onClose={() => setDoing(null)}
          onOff={async () => {
            await changed()
            setDoing(null)
          }}
        />
      )}
    </Card>
  )
}

function StateRow({ state: { since, recoveryCodesLeft } }: { state: SecondStepState }) {
  const { t } = useTranslation('protection')
  if (since === null) return <p className="k-note">{t('stepOff')}</p>
  return (
    <CardRow
      as="div"
      className="a-state"
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

function SecondStepOffDialog({ onClose, onOff }: { onClose: () => void; onOff: () => Promise<void> }) {
  const { t } = useTranslation('protection')
  const form = useProof({
    withCode: true,
    async submit(proof) {
      await call(secondFactor.turnOffSecondStep, { otp: '', ...proof })
      notify('success', t('turnedOff'))
      await onOff()
    },
  })
  return (
    <FormDialog
      kind="danger"
      title={t('turnOffQuestion')}
      action={t('turnOff')}
      form={form}
      offline={null}
      onClose={onClose}
    >
      <p>{t('turnOffHint')}</p>
      <ProofField name="password" form={form} />
      <ProofField name="otp" form={form} />
    </FormDialog>
  )
}
