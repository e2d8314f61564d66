import { useLanguage } from '../../../core/language/use-language.ts'
import { reportFailure } from '../../../core/notices/report-failure.ts'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../../core/api/call-error.ts'
import { secondStep, type SecondStepState } from '../../../../../contract/endpoints/sign-in/second-factor.ts'
import { call } from '../../../core/api/call.ts'
import { flushSync } from 'react-dom'
import { useQuery, type QueryState } from '../../../core/state/use-query.ts'

type ProofField = 'password' | 'code'

export interface Proof {
  readonly fields: Readonly<Record<ProofField, RefObject<HTMLInputElement | null>>>
  readonly problem: { readonly field: ProofField; readonly text: string } | null
  readonly busy: boolean
  /** Sends the fields' values. An empty or refused field gets the focus and a sentence; other failures go to `onFailure`. Both resolve to null. */
  readonly send: <T>(
    asked: readonly ProofField[],
    call: (given: Record<ProofField, string>) => Promise<T>,
  ) => Promise<T | null>
}

/** Sends a proof and shows a refusal at its field. */
export function useProof(onFailure = reportFailure): Proof {
  const { t } = useTranslation('protection')
  const language = useLanguage()
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const [problem, setProblem] = useState<Proof['problem']>(null)
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
    async send(asked, request) {
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

export function readSecondStep(signal?: AbortSignal): Promise<SecondStepState> {
  return call(secondStep, {}, signal ? { signal } : {})
}

export interface GivenProof {
  readonly password: string
  readonly otp?: string
}

export interface OwnProof extends Pick<Proof, 'fields' | 'problem' | 'busy'> {
  readonly asksCode: boolean
  /** Whether the second step is on; sending waits until that is known. */
  readonly query: QueryState<unknown>
  readonly retry: () => void
  /** Makes the change with the fields' values; null when it was not made, as with `useProof`. */
  readonly prove: <T>(change: (given: GivenProof) => Promise<T>) => Promise<T | null>
}

/** Loads which proof is needed, and sends it. */
export function useOwnProof(onFailure: (error: unknown) => void): OwnProof {
  const { fields, problem, busy, send } = useProof(onFailure)
  const { query, show, reload, retry } = useQuery(true, readSecondStep)
  const [asking, setAsking] = useState(false)
  const asksCode = query.status === 'ready' && query.value.since !== null

  /** Whether a code is needed; null when the server does not answer. */
  const findOut = async (): Promise<boolean | null> => {
    if (query.status === 'ready') return asksCode
    setAsking(true)
    try {
      const state = await readSecondStep()
      flushSync(() => show(state))
      return state.since !== null
    } catch (error) {
      onFailure(error)
      return null
    } finally {
      setAsking(false)
    }
  }

  return {
    fields,
    problem,
    busy: busy || asking,
    asksCode,
    query,
    retry,
    async prove(change) {
      const withCode = await findOut()
      if (withCode === null) return null
      const done = await send(withCode ? ['password', 'code'] : ['password'], ({ password, code }) =>
        change({ password, ...(withCode && { otp: code }) }),
      )
      // It may have been turned on elsewhere meanwhile.
      if (done === null && !withCode) await reload().catch(() => {})
      return done
    },
  }
}
