import * as z from 'zod/mini'
import { filled, id, moment, names } from '../../fields.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '../../limits.ts'
import { get, postForm, postJson } from '../../endpoint.ts'
import { REPLY_LENGTH } from './answers.ts'

/** Most unread messages in the list, the newest; the others follow when these have been read. */
export const UNREAD_SHOWN = 100
/** Characters of a published message. */
export const MESSAGE_LENGTH = 2000
export const MESSAGE_URL_LENGTH = 1024

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
  /** The first line of the text is its title. The text may have two languages, joined as in envelopes. */
  titled: z.optional(z.boolean()),
  files: z.optional(z.array(z.object({ fileId: id, name: z.string(), size: z.number() }))),
  /** The sender has reminded of it. */
  reminded: z.optional(z.boolean()),
  /** Its sender reads replies. */
  mayReply: z.optional(z.boolean()),
  /** The third-party application, the education office or, to the own classes, the teacher who wrote it. */
  sender: z.optional(z.object(names)),
})
export type Message = z.infer<typeof message>

/** The modules in `content`, with the end of each licence. */
export const expiringModules = z.array(z.object({ code: z.string(), name: z.string(), endTime: z.string() }))

/** The JSON text of `messages.config`: with 1 the bell shows a dot instead of a count. */
export const messageConfig = z.object({ pcOpen: z.literal([0, 1]) })

/** Numbers of unread messages and open to-dos. */
export const waitingCounts = z.object({ todo: z.number(), message: z.number() })
export type WaitingCounts = z.infer<typeof waitingCounts>

/** Also on behalf of a linked account. */
const linked = { permission: null, linked: true } as const

const messageIds = z.array(id).check(z.minLength(1), z.maxLength(UNREAD_SHOWN))

export const unhandledCount = get({
  name: 'messages.unhandledCount',
  path: '/api/base/desktop/unhandlecount',
  permission: null,
  response: waitingCounts,
})

/** With `studentId` those about a child of a parent, and about the whole family. */
export const unread = get({
  name: 'messages.unread',
  path: '/api/base/desktop/message_select_not_read',
  permission: null,
  request: z.object({ studentId: z.optional(id) }),
  response: z.array(message),
})

export const ignoreAll = postForm({
  ...linked,
  name: 'messages.ignoreAll',
  path: '/api/base/desktop/message_update_status_by_me',
  /** Without ids, all; with them, only those that the user has seen in the list. */
  request: z.object({ desktopMessageIds: z.optional(messageIds) }),
})

export const markRead = postForm({
  ...linked,
  name: 'messages.markRead',
  path: '/api/base/desktop/message_update_statusby_id',
  request: z.object({ desktopMessageId: id }),
})

export const config = get({
  name: 'messages.config',
  path: '/api/base/desktop/getMessageConfig',
  permission: null,
  cache: 'session',
  /** JSON text with pcOpen. */
  response: z.object({ config: z.string() }),
})

/** Replies to the sender of an own unread message, which is read then. Throws 'message.gone' and 'answer.not_asked'. */
export const reply = postJson({
  ...linked,
  name: 'messages.reply',
  path: '/api/base/desktop/message_reply',
  request: z.object({ desktopMessageId: id, reply: filled(REPLY_LENGTH) }),
})

/** Makes own messages unread again, without their replies: the undo of ignoring and of replying. */
export const restore = postJson({
  ...linked,
  name: 'messages.restore',
  path: '/api/base/desktop/message_restore',
  request: z.object({ desktopMessageIds: messageIds }),
})

/** Whether the unit's bell shows a count (0) or a dot (1). */
export const saveConfig = postJson({
  name: 'messages.saveConfig',
  path: '/api/base/desktop/message_save_config',
  permission: 'base_message',
  risk: 'ordinary',
  request: messageConfig,
})
