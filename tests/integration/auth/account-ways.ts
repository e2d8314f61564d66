import type { AnyEndpoint } from '../../../contract/endpoint.ts'

/** How an endpoint that names an account keeps to the rule of `server/modules/auth/may-act-for.ts`. */
export type Keeping =
  /** It asks the rule; `may-act-for.test.ts` tries it on accounts out of reach. */
  | 'asks'
  /** What it redeems was given by somebody: it asks the rule about the giver, who may act for less than before; tried likewise. */
  | 'asks about the giver'
  /** It asks the rule for all accounts of the unit at once: only administrators may. */
  | 'asks for all'
  /** The account is the caller's own, or that of an own child; proved by a session, a password or a secret. */
  | 'own'
  /** It shows, and changes nothing. */
  | 'reads'
  /** A role is given and taken by what it contains; operators' accounts are out of reach. */
  | 'by the role'
  /** Operators alone call it, for other operators: an account of their own unit, which has nobody else. */
  | 'among operators'
  /** What it names is no account, or it is told something without being changed. */
  | 'no account'

const of = (keeping: Keeping, names: readonly string[]) =>
  names.map((name): readonly [string, Keeping] => [name, keeping])

/** Every endpoint that names an account, by its name. */
export const ACCOUNT_WAYS: ReadonlyMap<string, Keeping> = new Map([
  ...of('asks', [
    'admin.contact',
    'admin.endSessions',
    'admin.turnOffSecondStep',
    'classes.firstPasswords',
    'face.enrolPerson',
    'face.personConsents',
    'face.personDetails',
    'face.recordConsent',
    'face.removePerson',
    'face.withdrawPersonConsent',
    'imports.apply',
    'imports.preview',
    'imports.undo',
    'password.issueCode',
    'people.addGuardian',
    'people.bringBack',
    'people.deactivate',
    'people.erase',
    'people.export',
    'people.exportPreview',
    'people.firstPasswords',
    'people.linkAccounts',
    'people.mailFirstLinks',
    'people.merge',
    'people.mergePreview',
    'people.removeGuardian',
    'people.save',
    'people.restoreGuardian',
    'people.saveGuardian',
    'people.showIdCard',
    'people.undoGuardianCode',
    'people.unlinkAccounts',
    'session.switchLogin',
    'sso.issueTicket',
    'year.turn',
    'year.undo',
  ]),
  ...of('asks about the giver', [
    'face.login',
    'join.check',
    'join.create',
    'join.redeem',
    // By a link or a code; those that a person asked for have no giver.
    'password.checkReset',
    'password.reset',
    // First passwords: they open nothing but the question for another one, and bind no identity.
    'password.replaceFirst',
    'session.login',
    'sso.bind',
    'sso.ticket',
  ]),
  ...of('among operators', ['operators.add', 'operators.close', 'operators.open', 'operators.reset']),
  ...of('asks for all', [
    'admin.saveMail',
    // Where its tickets sign in administrators. Own scopes are asked by the right that each stands for.
    'admin.saveClient',
    'admin.rotateClientSecret',
    // A provider signs in whoever has linked an account.
    'admin.saveProvider',
  ]),
  ...of('by the role', ['roles.assign', 'roles.restore', 'roles.withdraw', 'roles.saveType', 'area.grant']),
  ...of('own', [
    'account.link',
    'account.linkParent',
    'account.picture',
    'account.revokeApplication',
    'attendance.absences',
    'attendance.code',
    'attendance.mine',
    'attendance.renewCode',
    'attendance.requestAbsence',
    'attendance.requestCorrection',
    'desktop.accessDetail',
    'desktop.myAppIcons',
    // By the person, or by a guardian: `face.enrolPerson` and those beside it are for others.
    'face.consents',
    'face.details',
    'face.enrol',
    'face.giveConsent',
    'face.remove',
    'face.withdrawConsent',
    'family.childPicture',
    'family.children',
    'family.currentChild',
    'family.linkedAccounts',
    'family.setCurrentChild',
    'handins.zip',
    'messages.unread',
    'passkey.signIn',
    // The link goes to the address of the account, and to no operator.
    'password.requestReset',
    'session.loginUserClient',
    'todos.popup',
  ]),
  ...of('reads', [
    'area.count',
    'area.people',
    'classmessages.count',
    'classmessages.findPerson',
    'imports.errorSheet',
    'imports.markedSheet',
    'imports.rows',
    'imports.summary',
    'people.erasure',
    'people.exportList',
    'people.list',
    'people.previewCodeUndo',
    'people.show',
    'publications.count',
    'publications.findPerson',
    'roles.ofPerson',
    'roles.preview',
    'roles.systemAdmin',
    'sso.externalLoginUrl',
  ]),
  ...of('no account', [
    // A provider, a client, a type of people, a setting, a file or folder, or a part of the school.
    'admin.deleteClient',
    'admin.deleteProvider',
    'admin.saveWays',
    'applications.save',
    'applications.saveDefault',
    'attendance.saveSettings',
    'settings.saveDesktop',
    'settings.savePaths',
    'voice.addPhrases',
    'voice.savePhrase',
    'files.createFolder',
    'files.move',
    'files.purge',
    'files.remove',
    'files.rename',
    'files.restore',
    'shares.createFolder',
    'shares.of',
    'shares.remove',
    'shares.rename',
    'shares.restore',
    'shares.save',
    'structure.remove',
    'structure.saveGroup',
    'sso.backchannelLogout',
    'storage.saveQuotas',
    'operator.saveLimits',
    // Who gets a message, a to-do or a mail.
    'area.sendMessage',
    'classmessages.save',
    'imports.saveSchedule',
    'party.closeTodo',
    'party.createTodo',
    'party.sendMessage',
    'publications.save',
    // Who teaches a class: a right of classes, none of the administration.
    'structure.saveClass',
    // A card at the gate signs in nowhere.
    'attendance.setCard',
    'attendance.removeCard',
    // Codes by which guardians find a child: `join.create` asks about the accounts that they open.
    'classes.guardianCodes',
    'people.guardianCodes',
    'people.revokeGuardianCode',
    // A preview; `imports.apply` asks.
    'imports.cancel',
    'imports.choose',
    'imports.compare',
    // New accounts of a new unit, by the operator or the code of the installation.
    'operator.create',
    'setup.complete',
  ]),
])

