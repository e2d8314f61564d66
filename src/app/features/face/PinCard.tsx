import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import * as face from '../../../../contract/endpoints/faces/face.ts'
import { PIN_LENGTH } from '../../../../contract/endpoints/faces/face.ts'
import { code } from '../../../../contract/fields.ts'
import { isFacePin } from '../../../../contract/rules/faces/face-pin.ts'
import { call } from '../../core/api/call.ts'
import { endpointQuery, renew } from '../../core/query/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { FieldInput } from '../../ui/form/use-form.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import type { ProvedQuestion } from '../../ui/proof/ProofDialog.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { useLanguage } from '../../core/language/use-language.ts'

export function PinCard({ ProofDialog }: { ProofDialog: ProofDialog }) {
  const language = useLanguage()
  const { t } = useTranslation('face')
  const { data: state } = useQuery(endpointQuery(face.pinState, {}))
  const { data: asked } = useQuery(endpointQuery(face.asks, {}))
  const [open, setOpen] = useState<'set' | 'remove' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const since = state?.since
  const wasSet = useRef(false)

  useEffect(() => {
    // The button that removed it is gone.
    if (wasSet.current && since === null && document.activeElement === document.body) heading.current?.focus()
    wasSet.current = typeof since === 'string'
  }, [since])

  const isAsked = asked !== undefined && asked.signIn && asked.pin
  if (!state || !asked || since === undefined || !(isAsked || since !== null)) return null
  const { locked } = state

  const close = () => setOpen(null)
  const finish = async (changing: Promise<unknown>, told: string) => {
    await changing
    close()
    await renew(face.pinState, face.asks)
    return told
  }
  const questions: Record<'set' | 'remove', ProvedQuestion> = {
    set: {
      question: t(since === null ? 'pinCard.set' : 'pinCard.change'),
      hint: t('pinCard.proof'),
      action: t('save', { ns: 'common' }),
      asks: {
        schema: z.string().check(z.trim(), z.refine(isFacePin, code('face.pin_form'))),
        initial: '',
        Field: PinField,
      },
      confirm: (proof, pin) => finish(call(face.setPin, { pin, ...proof }), t('pinCard.saved')),
    },
    remove: {
      question: t('pinCard.removeQuestion'),
      hint: t(isAsked ? 'pinCard.removeAsked' : 'pinCard.removeHint'),
      action: t('pinCard.remove'),
      confirm: (proof) => finish(call(face.removePin, proof), t('pinCard.removed')),
    },
  }

  return (
    <Card
      title={t('pinCard.title')}
      hint={t(isAsked ? 'pinCard.asked' : 'pinCard.notAsked')}
      heading={heading}
      className="face-card"
    >
      <p className={locked ? 'face-pin__locked' : undefined}>
        {since === null
          ? t('pinCard.none')
          : locked
            ? t('pinCard.locked')
            : t('pinCard.since', { time: formatDateTime(since, language) })}
      </p>
      <div className="k-buttons">
        <Button kind={since === null || locked ? 'primary' : 'plain'} needsNetwork onClick={() => setOpen('set')}>
          {t(since === null ? 'pinCard.set' : 'pinCard.change')}
        </Button>
        {since !== null && (
          <Button kind="quiet" needsNetwork onClick={() => setOpen('remove')}>
            {t('pinCard.remove')}
          </Button>
        )}
      </div>
      <ProofDialog asked={open && questions[open]} onClose={close} />
    </Card>
  )
}

function PinField(input: FieldInput) {
  const { t } = useTranslation('face')
  return (
    <TextField
      {...input}
      label={t('pinCard.new')}
      hint={t('pinCard.form')}
      type="password"
      inputMode="numeric"
      maxLength={PIN_LENGTH.most}
    />
  )
}

/** The shell's dialog; it stays open for another try when the change fails. */
export type ProofDialog = (props: { asked: ProvedQuestion | null; onClose: () => void }) => ReactNode
