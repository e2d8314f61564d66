import { useLanguage } from '../../../core/language/use-language.ts'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../core/api/call-error.ts'
import { secondStep } from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { flushSync } from 'react-dom'
import { endpointQuery, queryClient } from '../../../core/query/query-client.ts'

export type ProofField = 'password' | 'code'

export type Proof = ReturnType<typeof useProof>

/** Sends a proof and shows a refusal at its field. */
export function useProof(onFailure = reportFailure) {
  const { t } = useTranslation('protection')
  const language = useLanguage()
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const [problem, setProblem] = useState<{ field: ProofField; text: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const refuse = (field: ProofField, text: string) => {
    setProblem({ field, text })
    fields[field].current?.focus()
    fields[field].current?.select()
  }

  return {
    fields,
    problem,
    busy,
    /** Sends the fields' values. An empty or refused field gets the focus and a sentence; other failures go to `onFailure`. Both resolve to null. */
    send: async <T>(
      asked: readonly ProofField[],
      request: (given: Record<ProofField, string>) => Promise<T>,
    ): Promise<T | null> => {
      const given = {
        password: fields.password.current?.value.trim() ?? '',
        code: fields.code.current?.value.trim() ?? '',
      }
      const empty = asked.find((field) => given[field] === '')
      if (empty) {
        refuse(empty, t(`${empty}Empty`))
        return null
      }
      setBusy(true)
      setProblem(null)
      try {
        return await request(given)
      } catch (error) {
        const field = error instanceof CallError ? refusedField(error) : null
        if (field && error instanceof CallError) refuse(field, error.serverText(language) ?? '')
        else onFailure(error)
        return null
      } finally {
        setBusy(false)
      }
    },
  }
}

function refusedField({ code }: CallError): ProofField | null {
  if (code === 'account.password_wrong' || code === 'account.password_none') return 'password'
  return code === 'account.code_wrong' ? 'code' : null
}

/** Whether the user's second step is on. A proof asks for it whatever the browser says of the network. */
export const secondStepQuery = { ...endpointQuery(secondStep, {}), networkMode: 'always' } as const

export interface GivenProof {
  readonly password: string
  readonly otp?: string
}

export type OwnProof = ReturnType<typeof useOwnProof>

/** Loads which proof is needed, and sends it. */
export function useOwnProof(onFailure: (error: unknown) => void) {
  const { fields, problem, busy, send } = useProof(onFailure)
  const query = useQuery(secondStepQuery)
  const [asking, setAsking] = useState(false)
  const asksCode = query.data !== undefined && query.data.since !== null

  /** Whether a code is needed; null when the server does not answer. */
  const findOut = async (): Promise<boolean | null> => {
    if (query.data) return asksCode
    setAsking(true)
    try {
      return (await queryClient.fetchQuery(secondStepQuery)).since !== null
    } catch (error) {
      onFailure(error)
      return null
    } finally {
      // Draws the field of the code, which may get the focus next.
      flushSync(() => setAsking(false))
    }
  }

  return {
    fields,
    problem,
    busy: busy || asking,
    asksCode,
    /** Whether the second step is on; sending waits until that is known. */
    query,
    /** Makes the change with the fields' values; null when it was not made, as with `useProof`. */
    async prove<T>(change: (given: GivenProof) => Promise<T>): Promise<T | null> {
      const withCode = await findOut()
      if (withCode === null) return null
      const done = await send(withCode ? ['password', 'code'] : ['password'], ({ password, code }) =>
        change({ password, ...(withCode && { otp: code }) }),
      )
      // It may have been turned on elsewhere meanwhile.
      if (done === null && !withCode) await query.refetch()
      return done
    },
  }
}
