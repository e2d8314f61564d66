import { sql } from 'drizzle-orm'
import { bigint, boolean, inet, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SignInEventKind } from '../../../contract/endpoints/account.ts'
import { bytes, clockTime, moment, newId, unitId, userId } from './columns.ts'

const quota = (name: string) => bigint(name, { mode: 'number' })

/** A school, an education office, or the operators' unit. */
export const unit = pgTable('unit', {
  unitId: uuid('unit_id').primaryKey().default(newId),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  unitType: text('unit_type', { enum: ['0', '1', '2'] }).notNull(),
  status: smallint('status').notNull().default(1),
  themeColor: text('theme_color').notNull().default('#457CD6'),
  footer: text('footer'),
  link: text('link'),
  decorationSet: jsonb('decoration_set').$type<unknown>(),
  schoolYear: text('school_year').notNull().default(''),
  term: text('term').notNull().default(''),
  principal: text('principal'),
  /** The sign-in methods by address that the unit allows; read it by `readSignInWays`. */
  signInWays: jsonb('sign_in_ways').$type<unknown>().notNull().default({}),
  passwordRule: text('password_rule', { enum: ['mixed', 'simple'] })
    .notNull()
    .default('mixed'),
  /** The bell shows a dot instead of a count. */
  messageDot: boolean('message_dot').notNull().default(false),
  /** For people who chose no theme, or chose theirs before `themeSyncedAt`; see server/modules/desktop/themes.ts. */
  defaultTheme: text('default_theme'),
  defaultThemeColor: text('default_theme_color'),
  themeSyncedAt: moment('theme_synced_at'),
  /** Bytes for the unit, and for each person of a type; null: no limit. See server/modules/files/storage-quotas.ts. */
  storageQuota: quota('storage_quota'),
  studentQuota: quota('student_quota'),
  teacherQuota: quota('teacher_quota'),
  parentQuota: quota('parent_quota'),
  staffQuota: quota('staff_quota'),
  /** Bytes of each class's hand-ins. */
  classQuota: quota('class_quota'),
  /** What the operator allows: open accounts, and bytes; null: no limit. */
  peopleLimit: integer('people_limit'),
  storageLimit: quota('storage_limit'),
  /** The unit's part of the start-up configuration; see server/modules/tenants/unit-configuration.ts. */
  loginJumpPage: text('login_jump_page'),
  autoLogin: boolean('auto_login').notNull().default(true),
  languageList: jsonb('language_list').$type<unknown>(),
  languageFollowsBrowser: boolean('language_follows_browser').notNull().default(false),
  ticketPath: text('ticket_path').default('/api/uaa/ticket/login'),
  ticketName: text('ticket_name').notNull().default('ticket'),
  desktopName: text('desktop_name'),
  desktopEnglishName: text('desktop_english_name'),
  /** Networks of the unit's own, in which others' mistakes make no new device wait; see server/modules/auth/login-limits.ts. */
  networks: inet('networks').array().notNull().default([]),
  /** What the administration asks for besides permissions; see server/modules/administration/admin-access.ts. */
  adminSecondFactor: boolean('admin_second_factor').notNull().default(false),
  adminNetworks: inet('admin_networks').array().notNull().default([]),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** An address at which a unit answers: lower case, without a port. */
export const unitHost = pgTable('unit_host', {
  host: text('host').primaryKey(),
  unitId: unitId(),
  isMain: boolean('is_main').notNull().default(false),
})

export const campus = pgTable('campus', {
  campusId: uuid('campus_id').primaryKey().default(newId),
  unitId: unitId(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(0),
})

/** The login name is unique in the unit, whatever its case and width; '' of a parent who has none yet, and then no way signs in. */
export const userAccount = pgTable('user_account', {
  userId: uuid('user_id').primaryKey().default(newId),
  unitId: unitId(),
  loginName: text('login_name').notNull(),
  /** The login name as it is compared (`foldText`); null where there is none, which equals nothing. */
  loginKey: text('login_key').generatedAlwaysAs(sql`nullif(portal_fold(login_name), '')`),
  realName: text('real_name').notNull(),
  /** '' where the school has none. */
  englishName: text('english_name').notNull().default(''),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>().notNull(),
  /** The operator of the whole portal. */
  superman: boolean('superman').notNull().default(false),
  /** 1 male, 2 female. */
  sex: smallint('sex'),
  status: smallint('status').notNull().default(1),
  /** The parent account of the same person, for teachers who have one. */
  parentId: uuid('parent_id'),
  /** Where mail about the account goes; several accounts may share one. */
  email: text('email'),
  language: text('language', { enum: ['zh-CN', 'en'] })
    .notNull()
    .default('zh-CN'),
  /** When the person chose it; until then it is the one in which they last read the portal. */
  languageChosenAt: moment('language_chosen_at'),
  theme: text('theme'),
  themeColor: text('theme_color'),
  themeChosenAt: moment('theme_chosen_at'),
  /** Syllables of the name, separated by spaces; null until the server has computed them. */
  namePinyin: text('name_pinyin'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** How to reach a person, as they entered it. */
export const accountContact = pgTable('account_contact', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  phone: text('phone'),
  contact: text('contact'),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** The password, as an argon2id hash. */
export const credential = pgTable('credential', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
  /** Given by the school: the person chooses another with the next sign-in. */
  isFirst: boolean('is_first').notNull().default(false),
  /** The account that gave a first password; null where it is unknown. */
  issuedBy: uuid('issued_by'),
})

/** A role of a service; `XX_SYS_` of service `base` is the system administrator. Those of the service `own` are the unit's own. */
export const role = pgTable('role', {
  roleId: uuid('role_id').primaryKey().default(newId),
  unitId: unitId(),
  service: text('service').notNull(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
})

/** A person, class, department or user type that has a role, in the whole unit or in a part of it. */
export const roleMember = pgTable('role_member', {
  memberId: uuid('member_id').primaryKey().default(newId),
  unitId: unitId(),
  roleId: uuid('role_id').notNull(),
  userId: uuid('user_id'),
  classId: uuid('class_id'),
  departmentId: uuid('department_id'),
  userType: smallint('user_type'),
  scopeCampusId: uuid('scope_campus_id'),
  scopeGradeId: uuid('scope_grade_id'),
  scopeClassId: uuid('scope_class_id'),
})

/** One sign-in on one device; see server/modules/auth/session-tokens.ts for its hashes. */
export const session = pgTable('session', {
  sessionId: uuid('session_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  familyHash: bytes('family_hash').notNull(),
  accessHash: bytes('access_hash').notNull(),
  accessExpiresAt: moment('access_expires_at').notNull(),
  refreshHash: bytes('refresh_hash').notNull(),
  refreshExpiresAt: moment('refresh_expires_at').notNull(),
  previousRefreshHash: bytes('previous_refresh_hash'),
  rotationSalt: bytes('rotation_salt'),
  rotatedAt: moment('rotated_at'),
  endsAt: moment('ends_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  userAgent: text('user_agent').notNull().default(''),
  revokedAt: moment('revoked_at'),
  /** Whether a second factor was proved in it. */
  secondFactor: boolean('second_factor').notNull().default(false),
  /** The account by whose credentials a chain of sessions began that goes on by switching; null: the session's own. */
  beganAs: uuid('began_as'),
  /** Whether it was opened by the password of its account. */
  byPassword: boolean('by_password').notNull().default(false),
  /** When its browser last reported that streams are held back on their way to it. */
  streamHeldAt: moment('stream_held_at'),
  /** When the person proved who they are; see server/modules/auth/session-origin.ts. */
  authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
})

/** Failed sign-ins under one key; see server/modules/auth/login-limits.ts. */
export const loginAttempt = pgTable('login_attempt', {
  unitId: unitId(),
  key: bytes('key').notNull(),
  failures: integer('failures').notNull(),
  lastAt: moment('last_at').notNull().defaultNow(),
  blockedUntil: moment('blocked_until'),
})

/** How far ahead of its rate a key is; see server/http/request-limit.ts. */
export const rateLimit = pgTable('rate_limit', {
  unitId: unitId(),
  key: bytes('key').notNull(),
  spentUntil: moment('spent_until').notNull(),
})

export const loginDevice = pgTable('login_device', {
  unitId: unitId(),
  userId: userId(),
  deviceHash: bytes('device_hash').notNull(),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
})

/** The application adds and reads, and changes nothing. */
export const signInEvent = pgTable('sign_in_event', {
  eventId: uuid('event_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  kind: text('kind').$type<SignInEventKind>().notNull(),
  at: moment('at').notNull().default(clockTime),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

/** A secret with which another window of the same person signs in once; see server/modules/auth/secret-sign-in.ts. */
export const handover = pgTable('handover', {
  secretHash: bytes('secret_hash').primaryKey(),
  unitId: unitId(),
  userId: userId(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/** A device or application that may sign a person in. */
export const userClient = pgTable('user_client', {
  clientHash: bytes('client_hash').primaryKey(),
  unitId: unitId(),
  userId: userId(),
  /** For lists, which must not contain the secret. */
  userClientId: uuid('user_client_id').notNull().default(newId),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Of the session in which it was registered. */
  authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
})

/** A code of a set-up link; see server/modules/administration/setup/setup-codes.ts. Only the owner's transactions see it. */
export const setupCode = pgTable('setup_code', {
  codeHash: bytes('code_hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
})
