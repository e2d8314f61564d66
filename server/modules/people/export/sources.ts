import type { SealedField } from '../../../../contract/people/fields.ts'
import { sealedColumns } from '../field-sql.ts'
import type { Text } from './texts.ts'

/** Rows of one table that are about a person. Names of columns and the SQL are constants of this file. */
export interface Source {
  readonly table: string
  /** Columns that name an account, or a pupil. */
  readonly users?: readonly string[]
  readonly pupil?: readonly string[]
  /** Columns that hold an identifier of either as text. */
  readonly ids?: readonly string[]
  /** Columns of JSON that name either. */
  readonly within?: readonly string[]
  /** Secrets, and what others alone are concerned by. */
  readonly hidden?: readonly string[]
  /** Sealed numbers, which a reader gets opened: their columns, by the fields under which they are sealed. */
  readonly sealed?: Readonly<Partial<Record<SealedField, string>>>
  /** Named values beside the columns, for a reader: an SQL expression of jsonb about the row `t`. */
  readonly more?: string
  /** A column, oldest first. */
  readonly order?: string
  /** Also as a table for spreadsheets. */
  readonly csv?: true
}

/** A file of JSON with the rows of some tables. */
interface Part {
  readonly name: string
  readonly text: Text
  readonly sources: readonly Source[]
}

const named = (table: string, column: string, key: string) =>
  `(select n.real_name from ${table} n where n.${key} = t.${column})`
const account = (column: string) => named('user_account', column, 'user_id')
const pupil = (column: string) => named('student', column, 'student_id')
const className = (column = 'class_id') =>
  `(select g.name || ' ' || c.name from class_group c join grade g using (grade_id) where c.class_id = t.${column})`

