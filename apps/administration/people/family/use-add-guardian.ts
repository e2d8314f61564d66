import type { RequestOf } from '../../../../contract/endpoint.ts'
import { addGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import { useCall } from '../../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { useTexts } from '../../portal-context.ts'

/** Makes a parent a guardian of a child; `name` and `child` are what the two are called. */
export function useAddGuardian() {
  const t = useTexts()
  const call = useCall()
  return useChange(
    ({ request }: { request: RequestOf<typeof addGuardian>; name: string; child: string }) =>
      call(addGuardian, request),
    { done: (_, { name, child }) => t('family.added', { name, child }) },
  )
}
