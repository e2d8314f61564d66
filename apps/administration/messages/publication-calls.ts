import * as classPublications from '../../../contract/endpoints/messages/class-publications.ts'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'

/** Whether the user writes to the own classes alone: pupils, parents, and single ones of these. */
export function useWritesToClasses(): boolean {
  return !usePermitted('base_message')
}

/** The calls about publications by the user's right. */
export function usePublicationCalls(): typeof classPublications {
  return useWritesToClasses() ? classPublications : publications
}
