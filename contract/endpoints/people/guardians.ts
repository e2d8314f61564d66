import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountPerson, id, text } from '../../fields.ts'
import { savedShape } from '../../people/fields.ts'
import { GUARDIAN_RELATIONS } from './roster.ts'

const ordinary = { permission: 'base_people', scoped: true, risk: 'ordinary' } as const
const changesRights = { permission: 'base_people', risk: 'changes-rights' } as const

// Guardians of a pupil, as the administration enters and removes them.

const relation = z.nullable(z.literal(GUARDIAN_RELATIONS))
const pair = { studentId: id, parentId: id }

/** A guardian who has no account yet. Without a login name it is the phone number. */
export const newGuardian = z.object({
  realName: savedShape.realName,
  englishName: z._default(savedShape.englishName, ''),
  phone: savedShape.phone,
  loginName: z._default(savedShape.loginName, ''),
})

/**
 * Makes a parent a guardian of a pupil: one who has an account, or a new one. In a part of the unit only parents whose children are all in it. Throws 'people.gone', 'guardian.already', 'people.inactive',
 * 'access.part', 'guardian.own_account', 'access.denied' for accounts beyond the caller's rights, and as errors of fields 'people.login_taken' and 'field.required' at the login name when it has to be typed.
 */
export const addGuardian = postJson({
  ...ordinary,
  name: 'people.addGuardian',
  path: '/api/people/guardians/add',
  request: z.object({
    studentId: id,
    parent: z.union([z.object({ userId: id }), newGuardian]),
    relation,
    mayConsent: z.boolean(),
    isEmergencyContact: z.boolean(),
  }),
  response: z.object({ parentId: id }),
})

/**
 * Ends a guardian's access to a pupil at once: to the pupil's data, to what was sent about the pupil, and to what follows from being a guardian. The account stays. `undo` takes it back within the hour.
 * Throws 'people.gone' and 'access.denied'.
 */
export const removeGuardian = postJson({
  ...ordinary,
  name: 'people.removeGuardian',
  path: '/api/people/guardians/remove',
  request: z.object(pair),
  response: z.object({ undo: text(2000) }),
})

/** Takes an own removal back as it was. Throws 'guardian.undo_gone' after an hour and for another's, and 'people.gone', 'guardian.already' and 'access.denied'. */
export const restoreGuardian = postJson({
  ...ordinary,
  name: 'people.restoreGuardian',
  path: '/api/people/guardians/restore',
  request: z.object({ undo: text(2000) }),
})

const codeUndo = z.object({
  /** Whether the code can still be used, which ends. */
  open: z.boolean(),
  /**
   * What becomes of each guardian who used it. 'closed': removed from the child, and the account closed, which the code made and which has no other child; 'removed': removed from the child alone; 'reset':
   * stays the guardian whom the school entered, and the account has no password and no passkey any more.
   */
  guardians: z.array(
    z.extend(accountPerson, { loginName: z.string(), outcome: z.literal(['closed', 'removed', 'reset']) }),
  ),
})
export type CodeUndo = z.infer<typeof codeUndo>

const use = { studentId: id, codeId: id }

/** What undoing a code would do. Throws 'people.gone', and 'guardian.code_unused' where it has no use that is left. */
export const previewCodeUndo = get({
  ...ordinary,
  name: 'people.previewCodeUndo',
  path: '/api/people/guardian-codes/undo-preview',
  request: z.object(use),
  response: codeUndo,
})

/**
 * Undoes all that came by a code: as `previewCodeUndo` says. All sessions of these accounts end. Throws as `previewCodeUndo`, and 'access.denied' and 'account.oneself' for accounts beyond the caller's rights.
 */
export const undoCode = postJson({
  name: 'people.undoGuardianCode',
  path: '/api/people/guardian-codes/undo',
  permission: 'base_people',
  scoped: true,
  risk: 'hard-to-undo',
  request: z.object(use),
  response: codeUndo,
})

/**
 * Links the teacher and the parent account of one person, who may switch between them from then on. The parent account is signed out everywhere and loses its links with other schools. Throws
 * 'link.administrators_only', 'people.gone', 'link.teacher_linked', 'link.parent_linked' and 'access.denied'.
 */
export const linkAccounts = postJson({
  ...changesRights,
  name: 'people.linkAccounts',
  path: '/api/people/account-link',
  request: z.object({ teacherId: id, parentId: id }),
})

/** Removes the link of a teacher's account; both accounts are signed out everywhere. Throws as `linkAccounts`, and 'link.none'. */
export const unlinkAccounts = postJson({
  ...changesRights,
  name: 'people.unlinkAccounts',
  path: '/api/people/account-link/remove',
  request: z.object({ teacherId: id }),
})
