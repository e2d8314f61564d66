import { i18n } from '../language/i18n.ts'
import { notify } from '../notices/notices.ts'
import { reportFailure } from '../notices/report-failure.ts'
import { askForAnswer, type AnswerableItem } from './answer-request.ts'
import { sendAnswer, takeBackAnswer, takeOff, type Item } from './send-answer.ts'

/**
 * Answers an item by one press where that is all it asks for, else in its dialog. Says what was done, with an undo, or why it was not. Resolves to whether it was
 * answered.
 */
export async function answerItem(item: AnswerableItem): Promise<boolean> {
  if (item.asks !== 'done') return askForAnswer(item)
  return change(item, sendAnswer(item, { answer: 'done' }), i18n.t('shell:answered'))
}

/**
 * Ignores a to-do or marks a message as read, by `taking` where that is not the usual call. Says so with an undo, but not `quietly`, or why it was not done.
 * Resolves to whether it was.
 */
export function takeOffItem(item: Item, { taking = takeOff(item), quietly = false } = {}): Promise<boolean> {
  return change(item, taking, quietly ? null : i18n.t(item.kind === 'todo' ? 'shell:ignored' : 'shell:markedRead'))
}

/** Says what was done with an item, with an undo. */
export function tellAnswered(item: Item, text: string): void {
  notify('success', text, {
    action: { label: i18n.t('shell:takeBack'), run: () => void takeBackAnswer(item).catch(reportFailure) },
  })
}

async function change(item: Item, sending: Promise<void>, done: string | null): Promise<boolean> {
  try {
    await sending
  } catch (error) {
    reportFailure(error)
    return false
  }
  if (done !== null) tellAnswered(item, done)
  return true
}
