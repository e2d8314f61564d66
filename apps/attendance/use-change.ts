import { createUseChange } from '../../src/app/micro-apps/use-change.ts'
import { useTexts } from './portal-context.ts'
import { useFailureReason } from './use-endpoint.ts'

export const useChange = createUseChange(useTexts, useFailureReason)
