import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import type { SecondStepState } from '../../../../contract/endpoints/sign-in/second-factor.ts'
import { filled } from '../../../../contract/fields.ts'
import { PASSWORD_LENGTH } from '../../../../contract/limits.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useForm } from '../form/use-form.ts'
import { useFieldTexts } from '../fields/use-field-texts.ts'

const CODE_LENGTH = 16

export interface GivenProof {
  readonly password: string
  readonly otp?: string
}

/** What is asked for besides the proof. */
export interface AskedValue {
  readonly schema: z.core.$ZodType<string, string>
  readonly initial: string
  /** What to say where it is empty. */
  readonly empty?: string
}

const NOTHING: AskedValue = { schema: z.string(), initial: '' }

/**
 * The form of a proof: the password, and a code `withCode`. A refused one is shown at its field; other failures go to `onFailure`, by default a
 * notice, or beside the fields where it is null.
 */
export function useProof({
  withCode,
  asked = NOTHING,
  submit,
  onFailure = reportFailure,
}: {
  withCode: boolean
  asked?: AskedValue | undefined
  submit: (proof: GivenProof, asked: string) => Promise<unknown>
  onFailure?: ((error: unknown) => void) | null | undefined
}) {
  const t = useFieldTexts()
  return useForm({
    schema: z.object({
      password: filled(PASSWORD_LENGTH),
      otp: withCode ? filled(CODE_LENGTH) : z.string(),
      asked: asked.schema,
    }),
    values: { password: '', otp: '', asked: asked.initial },
    texts: {
      password: t('proof.passwordEmpty'),
      otp: t('proof.codeEmpty'),
      ...(asked.empty && { asked: asked.empty }),
    },
    submit: ({ password, otp, asked: value }) => submit({ password, ...(withCode && { otp }) }, value),
    ...(onFailure && { onFailure }),
  })
}

/** The query of the user's second step, which the page makes. */
export type SecondStepQuery = Pick<UseQueryResult<SecondStepState>, 'data' | 'isLoadingError' | 'refetch'>

/** As `useProof`, with a code where the user's second step is on; sending waits until that is known. */
export function useOwnProof({
  query,
  submit,
  ...rest
}: Omit<Parameters<typeof useProof>[0], 'withCode'> & { query: SecondStepQuery }) {
  const [isOn, setOn] = useState(false)
  const withCode = isOn || (query.data !== undefined && query.data.since !== null)

  const form = useProof({
    ...rest,
    withCode,
    async submit(proof, asked) {
      // Input that is faster than the answer about the second step counts too.
      const known = query.data ?? (await query.refetch({ throwOnError: true })).data
      if (!withCode && known && known.since !== null) {
        // Draws the field of the code, which gets the focus.
        flushSync(() => setOn(true))
        throw new PortalError('request.invalid', { fields: [{ field: 'otp', code: 'field.required' }] })
      }
      try {
        await submit(proof, asked)
      } catch (error) {
        // It may have been turned on elsewhere meanwhile; the field of the code then shows the refusal.
        if (!withCode && (await query.refetch()).data?.since) flushSync(() => setOn(true))
        throw error
      }
    },
  })
  return { form, query, withCode }
}
