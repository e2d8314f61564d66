import { i18n } from '../language/i18n.ts'
import { notify } from '../notices/notices.ts'
import { reportFailure } from '../notices/report-failure.ts'
import { askForAnswer, type AnswerableItem } from './answer-request.ts'
import { sendAnswer, takeBackAnswer } from './send-answer.ts'

/**
 * Answers an item by one press where that is all it asks for, else in its dialog. Says what was done, with an undo, or why it was not. Resolves to whether it was
 * answered.
 */
export async function answerItem(item: AnswerableItem): Promise<boolean> {
  if (item.asks !== 'done') return askForAnswer(item)
  try {
    await sendAnswer(item, { answer: 'done' })
  } catch (error) {
    reportFailure(error)
    return false
  }
  notify('success', i18n.t('shell:answered'), {
    action: { label: i18n.t('shell:takeBack'), run: () => void takeBackAnswer(item).catch(reportFailure) },
  })
  return true
}