export const PARTS: readonly Part[] = [
  {
    name: 'profile',
    text: {
      zh: '基本信息：学生或教职工档案、账号、联系方式，以及其他系统中的编号',
      en: 'Profile: the record as pupil or employee, accounts, contacts, and identifiers in other systems',
    },
    sources: [
      {
        table: 'user_account',
        users: ['user_id', 'parent_id'],
        more: `jsonb_build_object('otherAccountOfTheSamePerson', ${account('parent_id')})`,
      },
      {
        table: 'student',
        pupil: ['student_id'],
        users: ['user_id'],
        more: `jsonb_build_object('class', ${className()})`,
      },
      {
        table: 'staff_member',
        users: ['user_id'],
        more: `jsonb_build_object('department', (select d.name from department d where d.department_id = t.department_id))`,
      },
      {
        table: 'person_detail',
        pupil: ['student_id'],
        users: ['user_id'],
        hidden: sealedColumns.map(({ key }) => key),
        sealed: Object.fromEntries(sealedColumns.map(({ name, sealed }) => [name, sealed])),
      },
      { table: 'account_contact', users: ['user_id'] },
      { table: 'guardian_contact', users: ['parent_id'] },
      { table: 'account_picture', users: ['user_id'] },
      { table: 'external_key', ids: ['row_id'] },
    ],
  },
  {
    name: 'roles',
    text: { zh: '角色', en: 'Roles' },
    sources: [
      {
        table: 'role_member',
        users: ['user_id'],
        more: `jsonb_build_object('role', (select r.name from role r where r.role_id = t.role_id),
          'withinClass', ${className('scope_class_id')},
          'withinGrade', (select g.name from grade g where g.grade_id = t.scope_grade_id),
          'withinCampus', (select c.name from campus c where c.campus_id = t.scope_campus_id))`,
      },
    ],
  },
  {
    name: 'classes',
    text: {
      zh: '班级：历年所在班级、任教科目和担任班主任的班级',
      en: 'Classes: by year, subjects taught, classes headed',
    },
    sources: [
      {
        table: 'class_year_pupil',
        pupil: ['student_id'],
        more: `(select jsonb_build_object('year', s.name, 'class', g.name || ' ' || y.name)
          from class_year y join school_year s using (year_id) left join grade g on g.grade_id = y.grade_id
          where y.class_id = t.class_id and y.year_id = t.year_id)`,
      },
      {
        table: 'class_teacher',
        users: ['user_id'],
        more: `jsonb_build_object('class', ${className()}, 'subject', (select u.name from subject u where u.subject_id = t.subject_id))`,
      },
      { table: 'class_group', users: ['head_teacher_id'], more: `jsonb_build_object('class', ${className()})` },
      {
        table: 'class_year',
        users: ['head_teacher_id'],
        more: `jsonb_build_object('year', (select s.name from school_year s where s.year_id = t.year_id))`,
      },
    ],
  },
  {
    name: 'family',
    text: {
      zh: '家庭：家长与孩子的关系，家长邀请码（不含码），与其他学校账号的关联',
      en: 'Family: guardians and children, codes for guardians (without the code), links with accounts at other schools',
    },
    sources: [
      {
        table: 'guardian',
        users: ['parent_id'],
        pupil: ['student_id'],
        hidden: ['origin_by', 'merged_by'],
        more: `jsonb_build_object('guardian', ${account('parent_id')}, 'child', ${pupil('student_id')})`,
      },
      {
        table: 'guardian_code_use',
        users: ['parent_id'],
        pupil: ['student_id'],
        hidden: ['code_id', 'address', 'user_agent'],
        order: 'at',
      },
      { table: 'account_link', users: ['user_id'], hidden: ['other_user_id'], order: 'linked_at' },
      { table: 'account_link_code', users: ['user_id'], hidden: ['code_hash'], order: 'created_at' },
      { table: 'guardian_code', pupil: ['student_id'], hidden: ['code_hash', 'made_by'], order: 'created_at' },
    ],
  },
  {
    name: 'sign-in',
    text: {
      zh: '登录方式：有哪些、从什么时候起，不含密码和密钥',
      en: 'Sign-in methods: which, and since when; no passwords and no keys',
    },
    sources: [
      { table: 'credential', users: ['user_id'], hidden: ['password_hash', 'issued_by'] },
      {
        table: 'passkey',
        users: ['user_id'],
        hidden: ['credential_id', 'public_key', 'counter'],
        order: 'created_at',
      },
      { table: 'second_step', users: ['user_id'], hidden: ['sealed_secret', 'last_step'] },
      { table: 'recovery_code', users: ['user_id'], hidden: ['code_hash'], order: 'slot' },
      {
        table: 'external_identity',
        users: ['user_id'],
        order: 'created_at',
        more: `jsonb_build_object('provider', (select p.name from sign_in_provider p where p.provider_id = t.provider_id))`,
      },
      { table: 'face_pin', users: ['user_id'], hidden: ['pin_hash'] },
      {
        table: 'password_reset',
        users: ['user_id'],
        hidden: ['secret_hash', 'code_hash', 'issued_by'],
        order: 'created_at',
      },
      { table: 'user_client', users: ['user_id'], hidden: ['client_hash'], order: 'created_at' },
      {
        table: 'oauth_consent',
        users: ['user_id'],
        order: 'agreed_at',
        more: `jsonb_build_object('application', (select c.name from oauth_client c where c.unit_id = t.unit_id and c.client_id = t.client_id))`,
      },
    ],
  },
  {
    name: 'sessions',
    text: {
      zh: '登录状态、设备、登录记录和打开应用的记录',
      en: 'Sessions, devices, the log of sign-ins and of opened applications',
    },
    sources: [
      {
        table: 'session',
        users: ['user_id'],
        hidden: ['family_hash', 'access_hash', 'refresh_hash', 'previous_refresh_hash', 'rotation_salt'],
        order: 'created_at',
        csv: true,
      },
      { table: 'oauth_session', users: ['user_id'] },
      { table: 'login_device', users: ['user_id'], hidden: ['device_hash'], order: 'last_used_at' },
      { table: 'sign_in_event', users: ['user_id'], order: 'at', csv: true },
      { table: 'access_log', users: ['user_id'], order: 'at', csv: true },
    ],
  },
  {
    name: 'trail',
    text: {
      zh: '操作记录：管理员对这个人做了什么',
      en: 'Audit trail: what administrators did about the person',
    },
    sources: [
      {
        table: 'admin_event',
        ids: ['target_id'],
        hidden: ['actor_id', 'session_id', 'address', 'user_agent'],
        order: 'at',
      },
    ],
  },
  {
    name: 'imports',
    text: { zh: '导入：文件中关于这个人的行', en: 'Imports: rows of files about the person' },
    sources: [
      {
        table: 'import_row',
        ids: ['target_id', 'owner_id'],
        within: ['wanted', 'after'],
        hidden: ['candidates', 'choice', 'left_as', 'kept'],
        more: `(select jsonb_build_object('file', i.file_name, 'at', i.created_at) from import_run i where i.import_id = t.import_id)`,
      },
    ],
  },
  {
    name: 'messages',
    text: {
      zh: '收到的消息（是否已读）、发给家长的关于这个学生的消息、自己写的消息',
      en: 'Messages received (and whether read), messages to guardians about the pupil, messages written',
    },
    sources: [
      {
        table: 'message_recipient',
        users: ['user_id'],
        pupil: ['student_id'],
        more: `(select jsonb_build_object('sent_at', m.sent_at, 'text', m.body, 'link', m.url, 'importance', m.importance, 'author', n.real_name,
            'files', (select jsonb_agg(f.name order by f.position) from publication p join publication_file f using (publication_id) where p.message_id = m.message_id))
          from message m left join user_account n on n.user_id = m.author_id where m.message_id = t.message_id)`,
      },
      { table: 'message', users: ['author_id'], order: 'sent_at' },
      { table: 'publication', users: ['author_id'], hidden: ['client_request'], order: 'created_at' },
      { table: 'area_publication', users: ['author_id'], order: 'created_at' },
    ],
  },
  {
    name: 'todos',
    text: { zh: '待办及状态', en: 'To-dos and their state' },
    sources: [{ table: 'todo', users: ['user_id'], pupil: ['student_id'], order: 'created_at' }],
  },
  {
    name: 'files',
    text: {
      zh: '文件和文件夹清单；“path”是文件在本压缩包中的位置，没有“path”的文件超出大小上限',
      en: 'Files and folders; “path” is where a file is in this archive, a file without it was beyond the limit of size',
    },
    sources: [
      { table: 'storage_folder', users: ['owner_id'], order: 'created_at' },
      { table: 'storage_file_version', users: ['owner_id', 'user_id'], order: 'created_at' },
      { table: 'storage_share', users: ['owner_id', 'user_id'], order: 'created_at' },
      { table: 'hand_in', users: ['author_id'], order: 'created_at' },
      {
        table: 'hand_in_file',
        users: ['user_id'],
        pupil: ['student_id'],
        more: `jsonb_build_object('handIn', (select h.title from hand_in h where h.hand_in_id = t.hand_in_id))`,
        order: 'created_at',
      },
      {
        table: 'storage_upload',
        users: ['owner_id'],
        order: 'created_at',
      },
    ],
  },
  {
    name: 'attendance',
    text: {
      zh: '考勤：记录、更正申请、请假、晚到通知，以及是否有卡',
      en: 'Attendance: records, corrections, absences, notices, and whether there is a card',
    },
    sources: [
      {
        table: 'attendance_event',
        users: ['user_id'],
        pupil: ['student_id'],
        order: 'at',
        csv: true,
        more: `jsonb_build_object('station', (select s.name from attendance_station s where s.station_id = t.station_id))`,
      },
      {
        table: 'attendance_correction',
        users: ['user_id'],
        pupil: ['student_id'],
        hidden: ['requested_by', 'decided_by'],
        order: 'requested_at',
      },
      {
        table: 'attendance_uncertain',
        users: ['user_id'],
        pupil: ['student_id'],
        hidden: ['decided_by'],
        order: 'recorded_at',
        more: `jsonb_build_object('station', (select s.name from attendance_station s where s.station_id = t.station_id))`,
      },
      {
        table: 'attendance_absence',
        pupil: ['student_id'],
        hidden: ['requested_by', 'decided_by'],
        order: 'first_date',
      },
      { table: 'attendance_code', users: ['user_id'], pupil: ['student_id'], hidden: ['mark', 'sealed_code'] },
      { table: 'attendance_notice', pupil: ['student_id'], order: 'date' },
    ],
  },
  {
    name: 'face',
    text: {
      zh: '人脸：同意书、照片和使用记录。人脸特征是生物识别信息，这里只说明有、从何时起，不含特征本身；照片在 face 文件夹',
      en: 'Face: consents, photos and uses. The template of a face is a biometric: the list says that there is one, and since when, without the template; the photos are in the folder face',
    },
    sources: [
      { table: 'face_consent', users: ['user_id'], hidden: ['given_by', 'withdrawn_by'], order: 'given_at' },
      {
        table: 'face_photo',
        users: ['user_id'],
        hidden: ['sealed_descriptor', 'sealed_picture', 'registered_by'],
        order: 'registered_at',
        more: `jsonb_build_object('hasTemplate', true)`,
      },
      { table: 'face_use', users: ['user_id'], hidden: ['actor_id'], order: 'at' },
    ],
  },
  {
    name: 'settings',
    text: { zh: '设置：桌面、表格列和主题', en: 'Settings: desktop, columns of tables, themes' },
    sources: [
      { table: 'desktop_order', users: ['user_id'] },
      { table: 'today_card', users: ['user_id'] },
      { table: 'roster_view', users: ['user_id'] },
      { table: 'theme_change', users: ['user_id'], order: 'at' },
    ],
  },
]

