import * as z from 'zod/mini'
import { get, postJson } from '../../endpoint.ts'
import { accountName, flag, id, listPage, moment, names, text, userType, wholeNumber } from '../../fields.ts'
import { detailsShape, numbersShape, savedShape } from '../../people/fields.ts'
import { recordVersion, versionOrNew } from '../../record-version.ts'
import { GUARDIAN_RELATIONS, phone } from './roster.ts'

const inPart = { permission: 'base_people', scoped: true } as const
const ordinary = { ...inPart, risk: 'ordinary' } as const
const givesCredentials = { ...inPart, risk: 'gives-credentials', riskInPart: true } as const
const inWholeUnit = { permission: 'base_people', risk: 'ordinary' } as const

// All people of a unit, for its administration. A pupil is a record of the school, with an account or without; all others are accounts.

/** People of one page. */
export const PEOPLE_PAGE_MAX = 200
/** People of one change. */
export const PEOPLE_AT_ONCE = 200

export const personKey = z.object({ kind: z.literal(['pupil', 'account']), id })
export type PersonKey = z.infer<typeof personKey>

export const personRow = z.object({
  ...personKey.shape,
  userType,
  ...accountName.shape,
  /** Of a pupil or an employee; '' without one. */
  number: z.string(),
  /** Null for pupils without an account. */
  loginName: z.nullable(z.string()),
  /** 1 male, 2 female. */
  sex: z.nullable(z.number()),
  /** The class or the department; a parent's are the children's classes. */
  places: z.array(z.object(names)),
  /** False for pupils who left and for closed accounts. */
  active: z.boolean(),
  /** Null for pupils without an account, and where the account has never been used. */
  lastSignIn: z.nullable(moment),
  /** 'first': given by the school, and not replaced yet. 'lapsed': not replaced in time, or its giver may not act for the person any more, so that it signs in no more. */
  password: z.literal(['none', 'first', 'lapsed', 'own']),
})
export type PersonRow = z.infer<typeof personRow>

export const PEOPLE_SORTS = ['name', 'number', 'place', 'lastSignIn'] as const

/** A page of the people of the unit, or of the caller's part of it. Pages beyond the last are empty. */
export const list = get({
  ...ordinary,
  name: 'people.list',
  path: '/api/people/list',
  request: z.object({
    /** Part of the name, English name, pinyin or its initials, number, login name or phone. */
    query: z.optional(text(64)),
    userType: z.optional(z.literal(['1', '2', '3', '4'])),
    campusId: z.optional(id),
    gradeId: z.optional(id),
    classId: z.optional(id),
    departmentId: z.optional(id),
    state: z.optional(z.literal(['active', 'inactive', 'all'])),
    /** Those alone who have an account and have never signed in. */
    neverSignedIn: z.optional(flag),
    sort: z.optional(z.literal(PEOPLE_SORTS)),
    descending: z.optional(flag),
    page: listPage,
    size: z.optional(wholeNumber(1, PEOPLE_PAGE_MAX)),
  }),
  response: z.object({
    total: z.number(),
    people: z.array(personRow),
    /** Where the operator limits the unit: its open accounts, and how many it may have. */
    limit: z.nullable(z.object({ used: z.number(), most: z.number() })),
  }),
})

/**
 * Asked before the people of a list are put into a sheet, from the pages of the list: needs a fresh second factor as all exports do, and leaves a line in the trail
 * with the number of people and the filters, without what was searched for. It guards a factor that is stale at an unattended screen, not the rows: who may read the list
 * may page through all of it.
 */
export const exportList = postJson({
  name: 'people.exportList',
  path: '/api/people/export_list',
  permission: 'base_people',
  scoped: true,
  risk: 'takes-data-out',
  request: z.omit(list.request, { sort: true, descending: true, page: true, size: true }),
})

/** Where a guardian's access to a child came from. */
const guardianOrigin = z.object({
  /** 'school': entered by an administrator; 'import': by a file; 'code': by the guardian with a code on paper; 'unknown': before the portal kept it. */
  kind: z.literal(['unknown', 'school', 'import', 'code']),
  at: z.nullable(moment),
  /** Who entered it or applied the file; null after the account was erased. */
  by: z.nullable(z.object({ userId: id, ...accountName.shape })),
  /** The name of the file. */
  file: z.nullable(z.string()),
  /** When two entries were joined, if it came to this child or parent by that. */
  mergedAt: z.nullable(moment),
  /**
   * The last use of a code by this guardian for this child. 'account': made a new account; 'claim': took over the one that the school had entered; 'child': added the child to an account
   * that was there.
   */
  code: z.nullable(
    z.object({
      codeId: id,
      kind: z.literal(['account', 'claim', 'child']),
      at: moment,
      address: z.string(),
      userAgent: z.string(),
    }),
  ),
})
export type GuardianOrigin = z.infer<typeof guardianOrigin>

