import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useQuery, type QueryState } from '../../core/state/use-query.ts'
import { readSecondStep } from './read-second-step.ts'
import { useProof, type Proof } from './use-proof.ts'

/** What is sent along with a change of what protects an account. */
export interface GivenProof {
  readonly password: string
  readonly otp?: string
}

/** A proof that asks for a code beside the password where the person's second step is on. */
export interface OwnProof extends Pick<Proof, 'fields' | 'problem' | 'busy'> {
  readonly asksCode: boolean
  /** Whether the second step is on; whoever sends before it is known waits for it. */
  readonly query: QueryState<unknown>
  readonly retry: () => void
  /** Makes the change with what the fields hold; null when it was not made, as with `useProof`. */
  readonly prove: <T>(change: (given: GivenProof) => Promise<T>) => Promise<T | null>
}

/** Finds out what a person has to prove themselves with, and sends it. */
export function useOwnProof(onFailure: (error: unknown) => void): OwnProof {
  const { fields, problem, busy, send } = useProof(onFailure)
  const { query, show, reload, retry } = useQuery(true, readSecondStep)
  const [asking, setAsking] = useState(false)
  const asksCode = query.status === 'ready' && query.value.since !== null

  /** Whether a code is asked for, with its field in the page; null when the server does not say. */
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
      // It may have been turned on elsewhere since.
      if (done === null && !withCode) await reload().catch(() => {})
      return done
    },
  }
}
