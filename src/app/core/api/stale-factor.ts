import { needsFresh, type AnyEndpoint } from '../../../../contract/endpoint.ts'
import { createRenewal } from '../../../http/renewal.ts'
import type { CallError } from './call-error.ts'

/** What follows a refusal for want of a fresh second factor; set by the shell, because the transport does not depend on the session. */
export const staleFactorSteps: {
  /** Asks for the factor over the page; true when it was proved. */
  prove: () => Promise<boolean>
} = { prove: () => Promise.resolve(false) }

/** The proof of the second factor: concurrent calls share one dialog. */
export const factorProof = createRenewal(() => staleFactorSteps.prove())

/** Whether the call was refused because its session has not proved a second factor lately. */
export function isStaleFactor(endpoint: AnyEndpoint, error: CallError): boolean {
  return needsFresh(endpoint) && (error.code === 'admin.factor_stale' || error.code === 'admin.second_factor')
}