const relative = z.object({
  relation: z.nullable(z.literal(GUARDIAN_RELATIONS)),
  mayConsent: z.boolean(),
  isEmergencyContact: z.boolean(),
  origin: guardianOrigin,
  version: recordVersion,
})
export type Relative = z.infer<typeof relative>

const guardianOfPupil = z.object({
  userId: id,
  ...accountName.shape,
  loginName: z.string(),
  ...phone,
  ...relative.shape,
})

const personPage = z.object({
  ...personRow.shape,
  version: recordVersion,
  userId: z.nullable(id),
  /** YYYY-MM-DD. */
  birthday: z.nullable(z.string()),
  email: z.nullable(z.string()),
  ...phone,
  classId: z.nullable(id),
  departmentId: z.nullable(id),
  positionTitle: z.string(),
  englishPositionTitle: z.string(),
  /** Of a pupil who left. */
  left: z.nullable(z.object({ on: z.string(), reason: z.literal(['graduated', 'left']) })),
  /** Of a pupil. */
  guardians: z.array(guardianOfPupil),
  /** Of a pupil: the code on paper by which guardians find the pupil, while it is open. */
  guardianCode: z.nullable(z.object({ createdAt: moment, expiresAt: moment, uses: z.number() })),
  /** Of a parent. */
  children: z.array(
    z.object({
      studentId: id,
      ...accountName.shape,
      number: z.string(),
      place: z.nullable(z.object(names)),
      ...relative.shape,
    }),
  ),
  /** Classes that the person heads, or teaches a subject in. */
  classes: z.array(z.object({ classId: id, ...names, head: z.boolean(), subjects: z.array(z.object(names)) })),
  /** Of a pupil: the class of each year, the latest first; `yearId` null for the present one. */
  history: z.array(
    z.object({
      yearId: z.nullable(id),
      year: z.string(),
      class: z.object(names),
      headTeacher: z.nullable(accountName),
    }),
  ),
  roles: z.array(z.object({ roleId: id, ...names })),
  /** Further facts of registers. */
  details: z.object(detailsShape),
  /** The other account of the same person, as teacher or parent. */
  linked: z.nullable(z.object({ userId: id, ...accountName.shape, userType })),
  signIn: z.object({
    passkeys: z.number(),
    secondStep: z.boolean(),
    identities: z.number(),
    devices: z.number(),
    sessions: z.number(),
  }),
  /** Bytes in Files. */
  storageUsed: z.number(),
  face: z.object({ consent: z.boolean(), photos: z.number() }),
})
export type PersonPage = z.infer<typeof personPage>

/** Everything about one person that the administration shows. Throws 'people.gone'. */
export const show = get({
  ...ordinary,
  name: 'people.show',
  path: '/api/people/person',
  request: personKey,
  response: personPage,
})

/** The sealed numbers of a person. Each answer is recorded. Throws 'people.gone', and 'access.denied' beyond the caller's rights. */
export const showIdCard = postJson({
  name: 'people.showIdCard',
  path: '/api/people/id-card',
  permission: 'base_people',
  risk: 'takes-data-out',
  request: personKey,
  response: z.object(numbersShape),
})

/** Says what a guardian is for a pupil, and may do. A relation that is not given stays. Throws 'people.gone', and 'access.denied' for accounts beyond the caller's rights. */
export const saveGuardian = postJson({
  ...ordinary,
  name: 'people.saveGuardian',
  path: '/api/people/guardian',
  saves: guardianOfPupil,
  request: z.object({
    studentId: id,
    parentId: id,
    relation: z.optional(z.nullable(z.literal(GUARDIAN_RELATIONS))),
    mayConsent: z.boolean(),
    isEmergencyContact: z.boolean(),
    version: recordVersion,
  }),
  response: z.object({ version: recordVersion }),
})

