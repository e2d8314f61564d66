import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { UserType } from '../../../contract/endpoint.ts'
import type { AskedAnswer, GivenAnswer } from '../../../contract/endpoints/messages/answers.ts'
import { GROUP_CODES } from '../../../contract/endpoints/desktop/desktop.ts'
import { GUARDIAN_RELATIONS } from '../../../contract/endpoints/people/roster.ts'
import { bytes, moment, newId, unitId, userId } from './columns.ts'

export const unitLogo = pgTable('unit_logo', {
  unitId: uuid('unit_id').primaryKey(),
  mediaType: text('media_type').notNull(),
  content: bytes('content').notNull(),
  sha256: bytes('sha256').generatedAlwaysAs(sql`sha256(content)`),
})

export const application = pgTable('application', {
  unitId: unitId(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  shortName: text('short_name').notNull(),
  englishShortName: text('english_short_name').notNull(),
  /** Null for a module that has no icon. */
  groupCode: text('group_code', { enum: GROUP_CODES }),
  menuRoute: text('menu_route').notNull().default(''),
  serverId: text('server_id').notNull().default('base'),
  deployPath: text('deploy_path').notNull().default('pages'),
  frontUserTypes: smallint('front_user_types').array().$type<UserType[]>().notNull(),
  limitUserTypes: smallint('limit_user_types')
    .array()
    .$type<UserType[]>()
    .notNull()
    .default(sql`'{}'`),
  resourceType: smallint('resource_type').$type<1 | 2>().notNull().default(2),
  /** The folder or application that it stands in. */
  parentCode: text('parent_code'),
  updateStatus: smallint('update_status').notNull().default(1),
  iconPath: text('icon_path').notNull().default(''),
  position: integer('position').notNull().default(0),
  /** Made by the unit's administrators. */
  own: boolean('own').notNull().default(false),
  /** The third party that it opens. */
  clientId: text('client_id'),
  limitRoleIds: uuid('limit_role_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  limitClassIds: uuid('limit_class_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  limitCampusIds: uuid('limit_campus_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** Deleted, and kept for a while. */
  removedAt: moment('removed_at'),
})

/** Until when a unit may use a service. */
export const licence = pgTable('licence', {
  unitId: unitId(),
  serverId: text('server_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  endsAt: moment('ends_at').notNull(),
  oam: boolean('oam').notNull().default(false),
})

export const permission = pgTable('permission', {
  unitId: unitId(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  parentCode: text('parent_code'),
  position: integer('position').notNull().default(0),
})

/** Either a user type or a role holds the permission. */
export const permissionGrant = pgTable('permission_grant', {
  unitId: unitId(),
  code: text('code').notNull(),
  userType: smallint('user_type').$type<1 | 2 | 3 | 4>(),
  roleId: uuid('role_id'),
})

export const message = pgTable('message', {
  messageId: uuid('message_id').primaryKey().default(newId),
  unitId: unitId(),
  module: text('module').notNull(),
  body: text('body').notNull(),
  importance: smallint('importance').notNull(),
  openWay: smallint('open_way').notNull().default(0),
  url: text('url'),
  content: jsonb('content').$type<unknown>(),
  /** Null for messages that an application sent by itself. */
  authorId: uuid('author_id'),
  sentAt: moment('sent_at').notNull().defaultNow(),
  titled: boolean('titled').notNull().default(false),
  /** The education office that sent it. */
  officeName: text('office_name'),
  officeEnglishName: text('office_english_name'),
  remindedAt: moment('reminded_at'),
  mayReply: boolean('may_reply').notNull().default(false),
})

export const messageRecipient = pgTable('message_recipient', {
  unitId: unitId(),
  userId: userId(),
  messageId: uuid('message_id').notNull(),
  readAt: moment('read_at'),
  /** The recipient's child that it is about; null where it is about the whole family. */
  studentId: uuid('student_id'),
  reply: text('reply'),
})

export const todo = pgTable('todo', {
  todoId: uuid('todo_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: userId(),
  module: text('module').notNull(),
  title: text('title').notNull(),
  url: text('url'),
  createdAt: moment('created_at').notNull().defaultNow(),
  closedAt: moment('closed_at'),
  /** As message_recipient's. */
  studentId: uuid('student_id'),
  /** YYYY-MM-DD. */
  dueOn: date('due_on', { mode: 'string' }),
  remindedAt: moment('reminded_at'),
  /** 'done', 'sign' or 'reply'; null where nothing is asked for. */
  asks: text('asks').$type<AskedAnswer>(),
  form: text('form').notNull().default(''),
  answer: text('answer').$type<GivenAnswer['answer']>(),
  reply: text('reply').notNull().default(''),
})

export const grade = pgTable('grade', {
  gradeId: uuid('grade_id').primaryKey().default(newId),
  unitId: unitId(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(0),
})

export const classGroup = pgTable('class_group', {
  classId: uuid('class_id').primaryKey().default(newId),
  unitId: unitId(),
  gradeId: uuid('grade_id').notNull(),
  campusId: uuid('campus_id'),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  headTeacherId: uuid('head_teacher_id'),
  position: integer('position').notNull().default(0),
  /** When the class graduated, YYYY-MM-DD. */
  closedOn: date('closed_on', { mode: 'string' }),
})

export const schoolYear = pgTable('school_year', {
  yearId: uuid('year_id').primaryKey().default(newId),
  unitId: unitId(),
  name: text('name').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  /** The last day. */
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
})

export const term = pgTable('term', {
  termId: uuid('term_id').primaryKey().default(newId),
  unitId: unitId(),
  yearId: uuid('year_id').notNull(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  startsOn: date('starts_on', { mode: 'string' }).notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
})

/** A turn of the school year that was not undone; what undoes it is in `undo`. */
export const yearTurn = pgTable('year_turn', {
  turnId: uuid('turn_id').primaryKey().default(newId),
  unitId: unitId(),
  fromYearId: uuid('from_year_id').notNull(),
  toYearId: uuid('to_year_id').notNull(),
  userId: uuid('user_id'),
  at: moment('at').notNull().defaultNow(),
  counts: jsonb('counts').$type<unknown>().notNull(),
  undo: jsonb('undo').$type<unknown>().notNull(),
})

export const department = pgTable('department', {
  departmentId: uuid('department_id').primaryKey().default(newId),
  unitId: unitId(),
  name: text('name').notNull(),
  englishName: text('english_name').notNull(),
  position: integer('position').notNull().default(0),
})

/** Who teaches a class what; its head teacher is in `classGroup`. */
export const classTeacher = pgTable('class_teacher', {
  unitId: unitId(),
  classId: uuid('class_id').notNull(),
  userId: userId(),
  subjectId: uuid('subject_id').notNull(),
})

/** A pupil, with an account or without. */
export const student = pgTable('student', {
  studentId: uuid('student_id').primaryKey().default(newId),
  unitId: unitId(),
  userId: uuid('user_id'),
  /** Null for a pupil who has left. */
  classId: uuid('class_id'),
  studentNumber: text('student_number').notNull(),
  realName: text('real_name').notNull(),
  englishName: text('english_name').notNull(),
  sex: smallint('sex'),
  /** As user_account's. */
  namePinyin: text('name_pinyin'),
  /** YYYY-MM-DD. */
  birthday: date('birthday', { mode: 'string' }),
  leftOn: date('left_on', { mode: 'string' }),
  leftReason: text('left_reason', { enum: ['graduated', 'left'] }),
})

/** The child chosen last is the parent's current one. */
export const guardian = pgTable('guardian', {
  unitId: unitId(),
  parentId: uuid('parent_id').notNull(),
  studentId: uuid('student_id').notNull(),
  chosenAt: moment('chosen_at'),
  relation: text('relation', { enum: GUARDIAN_RELATIONS }),
  mayConsent: boolean('may_consent').notNull().default(true),
  isEmergencyContact: boolean('is_emergency_contact').notNull().default(false),
  /** Where the access came from; with 'code' a row of `guardianCodeUse` says more. */
  origin: text('origin', { enum: ['unknown', 'school', 'import', 'code'] })
    .notNull()
    .default('unknown'),
  originAt: moment('origin_at'),
  originBy: uuid('origin_by'),
  originImport: uuid('origin_import'),
  mergedAt: moment('merged_at'),
  mergedBy: uuid('merged_by'),
})

/** A use of a code for guardians. */
export const guardianCodeUse = pgTable('guardian_code_use', {
  useId: uuid('use_id').primaryKey().default(newId),
  unitId: unitId(),
  codeId: uuid('code_id').notNull(),
  studentId: uuid('student_id').notNull(),
  parentId: uuid('parent_id').notNull(),
  kind: text('kind', { enum: ['account', 'claim', 'child'] }).notNull(),
  /** Of a claim: the login name that the school had given. */
  loginName: text('login_name'),
  at: moment('at').notNull().defaultNow(),
  address: text('address').notNull(),
  userAgent: text('user_agent').notNull(),
})

/** How a parent's account is reached. */
export const guardianContact = pgTable('guardian_contact', {
  parentId: uuid('parent_id').primaryKey(),
  unitId: unitId(),
  phone: text('phone').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** A person's columns of class lists; checked with the contract's schema when they are read. */
export const rosterView = pgTable('roster_view', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  columns: jsonb('columns').$type<unknown>().notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

export const staffMember = pgTable('staff_member', {
  userId: uuid('user_id').primaryKey(),
  unitId: unitId(),
  staffNumber: text('staff_number').notNull(),
  englishName: text('english_name').notNull(),
  departmentId: uuid('department_id'),
  positionTitle: text('position_title').notNull(),
  englishPositionTitle: text('english_position_title').notNull(),
})