/** What a person did for the school: that it was done and when, without what it says about others. */
export const DEEDS: readonly { readonly table: string; readonly column: string; readonly at: string }[] = [
  { table: 'admin_event', column: 'actor_id', at: 'at' },
  { table: 'area_access', column: 'granted_by', at: 'granted_at' },
  { table: 'attendance_absence', column: 'requested_by', at: 'requested_at' },
  { table: 'attendance_absence', column: 'decided_by', at: 'decided_at' },
  { table: 'attendance_correction', column: 'requested_by', at: 'requested_at' },
  { table: 'attendance_correction', column: 'decided_by', at: 'decided_at' },
  { table: 'attendance_station', column: 'registered_by', at: 'registered_at' },
  { table: 'attendance_uncertain', column: 'decided_by', at: 'decided_at' },
  { table: 'branding_state', column: 'saved_by', at: 'saved_at' },
  { table: 'branding_version', column: 'published_by', at: 'published_at' },
  { table: 'credential', column: 'issued_by', at: 'changed_at' },
  { table: 'face_consent', column: 'given_by', at: 'given_at' },
  { table: 'face_consent', column: 'withdrawn_by', at: 'withdrawn_at' },
  { table: 'face_photo', column: 'registered_by', at: 'registered_at' },
  { table: 'face_use', column: 'actor_id', at: 'at' },
  { table: 'guardian', column: 'origin_by', at: 'origin_at' },
  { table: 'guardian', column: 'merged_by', at: 'merged_at' },
  { table: 'guardian_code', column: 'made_by', at: 'created_at' },
  { table: 'import_run', column: 'user_id', at: 'created_at' },
  { table: 'import_schedule', column: 'set_by', at: 'looked_at' },
  { table: 'password_reset', column: 'issued_by', at: 'created_at' },
  { table: 'storage_file', column: 'written_by', at: 'created_at' },
  { table: 'year_turn', column: 'user_id', at: 'at' },
]
export const DEEDS_TEXT: Text = {
  zh: '作为教职工或管理员做过的事：什么、何时，不含关于其他人的内容',
  en: 'What the person did as an employee or administrator: what and when, without what concerns others',
}

