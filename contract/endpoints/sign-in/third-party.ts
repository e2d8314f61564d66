import * as z from 'zod/mini'
import { postJson } from '../../endpoint.ts'
import { calendarDay, filled, id, integer, text, userType } from '../../fields.ts'
import { IMPORTANCE_MAX, IMPORTANCE_MIN } from '../../limits.ts'
import { PUBLICATION_LIMITS, publicationAddress } from '../messages/publications.ts'

// What third parties write in their own name, with a token of client credentials (docs/develop/third-parties.md): public to the portal's sessions, and refused
// without a token that has the scope.

/** Where all of it is. */
export const THIRD_PARTY_PATH = '/api/third_party/v1'
/** Calls of one client in a minute. */
export const THIRD_PARTY_RATE = 60

const key = z.string().check(z.regex(/^[\w.:~-]{1,64}$/))

const people = z.array(text(64, 1)).check(z.maxLength(PUBLICATION_LIMITS.people))

const given = {
  /** The client's own name for the call: repeated with the same content, it is done once. */
  key,
  title: filled(PUBLICATION_LIMITS.title),
  englishTitle: z._default(text(PUBLICATION_LIMITS.title), ''),
  /** At the client, or at another application of the unit. */
  url: z._default(z.nullable(publicationAddress), null),
  /** Persons by number or OneRoster sourcedId; and the people of the types in the classes, by sourcedId. */
  to: z.object({
    people: z._default(people, []),
    classes: z._default(z.array(text(64, 1)).check(z.maxLength(PUBLICATION_LIMITS.classes)), []),
    userTypes: z._default(z.array(userType).check(z.minLength(1), z.maxLength(4)), [1, 3]),
  }),
}

const written = z.object({
  id,
  /** Open accounts that get it. */
  recipients: z.number(),
  /** What was named in `to` and is no open account or class here. */
  unknown: z.array(z.string()),
})

const thirdParty = { access: 'public', serverToServer: true, licence: 'base' } as const

/** Throws 'party.token', 'party.scope', 'party.key_used', 'message.nobody', and as an error of a field 'party.link'. */
export const sendMessage = postJson({
  ...thirdParty,
  name: 'party.sendMessage',
  path: `${THIRD_PARTY_PATH}/messages/send`,
  request: z.object({
    ...given,
    text: z._default(text(PUBLICATION_LIMITS.text), ''),
    englishText: z._default(text(PUBLICATION_LIMITS.text), ''),
    importance: z._default(integer({ least: IMPORTANCE_MIN, most: IMPORTANCE_MAX }), 2),
  }),
  response: written,
})

/** As `sendMessage`; also 'publication.past' at `dueOn`. */
export const createTodo = postJson({
  ...thirdParty,
  name: 'party.createTodo',
  path: `${THIRD_PARTY_PATH}/todos/create`,
  request: z.object({
    ...given,
    /** The last day, in the unit's time zone. */
    dueOn: z._default(z.nullable(calendarDay), null),
  }),
  response: written,
})

/** Takes it off the lists of these persons, or of all: it is done. Throws 'party.gone' and, while it is being sent, 'party.sending'. */
export const closeTodo = postJson({
  ...thirdParty,
  name: 'party.closeTodo',
  path: `${THIRD_PARTY_PATH}/todos/close`,
  request: z.object({
    id,
    people: z._default(z.nullable(people), null),
  }),
  response: z.object({ closed: z.number() }),
})

/** Takes it back from all who have not closed it, as if it had not been sent. Throws 'party.gone'. */
export const withdrawTodo = postJson({
  ...thirdParty,
  name: 'party.withdrawTodo',
  path: `${THIRD_PARTY_PATH}/todos/withdraw`,
  request: z.object({ id }),
  response: z.object({ withdrawn: z.number() }),
})
