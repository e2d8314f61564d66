import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import type { RequestOf } from '../../../contract/endpoint.ts'

/** A message to all people of these types, to be sent at once. */
export function messageTo(
  userTypes: readonly (1 | 2 | 3 | 4)[],
  title: string,
  change: Partial<RequestOf<typeof publications.save>> = {},
): RequestOf<typeof publications.save> {
  return {
    publicationId: null,
    version: null,
    kind: 'message',
    title,
    englishTitle: '',
    text: '',
    englishText: '',
    importance: 3,
    url: null,
    applicationCode: null,
    dueOn: null,
    audience: { userTypes: [...userTypes], gradeIds: [], classIds: [], userIds: [], roleIds: [] },
    sendAt: null,
    fileIds: [],
    ...change,
  }
}