/** Whose a secret is that is kept of a person, or of a pupil: by which endpoints it is redeemed where somebody else gave it. */
export type Secret = { readonly given: readonly string[] } | 'own' | 'no sign-in'

/** Every table with secrets, or what they are compared with, of people. */
export const SECRETS: Readonly<Record<string, Secret>> = {
  face_photo: { given: ['face.login'] },
  credential: { given: ['session.login', 'password.replaceFirst', 'sso.bind'] },
  guardian_code: { given: ['join.check', 'join.create', 'join.redeem'] },
  login_ticket: { given: ['sso.ticket'] },
  password_reset: { given: ['password.checkReset', 'password.reset'] },
  // Made in a session of the account, or by the account's own password.
  account_link_code: 'own',
  external_identity: 'own',
  face_pin: 'own',
  handover: 'own',
  login_device: 'own',
  oauth_artifact: 'own',
  passkey: 'own',
  recovery_code: 'own',
  second_step: 'own',
  second_step_setup: 'own',
  session: 'own',
  user_client: 'own',
  attendance_code: 'no sign-in',
}

const NAMING =
  /user|parent|teacher|guardian|people|person|pupil|student|login|holder|member|recipient|owner|account|^importId$|^otherId$|^turnId$|ticket|children|clientId|providerId/i

interface Definition {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly options?: readonly unknown[]
  readonly items?: readonly unknown[]
  readonly element?: unknown
  readonly innerType?: unknown
  readonly in?: unknown
  readonly out?: unknown
  readonly valueType?: unknown
}

/** The names of all fields of a schema, in whatever depth. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { def } = Object(Object(schema)['_zod']) as { def?: Definition }
  if (def === undefined) return []
  const inner = [
    def.element,
    def.innerType,
    def.in,
    def.out,
    def.valueType,
    ...(def.options ?? []),
    ...(def.items ?? []),
  ]
  const shape = Object.entries(def.shape ?? {})
  return [
    ...shape.map(([name]) => name),
    ...shape.flatMap(([, value]) => fieldsOf(value, seen)),
    ...inner.flatMap((one) => fieldsOf(one, seen)),
  ]
}

/** Whether a field of the request names an account, a person, or something that stands for accounts: an import, a turn of the year, a client. */
export function namesAccount({ request }: AnyEndpoint): boolean {
  const fields = fieldsOf(request)
  // The key of a person.
  return fields.some((name) => NAMING.test(name)) || (fields.includes('kind') && fields.includes('id'))
}
