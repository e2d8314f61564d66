import * as z from 'zod/mini'
import { id, moment, nothing, success } from '../fields.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '../limits.ts'
import { row } from '../row.ts'

export const message = z.object({
  id,
  messageMeno: z.string(),
  module: z.string(),
  messageDate: moment,
  importance: z.number().check(z.minimum(IMPORTANCE_MIN), z.maximum(IMPORTANCE_MAX)),
  /** 1 opens the module-expiry dialog. */
  openWay: z.number(),
  url: z.nullable(z.string()),
  /** JSON list of { code, name, endTime } for messages that open the module-expiry dialog. */
  content: z.nullable(z.string()),
})
export type Message = z.infer<typeof message>

export const unhandledCount = row({
  name: 'messages.unhandledCount',
  method: 'GET',
  path: '/api/base/desktop/unhandlecount',
  encoding: 'query',
  access: 'session',
  input: nothing,
  answer: z.object({ todo: z.number(), message: z.number() }),
})

export const unread = row({
  name: 'messages.unread',
  method: 'GET',
  path: '/api/base/desktop/message_select_not_read',
  encoding: 'query',
  access: 'session',
  input: nothing,
  answer: z.array(message),
})

export const ignoreAll = row({
  name: 'messages.ignoreAll',
  method: 'POST',
  path: '/api/base/desktop/message_update_status_by_me',
  encoding: 'form',
  access: 'session',
  input: nothing,
  answer: success,
})

export const markRead = row({
  name: 'messages.markRead',
  method: 'POST',
  path: '/api/base/desktop/message_update_statusby_id',
  encoding: 'form',
  access: 'session',
  input: z.object({ desktopMessageId: id }),
  answer: success,
})

export const config = row({
  name: 'messages.config',
  method: 'GET',
  path: '/api/base/desktop/getMessageConfig',
  encoding: 'query',
  access: 'session',
  cache: 'session',
  input: nothing,
  /** JSON text with pcOpen. */
  answer: z.object({ config: z.string() }),
})
