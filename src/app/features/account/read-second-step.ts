import { secondStep, type SecondStepState } from '../../../../contract/endpoints/second-factor.ts'
import { call } from '../../core/api/call.ts'

/** Asks whether the person's second step is on. */
export function readSecondStep(signal?: AbortSignal): Promise<SecondStepState> {
  return call(secondStep, {}, signal ? { signal } : {})
}
