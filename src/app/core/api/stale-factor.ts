import { needsFresh, type AnyEndpoint } from '../../../../contract/endpoint.ts'
import type { CallError } from './call-error.ts'

/** What follows a refusal for want of a fresh second factor; set by the shell, because the transport does not depend on the session. */
export const staleFactorSteps: {
  /** Asks for the factor over the page; true when it was proved. */
  prove: () => Promise<boolean>
} = { prove: () => Promise.resolve(false) }

let proving: Promise<boolean> | null = null
let proofs = 0

/** How often the factor was proved so far. A call reads it before it starts. */
export function proofCount(): number {
  return proofs
}

/** Whether the call was refused because its session has not proved a second factor lately. */
export function isStaleFactor(endpoint: AnyEndpoint, error: CallError): boolean {
  return needsFresh(endpoint) && (error.code === 'admin.factor_stale' || error.code === 'admin.second_factor')
}

/**
 * Concurrent calls share one dialog; a call that began before the latest proof (`proofsBefore`) opens none and is repeated. Resolves to whether to repeat the call.
 */
export function afterStaleFactor(proofsBefore: number): Promise<boolean> {
  if (proofsBefore < proofs) return Promise.resolve(true)
  proving ??= prove().finally(() => {
    proving = null
  })
  return proving
}

async function prove(): Promise<boolean> {
  const proved = await staleFactorSteps.prove()
  if (proved) proofs += 1
  return proved
}
