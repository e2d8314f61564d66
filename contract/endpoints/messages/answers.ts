import * as z from 'zod/mini'
import { filled } from '../../fields.ts'

// What a sender asks the receivers of a message or a to-do for, and what they answer.

/** Characters of a reply. */
export const REPLY_LENGTH = 1000

/** 'done': one press; 'sign': agree or decline under the own name; 'reply': text. A message can only ask for a reply. */
export const askedAnswer = z.literal(['done', 'sign', 'reply'])
export type AskedAnswer = z.infer<typeof askedAnswer>

/** An answer to 'done', 'sign' or 'reply'. */
export const givenAnswer = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('done') }),
  z.object({ answer: z.literal(['agreed', 'declined']) }),
  z.object({ answer: z.literal('replied'), reply: filled(REPLY_LENGTH) }),
])
export type GivenAnswer = z.infer<typeof givenAnswer>

const ASKED_FOR: Readonly<Record<GivenAnswer['answer'], AskedAnswer>> = {
  done: 'done',
  agreed: 'sign',
  declined: 'sign',
  replied: 'reply',
}

/** Whether an answer is of the kind that was asked for. */
export const fitsAsked = (asked: string, { answer }: GivenAnswer): boolean => ASKED_FOR[answer] === asked

/** A receiver's answer as its sender sees it. */
export const receivedAnswer = z.object({
  answer: z.literal(['done', 'agreed', 'declined', 'replied']),
  reply: z.string(),
})