/** Columns that point to a person and are not exported, with the reason. */
export const LEFT_OUT: Readonly<Record<string, Text>> = {
  'handover.user_id': { zh: '几秒钟有效的登录凭据', en: 'A secret of a sign-in that lasts seconds' },
  'login_ticket.user_id': { zh: '几秒钟有效的登录凭据', en: 'A secret of a sign-in that lasts seconds' },
  'oauth_artifact.user_id': { zh: '其他应用的临时令牌', en: 'Tokens of other applications, which lapse' },
  'second_step_setup.user_id': { zh: '尚未完成的两步验证设置', en: 'The key of a second step that is being set up' },
  'outgoing_mail.user_id': {
    zh: '等待发出的加密邮件，发出后删除',
    en: 'Mail that waits to be sent, sealed, and deleted once sent',
  },
  'roster_change.user_id': {
    zh: '只告诉其他系统有变化，内容见基本信息',
    en: 'Tells other systems that something changed; the profile has it',
  },
  'roster_change.sourced_id': {
    zh: '只告诉其他系统有变化，内容见基本信息',
    en: 'Tells other systems that something changed; the profile has it',
  },
  'account_link.other_user_id': {
    zh: '另一所学校的账号，由那所学校保存',
    en: 'The account at the other school, which that school keeps',
  },
  'area_access.area_user_id': { zh: '由开放权限的学校保存', en: 'Kept by the school that gave the access' },
  'publication.audience': { zh: '收到的消息已在消息中', en: 'What was received is among the messages' },
  'import_schedule.recipients': { zh: '只是邮件收件人名单', en: 'A list of who gets a mail' },
  'import_row.choice': { zh: '可能是其他人', en: 'May be another person' },
  'import_row.candidates': { zh: '可能是其他人', en: 'May be another person' },
  'import_row.left_as': {
    zh: '导入当时的基本信息，七天后删除',
    en: 'The profile as the import left it, deleted after seven days',
  },
}

/** Every `table.column` by which rows are found for an export. */
export function exportedColumns(): Set<string> {
  const found = PARTS.flatMap(({ sources }) =>
    sources.flatMap(({ table, users = [], pupil: pupils = [], ids = [], within = [] }) =>
      [...users, ...pupils, ...ids, ...within].map((column) => `${table}.${column}`),
    ),
  )
  return new Set([
    ...found,
    ...DEEDS.map(({ table, column }) => `${table}.${column}`),
    'storage_file.owner_id',
    'face_photo.user_id',
  ])
}
