import type { Language } from '../../../../contract/envelope.ts'
import { useReading, type Reading } from '../../state/use-reading.ts'
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
  /** Whether the second step is on; nothing can be sent before it is known. */
  readonly reading: Reading<unknown>
  readonly retry: () => void
  /** Makes the change with what the fields hold; null when it was not made, as with `useProof`. */
  readonly prove: <T>(change: (given: GivenProof) => Promise<T>) => Promise<T | null>
}

/** Finds out what a person has to prove themselves with, and sends it. */
export function useOwnProof(language: Language, onFailure: (error: unknown) => void): OwnProof {
  const { fields, problem, busy, send } = useProof(language, onFailure)
  const { reading, reload, retry } = useReading(true, readSecondStep)
  const asksCode = reading.status === 'ready' && reading.value.since !== null

  return {
    fields,
    problem,
    busy: busy || reading.status !== 'ready',
    asksCode,
    reading,
    retry,
    async prove(change) {
      const done = await send(asksCode ? ['password', 'code'] : ['password'], ({ password, code }) =>
        change({ password, ...(asksCode && { otp: code }) }),
      )
      // It may have been turned on elsewhere since.
      if (done === null && !asksCode) await reload().catch(() => {})
      return done
    },
  }
}