/** What the administration enters of a person. Fields that do not belong to the type are ignored. */
export const personFields = z.object(savedShape)
export type PersonFields = z.infer<typeof personFields>

/** The data of 'people.id_card_taken': the person whose number it is. The right to save a number is one to see all people of the unit. */
export const idCardHolder = z.object({
  holder: z.object({
    ...personKey.shape,
    ...accountName.shape,
    number: z.string(),
    places: z.array(z.object(names)),
    active: z.boolean(),
  }),
})
export type IdCardHolder = z.infer<typeof idCardHolder>['holder']

/**
 * Adds a person, or changes one. Throws 'people.gone', and as errors of fields 'people.number_taken', 'people.login_taken', 'people.id_card_taken' with `idCardHolder`, 'people.class_needed',
 * 'people.account_needed', 'field.required', and 'access.part' beyond the caller's part of the unit.
 */
export const save = postJson({
  ...givesCredentials,
  name: 'people.save',
  path: '/api/people/save',
  saves: personPage,
  request: z.object({ ...personFields.shape, key: z.nullable(personKey), userType, version: versionOrNew }),
  response: personKey,
})

/** Where pupils come back into a class. */
const undone = z.object({ ...personKey.shape, classId: z.nullable(id) })
const several = z.array(personKey).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE))

/**
 * Closes accounts and ends their sessions; pupils leave their class. Nothing is deleted. The answer undoes it. Throws 'people.gone',
 * 'account.oneself', 'people.last_administrator'.
 */
export const deactivate = postJson({
  ...inWholeUnit,
  name: 'people.deactivate',
  path: '/api/people/deactivate',
  request: z.object({ people: several }),
  response: z.object({ undo: z.array(undone) }),
})

/** Opens accounts again; pupils come back into a class. Throws 'people.gone', 'people.class_needed'. */
export const bringBack = postJson({
  ...inWholeUnit,
  name: 'people.bringBack',
  path: '/api/people/bring-back',
  request: z.object({ people: z.array(undone).check(z.minLength(1), z.maxLength(PEOPLE_AT_ONCE)) }),
})

export const slip = z.object({
  ...personKey.shape,
  ...accountName.shape,
  loginName: z.string(),
  place: z.nullable(z.object(names)),
  password: z.string(),
})
export type Slip = z.infer<typeof slip>

/** A code by which a pupil's guardians find the pupil, or take over the account that the school has recorded. */
export const codeSlip = z.extend(z.omit(slip, { loginName: true, password: true }), { guardianCode: z.string() })
export type CodeSlip = z.infer<typeof codeSlip>

/** Days in which a mailed link to a first password can be used, once. */
export const FIRST_LINK_DAYS = 7

/** Whether the unit can mail: without a mail server there are slips alone. */
export const mailState = get({
  ...ordinary,
  name: 'people.mailState',
  path: '/api/people/first-passwords/mail-state',
  response: z.object({ ready: z.boolean() }),
})

/**
 * Mails people who have an address a link by which they choose their password, once and within `FIRST_LINK_DAYS` days; it ends an earlier one. What they have stays good until then. `onlyNew` as for
 * `firstPasswords`. `without`: who has no address, or no login name. Throws 'people.gone', 'account.oneself', 'people.inactive', 'access.part', 'access.denied' and 'mail.not_set_up'.
 */
export const mailFirstLinks = postJson({
  ...givesCredentials,
  name: 'people.mailFirstLinks',
  path: '/api/people/first-passwords/mail',
  request: z.object({ people: several, onlyNew: z.boolean() }),
  response: z.object({ mailed: z.number(), without: z.array(z.extend(personKey, accountName.shape)) }),
})

/**
 * Gives people a first password, which they replace with the next sign-in, and ends their sessions. It is in this answer alone. Pupils without an
 * account get one with their number as login name. Parents without a login name get no password: `codes` has a code of one of their children for them, which ends that child's code before. `onlyNew`: people who have a password that signs in keep it and are left out. Throws 'people.gone',
 * 'account.oneself', 'people.login_taken', 'people.inactive' and 'access.part'.
 */
export const firstPasswords = postJson({
  ...givesCredentials,
  name: 'people.firstPasswords',
  path: '/api/people/first-passwords',
  request: z.object({ people: several, onlyNew: z.boolean() }),
  response: z.object({ slips: z.array(slip), codes: z.array(codeSlip) }),
})
