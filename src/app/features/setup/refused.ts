import { useEffect } from 'react'
import type { Step } from './setup-draft.ts'

/** What the server refused of an earlier step. */
export interface Refused {
  readonly step: Step
  readonly fields: readonly { readonly field: string; readonly message: string }[]
}

/** Shows what the server refused at the fields, once. */
export function useRefused(
  step: Step,
  refused: Refused | null,
  setError: (field: never, error: { message: string }, options: { shouldFocus: boolean }) => void,
): void {
  useEffect(() => {
    if (refused?.step !== step) return
    for (const [at, { field, message }] of refused.fields.entries())
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- errors of other fields are shown nowhere
      setError(field as never, { message }, { shouldFocus: at === 0 })
  }, [step, refused, setError])
}
