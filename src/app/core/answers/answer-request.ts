import type { AskedAnswer } from '../../../../contract/endpoints/messages/answers.ts'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import { createObservable } from '../state/observable.ts'

/** A message or to-do that waits for an answer; the texts in one or two languages, as in envelopes. */
export interface AnswerableItem {
  readonly kind: 'message' | 'todo'
  readonly id: string
  readonly title: string
  /** Above the answer. */
  readonly text: string
  readonly asks: AskedAnswer
  /** The linked account whose item it is; null or none for the own one. */
  readonly account?: LinkedSchool | null
}

interface AnswerRequest {
  readonly item: AnswerableItem
  /** Called once, with whether it was answered. */
  readonly onClose: (answered: boolean) => void
}

/** The item whose dialog is open. */
export const openAnswerRequest = createObservable<AnswerRequest | null>(null)

/** Opens the dialog for a signature or a reply; resolves to whether the item was answered. */
export function askForAnswer(item: AnswerableItem): Promise<boolean> {
  return new Promise((resolve) => {
    openAnswerRequest.set({
      item,
      onClose(answered) {
        openAnswerRequest.set(null)
        resolve(answered)
      },
    })
  })
}
