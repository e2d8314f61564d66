import { type SQL, sql } from 'drizzle-orm'
import { DETAIL_FIELDS, isSealed, type SealedField } from '../../../contract/people/fields.ts'
import type { Retention } from '../../../contract/endpoints/units/unit-settings.ts'
import { PEOPLE_FIELDS } from '../../../contract/rules/imports/import-fields.ts'
import { sealedColumns } from './field-sql.ts'
import {
  BY_SIGN_IN,
  BY_WALK,
  drop,
  empty,
  type Erased,
  type EraseRule,
  exchanged,
  goneOf,
  hasId,
  hasName,
  hasValue,
  idsOf,
  keep,
  type Merged,
  type MergeRule,
  move,
  once,
  setExchanged,
  setWithoutIds,
  texts,
  TOGETHER,
  withoutIds,
  withoutNames,
  withoutValues,
} from './personal/personal-rules.ts'

/*
 * Where personal data lies: every table of a unit, what leads from its rows to a person, and what happens to them when the person or the unit is exported, the person
 * is erased, or two entries of the person are merged. The exporters, the jobs of erasing and merging and the tests over the catalogue walk this list.
 */

/** In both languages, because whoever gets an export may read either. */
export interface Text {
  readonly zh: string
  readonly en: string
}

/** The facts of registers that are exported. */
const registers = DETAIL_FIELDS.flatMap((name) => (isSealed(name) ? [] : [PEOPLE_FIELDS[name]]))

export type LeftOutReason = 'secret' | 'face' | 'passing' | 'derived'

/** How rows are written into the export of a person. */
export interface PersonExport {
  /** The file of the export. */
  readonly file: ExportFile
  /** Secrets, and what others alone are concerned by. */
  readonly hidden?: readonly string[]
  /** Sealed numbers, which a reader gets opened: their columns, by the fields under which they are sealed. */
  readonly sealed?: Readonly<Partial<Record<SealedField, string>>>
  /** Values beside the columns, for a reader: SQL about the row `t`, by their names or as one jsonb. */
  readonly more?: Readonly<Record<string, string>> | string
  /** JSON that names the person: such rows are exported as well. */
  readonly within?: readonly string[]
  /** A column, oldest first. */
  readonly order?: string
  /** Also as a table for spreadsheets. */
  readonly csv?: true
}

/** What no key finds: names in texts and identifiers in JSON. All rows of the unit are read, some at a time, in the order of a key with which an index of the unit goes on. */
export interface Walk {
  readonly by: readonly string[]
  /** Rows `t` of the unit, where no index goes on with the key. */
  readonly among?: string
  /** What changes in a batch `part` of rows; none, or null: nothing. */
  readonly erase?: (of: Erased) => Changes
  readonly merge?: (of: Merged) => Changes | null
}

/** An update of those rows `t` of a batch that fit, which the last column of the walk's key identifies; else expressions of the statement's WITH. */
export type Changes = { readonly set: SQL; readonly where: SQL } | SQL

/**
 * What a table has. Columns of `account`, `pupil` and `either` say whom a row is about: such rows are exported with the person, deleted with the person and moved by a
 * merge, unless a rule says otherwise. Columns of `deeds` say who did something about others: erasing empties them, a merge moves them.
 */
export interface TableData {
  /** Its name in the export of a unit, or why that leaves it out. */
  readonly unit: Text | LeftOutReason
  readonly leftOutOfUnit?: Readonly<Record<string, LeftOutReason>>
  readonly account?: readonly string[]
  readonly pupil?: readonly string[]
  /** Identifiers of a pupil or an account without a foreign key. */
  readonly either?: readonly string[]
  /** JSON and lists that hold identifiers. Changed by `walk` alone. */
  readonly within?: readonly string[]
  /** Columns that name who did something, with the column that says when. */
  readonly deeds?: Readonly<Record<string, string>>
  /** A person may have so many rows that a merge moves them in its job, not in the call. */
  readonly many?: true
  /** What a merge does before rows are moved, for so many rows at once; null: nothing. */
  readonly beforeMerge?: (of: Merged, limit: number) => SQL | null
  readonly export?: PersonExport
  /** Columns that lead to a person and by which nothing is exported, with the reason. */
  readonly notExported?: Readonly<Record<string, Text>>
  readonly erase?: Readonly<Record<string, EraseRule>>
  readonly merge?: Readonly<Record<string, MergeRule>>
  readonly walk?: Walk
  /** How long rows stay that go before the person does: a time, or what the unit has set. */
  readonly kept?: string | { readonly unit: keyof Retention }
}

/** Files of the export of a person, in their order. */
export const EXPORT_FILES = {
  profile: {
    zh: '基本信息：学生或教职工档案、账号、联系方式，以及其他系统中的编号',
    en: 'Profile: the record as pupil or member of staff, accounts, contacts, and identifiers in other systems',
  },
  roles: { zh: '角色', en: 'Roles' },
  classes: {
    zh: '班级：历年所在班级、任教科目和担任班主任的班级',
    en: 'Classes: by year, subjects taught, classes headed',
  },
  family: {
    zh: '家庭：家长与孩子的关系，家长邀请码（不含码），与其他学校账号的关联',
    en: 'Family: guardians and children, codes for guardians (without the code), links with accounts at other schools',
  },
  'sign-in': {
    zh: '登录方式：有哪些、从什么时候起，不含密码和密钥',
    en: 'Sign-in methods: which, and since when; no passwords and no keys',
  },
  sessions: {
    zh: '登录状态、设备、登录记录和打开应用的记录',
    en: 'Sessions, devices, the log of sign-ins and of opened apps',
  },
  trail: {
    zh: '操作记录：管理员对这个人做了什么',
    en: 'Audit trail: what administrators did about the person',
  },
  imports: { zh: '导入：文件中关于这个人的行', en: 'Imports: rows of files about the person' },
  messages: {
    zh: '收到的消息（是否已读）、发给家长的关于这个学生的消息、自己写的消息',
    en: 'Messages received (and whether read), messages to guardians about the pupil, messages written',
  },
  todos: { zh: '待办及状态', en: 'To-dos and their state' },
  files: {
    zh: '文件和文件夹清单；“path”是文件在本压缩包中的位置，没有“path”的文件超出大小上限',
    en: 'Files and folders; “path” is where a file is in this archive, a file without it exceeded the size limit',
  },
  attendance: {
    zh: '考勤：记录、更正申请、请假、晚到通知，以及是否有卡',
    en: 'Attendance: records, corrections, absences, notices, and whether there is a card',
  },
  face: {
    zh: '人脸：同意书、照片和使用记录。人脸特征是生物识别信息，这里只说明有、从何时起，不含特征本身；照片在 face 文件夹',
    en: 'Face: consents, photos and uses. The template of a face is a biometric: the list says that there is one, and since when, without the template; the photos are in the folder face',
  },
  settings: { zh: '设置：桌面、表格列和主题', en: 'Settings: desktop, columns of tables, themes' },
} as const satisfies Readonly<Record<string, Text>>
export type ExportFile = keyof typeof EXPORT_FILES

/** SQL: what a table calls the row that a column of `t` leads to. */
const nameIn = (table: string, key: string, { column = key, name = 'name' } = {}) =>
  `(select n.${name} from ${table} n where n.${key} = t.${column})`
const account = (column: string) => nameIn('user_account', 'user_id', { column, name: 'real_name' })
const className = (column = 'class_id') =>
  `(select g.name || ' ' || c.name from class_group c join grade g using (grade_id) where c.class_id = t.${column})`
const station = { station: nameIn('attendance_station', 'station_id') }

const SECONDS: Text = { zh: '几秒钟有效的登录凭据', en: 'A secret of a sign-in that lasts seconds' }
const IN_PROFILE: Text = {
  zh: '只告诉其他系统有变化，内容见基本信息',
  en: 'Tells other systems that something changed; the profile has it',
}
const SOMEBODY_ELSE: Text = { zh: '可能是其他人', en: 'May be another person' }

const WHILE_IT_RUNS: Text = {
  zh: '清除或合并进行时所需，结束后清空',
  en: 'What erasing and merging need while they run; emptied in the end',
}

/** Other systems and applications are still to be told that the record is gone: an identifier without a name. */
const TOLD_OTHERS = keep('an identifier without a name, by which other systems are told that the record is gone')

/** Whether the portal wrote a message by itself. */
const isPortals = (message: string) =>
  sql.raw(
    `(${message}.author_id is null and not exists (select from publication b where b.message_id = ${message}.message_id))`,
  )

/** Deletes receipts, and with them messages that nobody else got and that are no publication. */
const forgetReceipts = (which: SQL) => sql`
  theirs as (delete from message_recipient r using part where r.ctid = part.tid and ${which} returning r.user_id, r.message_id),
  lone as (
    delete from message m using theirs where m.message_id = theirs.message_id and not exists (select from publication b where b.message_id = m.message_id)
      and not exists (select from message_recipient r where r.message_id = m.message_id and (r.user_id, r.message_id) not in (select t.user_id, t.message_id from theirs t)))`

/** Stations keep for some days what they have shown of a clock-in, with the name. */
const forgetShown: EraseRule = (of, at) => sql`
  shown as (
    update attendance_delivery d set outcome = d.outcome - array['realName', 'englishName'] from part where d.station_id = part.station_id and d.seq = part.seq),
  ${drop(of, at)}`

/**
 * Rows of imports that are about these people go, and so do those that `isLost` says; others that have their identifiers are changed. Imports that were looked at are
 * compared again before they are applied.
 */
function changeImported(ids: readonly string[], set: SQL, isLost = sql`false`): SQL {
  const isRow = sql`t.import_id = part.import_id and t.row_no = part.row_no`
  return sql`
    lost as (
      delete from import_row t using part where ${isRow} and (t.target_id::text = any (${texts(ids)}) or t.owner_id::text = any (${texts(ids)}) or ${isLost})
      returning t.import_id, t.row_no),
    changed as (
      update import_row t set ${set}
      from part where ${isRow} and ${hasId(sql`jsonb_build_array(t.candidates, t.choice, t.wanted, t.before, t.after, t.left_as)`, ids)}
        and not exists (select from lost where lost.import_id = t.import_id and lost.row_no = t.row_no)
      returning t.import_id),
    stale as (
      update import_run i set status = 'stale'
      where i.status = 'ready' and i.import_id in (select import_id from lost union select import_id from changed))`
}

const IMPORTED = ['wanted', 'before', 'after', 'left_as'] as const

function eraseImported(of: Erased): SQL {
  const ids = texts(idsOf(of))
  const set = sql`${setWithoutIds(IMPORTED, idsOf(of))}, choice = case when t.choice = any (${ids}) then null else t.choice end,
    candidates = (select jsonb_agg(c) from jsonb_array_elements(t.candidates) c where not c ->> 'id' = any (${ids}))`
  const isNamed = sql`t.kind in ('person', 'guardian') and (
    t.target_id is null and t.name = any (${texts(of.names)})
    or exists (select from jsonb_each_text(t.given) g where g.value = any (${texts(of.marks)})))`
  return changeImported(idsOf(of), set, isNamed)
}

const mergeImported = (of: Merged) =>
  changeImported(
    goneOf(of),
    sql`${setExchanged(['candidates', ...IMPORTED], of)}, choice = ${exchanged(sql`t.choice`, of)}`,
  )

/** Of the turn of a year: a pupil who stays has a move already. */
const eraseTurn = (of: Erased) => {
  const ids = idsOf(of)
  const others = (list: string, key: string) => sql`coalesce((
    select jsonb_agg(e) from jsonb_array_elements(t.undo -> ${list}) e where not e ->> ${key} = any (${texts(ids)})), '[]')`
  const undo = sql`(t.undo || jsonb_build_object('pupils', ${others('pupils', 'studentId')}, 'teachers', ${others('teachers', 'userId')},
    'closedAccounts', (t.undo -> 'closedAccounts') - ${texts(ids)}))::text`
  return { set: sql`undo = (${withoutIds(undo, ids)})::jsonb`, where: hasId(sql`t.undo`, ids) }
}

const mergeTurn = (of: Merged) => {
  const [gone = '', stays = ''] = of.pupil ?? []
  const undo = sql`jsonb_set(t.undo, '{pupils}', coalesce((
    select jsonb_agg(p) from jsonb_array_elements(t.undo -> 'pupils') p
    where p ->> 'studentId' <> ${gone} or not t.undo -> 'pupils' @> jsonb_build_array(jsonb_build_object('studentId', ${stays}::text))), '[]'))::text`
  return { set: sql`undo = (${exchanged(undo, of)})::jsonb`, where: hasId(sql`t.undo`, goneOf(of)) }
}

/** Of the one who stays, where the records of the other are chosen for days on which both have some. */
function deleteOtherDays(
  { pupil: pupils, user: users, days, bothDays, zone, begun }: Merged,
  limit: number,
): SQL | null {
  if (days !== 'gone' || bothDays.length === 0) return null
  const isTheirs = [
    ...(pupils ? [sql`e.student_id = ${pupils[1]}::uuid`] : []),
    ...(users ? [sql`e.user_id = ${users[1]}::uuid`] : []),
  ]
  return sql`
    with gone as (
      delete from attendance_event where ctid in (
        select e.ctid from attendance_event e where (${sql.join(isTheirs, sql` or `)}) and e.recorded_at <= ${begun}::timestamptz
          and (e.at at time zone ${zone})::date = any (${sql.param([...bothDays])}::date[]) limit ${limit}) returning 1)
    select count(*)::int as rows from gone`
}

const moveEvents: MergeRule = (of, at) =>
  of.days === 'keep' && of.bothDays.length > 0
    ? sql`
      gone as (
        delete from attendance_event t using part where t.ctid = part.tid and (t.at at time zone ${of.zone})::date = any (${sql.param([...of.bothDays])}::date[])
        returning t.event_id),
      moved as (
        update attendance_event t set ${sql.identifier(at.column)} = ${at.stays}::uuid from part where t.ctid = part.tid
          and not (t.at at time zone ${of.zone})::date = any (${sql.param([...of.bothDays])}::date[]))`
    : move(of, at)

/** Rows of another unit, which row-level security hides. */
const BY_KEY = keep('the key deletes them with the account')
const BY_FUNCTION = keep('changed by portal_join_elsewhere')

const SAME_SCOPE = ['campus', 'grade', 'class']
  .map((part) => `k.scope_${part}_id is not distinct from g.scope_${part}_id`)
  .join(' and ')
const JOINED_GUARDIAN =
  'may_consent = k.may_consent or g.may_consent, is_emergency_contact = k.is_emergency_contact or g.is_emergency_contact, relation = coalesce(k.relation, g.relation)'
const ONE_OPEN = `k.state = 'open' and g.state = 'open' and k.date = g.date and k.direction = g.direction`
const OF_IMPORTS = 't.import_id in (select i.import_id from import_run i where i.unit_id = portal_unit_id())'
const ONE = once('true')

/** Rows of an account. */
const own = (exported: PersonExport) => ({ account: ['user_id'], export: exported })
/** A row that an account has once. */
const single = (exported: PersonExport) => ({ ...own(exported), merge: { user_id: ONE } })
/** By what an account signs in. */
const signIn = (exported: Omit<PersonExport, 'file'>) => ({
  ...own({ file: 'sign-in', ...exported }),
  merge: { user_id: BY_SIGN_IN },
})
/** What an account needs for a while. */
const lapsing = (reason: Text) => ({
  notExported: { user_id: reason },
  erase: { user_id: drop },
  merge: { user_id: drop },
})
/** Rows that stay for others without the account in that column, which wrote them or had them to do. */
const left = (column: string, exported: PersonExport) => ({
  account: [column],
  export: exported,
  erase: { [column]: empty() },
})
/** Rows of a pupil or of an account. */
const ofBoth = (exported: PersonExport) => ({ account: ['user_id'], pupil: ['student_id'], export: exported })

/** Every table of a unit by its name, in the order in which rows are deleted: a table stands before those that it refers to by a key that does not cascade. */
export const TABLES: Readonly<Record<string, TableData>> = {
  unit: { unit: { zh: '单位', en: 'the unit' } },
  unit_host: { unit: { zh: '网址', en: 'addresses' } },
  unit_logo: { unit: { zh: '标志', en: 'logo' } },
  unit_mail: { unit: { zh: '邮件服务器', en: 'mail server' }, leftOutOfUnit: { password_sealed: 'secret' } },
  licence: { unit: { zh: '授权', en: 'licences' } },
  campus: { unit: { zh: '校区', en: 'campuses' } },
  department: { unit: { zh: '部门', en: 'departments' } },
  grade: { unit: { zh: '年级', en: 'grades' } },
  subject: { unit: { zh: '学科', en: 'subjects' } },
  school_year: { unit: { zh: '学年', en: 'school years' } },
  term: { unit: { zh: '学期', en: 'terms' } },
  grading_period: { unit: { zh: '评分时段', en: 'grading periods' } },
  class_group: {
    unit: { zh: '班级', en: 'classes' },
    ...left('head_teacher_id', { file: 'classes', more: { class: className() } }),
  },
  class_teacher: {
    unit: { zh: '任课教师', en: 'teachers of classes' },
    ...own({ file: 'classes', more: { class: className(), subject: nameIn('subject', 'subject_id') } }),
    merge: { user_id: once('k.class_id = g.class_id and k.subject_id = g.subject_id') },
  },
  class_year: {
    unit: { zh: '历年班级', en: 'classes by year' },
    ...left('head_teacher_id', { file: 'classes', more: { year: nameIn('school_year', 'year_id') } }),
  },
  class_year_pupil: {
    unit: { zh: '历年班级学生', en: 'pupils of classes by year' },
    pupil: ['student_id'],
    export: {
      file: 'classes',
      more: `(select jsonb_build_object('year', s.name, 'class', g.name || ' ' || y.name)
          from class_year y join school_year s using (year_id) left join grade g on g.grade_id = y.grade_id
          where y.class_id = t.class_id and y.year_id = t.year_id)`,
    },
    merge: { student_id: once('k.year_id = g.year_id and k.class_id = g.class_id') },
  },
  year_turn: {
    unit: { zh: '学年升级', en: 'turns of the year' },
    deeds: { user_id: 'at' },
    within: ['undo'],
    walk: { by: ['at', 'turn_id'], erase: eraseTurn, merge: mergeTurn },
  },
  user_account: {
    unit: { zh: '账号', en: 'accounts' },
    account: ['user_id', 'parent_id'],
    export: { file: 'profile', more: { otherAccountOfTheSamePerson: account('parent_id') } },
    erase: { parent_id: empty() },
    merge: { user_id: keep('deleted at the end'), parent_id: move },
  },
  account_contact: { unit: { zh: '账号联系方式', en: 'contacts of accounts' }, ...single({ file: 'profile' }) },
  account_link: {
    unit: { zh: '与其他学校账号的关联', en: 'links with accounts at other schools' },
    leftOutOfUnit: { other_user_id: 'secret' },
    ...own({ file: 'family', hidden: ['other_user_id'], order: 'linked_at' }),
    notExported: {
      other_user_id: {
        zh: '另一所学校的账号，由那所学校保存',
        en: 'The account at the other school, which that school keeps',
      },
    },
    erase: { other_user_id: BY_KEY },
    merge: { user_id: once('k.other_user_id = g.other_user_id'), other_user_id: BY_FUNCTION },
    beforeMerge: ({ user }) => user && sql`select portal_join_elsewhere(${user[0]}, ${user[1]}) as rows`,
  },
  account_picture: { unit: { zh: '账号头像', en: 'pictures of accounts' }, ...single({ file: 'profile' }) },
  student: {
    unit: { zh: '学生', en: 'pupils' },
    ...ofBoth({ file: 'profile', more: { class: className() } }),
    merge: { student_id: keep('deleted at the end'), user_id: keep('the values of the entry that stays have it') },
  },
  person_detail: {
    unit: {
      zh: registers.map(({ zh }) => zh).join('、'),
      en: registers.map(({ en }) => en.toLowerCase()).join(', '),
    },
    leftOutOfUnit: Object.fromEntries(
      sealedColumns.flatMap(({ sealed, key }) => [sealed, key]).map((column) => [column, 'secret' as const]),
    ),
    ...ofBoth({
      file: 'profile',
      hidden: sealedColumns.map(({ key }) => key),
      sealed: Object.fromEntries(sealedColumns.map(({ name, sealed }) => [name, sealed])),
    }),
    merge: { student_id: ONE, user_id: ONE },
  },
  staff_member: {
    unit: { zh: '教职工', en: 'teachers and staff' },
    ...single({ file: 'profile', more: { department: nameIn('department', 'department_id') } }),
  },
  guardian: {
    unit: { zh: '监护关系', en: 'guardians of pupils' },
    account: ['parent_id'],
    pupil: ['student_id'],
    deeds: { origin_by: 'origin_at', merged_by: 'merged_at' },
    export: {
      file: 'family',
      hidden: ['origin_by', 'merged_by'],
      more: { guardian: account('parent_id'), child: nameIn('student', 'student_id', { name: 'real_name' }) },
    },
    merge: {
      parent_id: once('k.student_id = g.student_id', JOINED_GUARDIAN),
      student_id: once('k.parent_id = g.parent_id', JOINED_GUARDIAN),
    },
  },
  guardian_code_use: {
    unit: { zh: '家长邀请码使用记录', en: 'uses of codes for guardians' },
    account: ['parent_id'],
    pupil: ['student_id'],
    export: { file: 'family', hidden: ['code_id', 'address', 'user_agent'], order: 'at' },
  },
  guardian_contact: {
    unit: { zh: '家长联系方式', en: 'contacts of parents' },
    account: ['parent_id'],
    export: { file: 'profile' },
    merge: { parent_id: ONE },
  },
  external_key: {
    unit: { zh: '来源系统标识', en: 'identifiers of source systems' },
    either: ['row_id'],
    export: { file: 'profile' },
    merge: { row_id: once('k.source = g.source and k.kind = g.kind') },
  },
  external_identity: {
    unit: { zh: '绑定的外部账号', en: 'linked accounts of other systems' },
    ...signIn({ more: { provider: nameIn('sign_in_provider', 'provider_id') }, order: 'created_at' }),
  },
  role: { unit: { zh: '角色', en: 'roles' } },
  role_member: {
    unit: { zh: '角色成员', en: 'members of roles' },
    ...own({
      file: 'roles',
      more: {
        role: nameIn('role', 'role_id'),
        withinClass: className('scope_class_id'),
        withinGrade: nameIn('grade', 'grade_id', { column: 'scope_grade_id' }),
        withinCampus: nameIn('campus', 'campus_id', { column: 'scope_campus_id' }),
      },
    }),
    merge: { user_id: once(`k.role_id = g.role_id and ${SAME_SCOPE}`) },
  },
  permission: { unit: { zh: '权限', en: 'permissions' } },
  permission_grant: { unit: { zh: '授予的权限', en: 'granted permissions' } },
  area_access: {
    unit: { zh: '给教育局的查看授权', en: 'access given to the education office' },
    deeds: { granted_by: 'granted_at' },
    notExported: { area_user_id: { zh: '由开放权限的学校保存', en: 'Kept by the school that gave the access' } },
    erase: { area_user_id: BY_KEY },
    merge: { area_user_id: BY_FUNCTION },
  },
  area_publication: {
    unit: { zh: '发给多校的消息', en: 'messages to several schools' },
    ...left('author_id', { file: 'messages', order: 'created_at' }),
  },
  application: { unit: { zh: '应用', en: 'apps' } },
  application_picture: { unit: { zh: '应用图标', en: 'icons of apps' } },
  desktop_default: { unit: { zh: '默认桌面', en: 'default desktops' } },
  desktop_order: { unit: { zh: '个人桌面', en: 'own desktops' }, ...single({ file: 'settings' }) },
  today_card: { unit: { zh: '应用今日卡片', en: 'today cards of apps' }, ...own({ file: 'settings' }) },
  theme_change: {
    unit: { zh: '主题更改', en: 'changes of the theme' },
    ...own({ file: 'settings', order: 'at' }),
    many: true,
    kept: { unit: 'themeMonths' },
  },
  roster_view: { unit: { zh: '名册显示', en: 'columns of rosters' }, ...single({ file: 'settings' }) },
  branding_state: { unit: { zh: '品牌草稿', en: 'draft of the branding' }, deeds: { saved_by: 'saved_at' } },
  branding_version: {
    unit: { zh: '品牌版本', en: 'versions of the branding' },
    deeds: { published_by: 'published_at' },
  },
  branding_picture: { unit: { zh: '品牌图片', en: 'pictures of the branding' } },
  message: {
    unit: { zh: '消息', en: 'messages' },
    ...left('author_id', { file: 'messages', order: 'sent_at' }),
    many: true,
    walk: {
      by: ['message_id'],
      // Others who got a message of the portal keep it without the name; what people wrote stays as they wrote it.
      erase: (of) => ({
        set: sql`body = ${withoutNames(sql`t.body`, of)}`,
        where: sql`${isPortals('t')} and ${hasName(sql`t.body`, of)}`,
      }),
    },
    kept: { unit: 'messageMonths' },
  },
  message_recipient: {
    unit: { zh: '消息接收', en: 'receivers of messages' },
    ...ofBoth({
      file: 'messages',
      more: `(select jsonb_build_object('sent_at', m.sent_at, 'text', m.body, 'link', m.url, 'importance', m.importance, 'author', n.real_name,
            'files', (select jsonb_agg(f.name order by f.position) from publication p join publication_file f using (publication_id) where p.message_id = m.message_id))
          from message m left join user_account n on n.user_id = m.author_id where m.message_id = t.message_id)`,
    }),
    many: true,
    erase: {
      user_id: () => forgetReceipts(sql`true`),
      // What the portal wrote about the pupil goes; who got something else keeps it.
      student_id: () => sql`
        ${forgetReceipts(sql`exists (select from message m where m.message_id = r.message_id and ${isPortals('m')})`)},
        kept as (
          update message_recipient r set student_id = null from part, message m
          where r.ctid = part.tid and m.message_id = r.message_id and not ${isPortals('m')})`,
    },
    merge: { user_id: once('k.message_id = g.message_id', 'read_at = coalesce(k.read_at, g.read_at)') },
    kept: { unit: 'messageMonths' },
  },
  todo: {
    unit: { zh: '待办', en: 'to-dos' },
    ...ofBoth({ file: 'todos', order: 'created_at' }),
    many: true,
    merge: { user_id: once('k.publication_id = g.publication_id') },
    kept: { unit: 'todoMonths' },
  },
  publication: {
    unit: { zh: '群发', en: 'messages to many' },
    leftOutOfUnit: { client_request: 'derived' },
    ...left('author_id', { file: 'messages', hidden: ['client_request'], order: 'created_at' }),
    notExported: { audience: { zh: '收到的消息已在消息中', en: 'What was received is among the messages' } },
    many: true,
    within: ['audience'],
    walk: {
      by: ['publication_id'],
      erase: (of) => ({
        set: sql`audience = jsonb_set(t.audience, '{userIds}', (t.audience -> 'userIds') - ${texts(idsOf(of))})`,
        where: sql`t.audience -> 'userIds' ?| ${texts(idsOf(of))}`,
      }),
      merge: ({ user }) =>
        user && {
          set: sql`audience = jsonb_set(t.audience, '{userIds}', (
            select jsonb_agg(distinct case when i = ${user[0]} then ${user[1]} else i end) from jsonb_array_elements_text(t.audience -> 'userIds') i))`,
          where: sql`t.audience -> 'userIds' ? ${user[0]}`,
        },
    },
    kept: { unit: 'publicationMonths' },
  },
  publication_file: { unit: { zh: '群发附件', en: 'files of messages' } },
  attendance_settings: { unit: { zh: '考勤设置', en: 'settings of attendance' } },
  attendance_rule: { unit: { zh: '考勤规则', en: 'rules of attendance' } },
  attendance_day: { unit: { zh: '考勤日历', en: 'calendar of attendance' } },
  attendance_station: {
    unit: { zh: '考勤机', en: 'stations' },
    leftOutOfUnit: { sealed_key: 'secret' },
    deeds: { registered_by: 'registered_at' },
  },
  attendance_event: {
    unit: { zh: '打卡记录', en: 'clock events' },
    ...ofBoth({ file: 'attendance', more: station, order: 'at', csv: true }),
    many: true,
    erase: { user_id: forgetShown, student_id: forgetShown },
    merge: { user_id: moveEvents, student_id: moveEvents },
    beforeMerge: deleteOtherDays,
  },
  attendance_correction: {
    unit: { zh: '补卡申请', en: 'corrections' },
    ...ofBoth({ file: 'attendance', hidden: ['requested_by', 'decided_by'], order: 'requested_at' }),
    deeds: { requested_by: 'requested_at', decided_by: 'decided_at' },
    many: true,
    merge: { user_id: once(ONE_OPEN), student_id: once(ONE_OPEN) },
  },
  attendance_uncertain: {
    unit: { zh: '时间不确定的打卡', en: 'clock-ins of uncertain time' },
    ...ofBoth({ file: 'attendance', hidden: ['decided_by'], more: station, order: 'recorded_at' }),
    deeds: { decided_by: 'decided_at' },
    many: true,
    erase: { user_id: forgetShown, student_id: forgetShown },
  },
  attendance_absence: {
    unit: { zh: '请假', en: 'notices of absence' },
    pupil: ['student_id'],
    deeds: { requested_by: 'requested_at', decided_by: 'decided_at' },
    export: { file: 'attendance', hidden: ['requested_by', 'decided_by'], order: 'first_date' },
    many: true,
  },
  attendance_notice: {
    unit: { zh: '迟到提醒', en: 'notices of lateness' },
    pupil: ['student_id'],
    export: { file: 'attendance', order: 'date' },
    merge: { student_id: once('k.date = g.date') },
  },
  unit_retention: { unit: { zh: '保留期限', en: 'retention' } },
  face_settings: { unit: { zh: '人脸设置', en: 'settings of faces' } },
  face_consent: {
    unit: { zh: '人脸同意书', en: 'consents to faces' },
    ...own({ file: 'face', hidden: ['given_by', 'withdrawn_by'], order: 'given_at' }),
    deeds: { given_by: 'given_at', withdrawn_by: 'withdrawn_at' },
    merge: {
      user_id: (_, { stays }) => sql`
        moved as (
          update face_consent t set user_id = ${stays}::uuid, withdrawn_at = case when exists (
              select from face_consent k where k.user_id = ${stays}::uuid and k.withdrawn_at is null) then coalesce(t.withdrawn_at, now()) else t.withdrawn_at end
          from part where t.ctid = part.tid)`,
    },
    walk: {
      by: ['user_id', 'consent_id'],
      // The name of an erased guardian on a consent that was given on paper.
      erase: (of) => ({
        set: sql`guardian_name = '…'`,
        where: sql`t.guardian_name = any (${texts(of.names)}) and t.user_id in (
          select s.user_id from guardian g join student s using (student_id) where g.parent_id::text = any (${texts(of.users)}))`,
      }),
    },
  },
  face_use: {
    unit: { zh: '人脸使用记录', en: 'uses of faces' },
    ...left('user_id', { file: 'face', hidden: ['actor_id'], order: 'at' }),
    deeds: { actor_id: 'at' },
    many: true,
    kept: '1100 days',
  },
  storage_file: {
    unit: { zh: '文件', en: 'files' },
    deeds: { written_by: 'created_at' },
    account: ['owner_id'],
    many: true,
    merge: { owner_id: TOGETHER },
  },
  storage_file_version: {
    unit: { zh: '文件历史版本', en: 'versions of files' },
    account: ['owner_id', 'user_id'],
    export: { file: 'files', order: 'created_at' },
    many: true,
    erase: { user_id: empty() },
    merge: { owner_id: TOGETHER },
  },
  storage_share: {
    unit: { zh: '文件共享', en: 'shares of files' },
    account: ['owner_id', 'user_id'],
    export: { file: 'files', order: 'created_at' },
    many: true,
    merge: { owner_id: TOGETHER },
  },
  hand_in: {
    unit: { zh: '作业收集', en: 'hand-ins' },
    ...left('author_id', { file: 'files', order: 'created_at' }),
    many: true,
  },
  hand_in_file: {
    unit: { zh: '提交的作业文件', en: 'files that were handed in' },
    ...ofBoth({
      file: 'files',
      more: { handIn: nameIn('hand_in', 'hand_in_id', { name: 'title' }) },
      order: 'created_at',
    }),
    many: true,
    erase: { user_id: empty() },
  },
  storage_folder: {
    unit: { zh: '文件夹', en: 'folders' },
    account: ['owner_id'],
    export: { file: 'files', order: 'created_at' },
    many: true,
    // A parent may go before what is in it.
    erase: {
      owner_id: () => sql`
        cut as (
          update storage_folder t set parent_id = null, deleted_at = coalesce(t.deleted_at, now()) from part
          where t.parent_id = part.folder_id and t.unit_id = part.unit_id and t.owner_id = part.owner_id and t.folder_id not in (select folder_id from part)),
        gone as (delete from storage_folder t using part where t.ctid = part.tid)`,
    },
    merge: { owner_id: TOGETHER },
  },
  storage_object: { unit: { zh: '文件内容', en: 'contents of files' } },
  sign_in_provider: { unit: { zh: '外部登录', en: 'external sign-in' }, leftOutOfUnit: { secret: 'secret' } },
  sign_in_event: {
    unit: { zh: '登录记录', en: 'sign-ins' },
    ...own({ file: 'sessions', order: 'at', csv: true }),
    many: true,
    kept: '180 days',
  },
  oauth_client: { unit: { zh: '第三方应用', en: 'third-party clients' }, leftOutOfUnit: { secret_hash: 'secret' } },
  oauth_consent: {
    unit: { zh: '第三方授权', en: 'consents to third parties' },
    ...own({ file: 'sign-in', more: { application: nameIn('oauth_client', 'client_id') }, order: 'agreed_at' }),
    merge: { user_id: once('k.client_id = g.client_id') },
  },
  import_mapping: { unit: { zh: '导入列对应', en: 'remembered columns of imports' } },
  import_run: {
    unit: { zh: '导入记录', en: 'imports' },
    deeds: { user_id: 'created_at' },
    walk: {
      by: ['import_id'],
      // The examples of a sheet's columns.
      erase: (of) => ({ set: sql`sheets = ${withoutValues(sql`t.sheets`, of)}`, where: hasValue(sql`t.sheets`, of) }),
    },
  },
  import_schedule: {
    unit: { zh: '定时导入', en: 'scheduled imports' },
    deeds: { set_by: 'looked_at' },
    notExported: { recipients: { zh: '只是邮件收件人名单', en: 'A list of who receives an email' } },
    within: ['recipients'],
    walk: {
      by: ['unit_id'],
      erase: (of) => ({
        set: sql`recipients = array(select r from unnest(t.recipients) r where not r::text = any (${texts(idsOf(of))}))`,
        where: sql`t.recipients::text[] && ${texts(idsOf(of))}`,
      }),
      merge: ({ user }) =>
        user && {
          set: sql`recipients = array(select distinct case when r = ${user[0]}::uuid then ${user[1]}::uuid else r end from unnest(t.recipients) r)`,
          where: sql`${user[0]}::uuid = any (t.recipients)`,
        },
    },
  },
  import_taken: { unit: { zh: '已取的导入文件', en: 'files taken by scheduled imports' } },
  vocabulary: { unit: { zh: '语音词汇', en: 'voice commands' } },
  voice_service: { unit: { zh: '语音服务', en: 'voice service' }, leftOutOfUnit: { key_secret: 'secret' } },
  access_log: {
    unit: { zh: '应用打开记录', en: 'log of opened apps' },
    ...own({ file: 'sessions', order: 'at', csv: true }),
    many: true,
  },
  admin_event: {
    unit: { zh: '管理日志', en: 'the trail of administrators' },
    either: ['target_id'],
    deeds: { actor_id: 'at' },
    export: { file: 'trail', hidden: ['actor_id', 'session_id', 'address', 'user_agent'], order: 'at' },
    many: true,
    // The address and the browser say where an erased person was.
    erase: { target_id: BY_WALK, actor_id: empty(", address = '', user_agent = '', session_id = null") },
    walk: {
      by: ['at', 'event_id'],
      // The trail keeps what was done and when, without the values.
      erase: (of) => ({
        set: sql`changes = case when t.target_id = any (${texts(idsOf(of))}) then '{}' else ${withoutValues(sql`t.changes`, of)} end`,
        where: sql`t.at < ${of.begun}::timestamptz and t.changes <> '{}'
          and (coalesce(t.target_id = any (${texts(idsOf(of))}), false) or ${hasValue(sql`t.changes`, of)})`,
      }),
      merge: (of) => ({ set: setExchanged(['changes'], of), where: hasId(sql`t.changes`, goneOf(of)) }),
    },
  },
  account_link_code: {
    unit: 'secret',
    ...single({ file: 'family', hidden: ['code_hash'], order: 'created_at' }),
  },
  attendance_code: {
    unit: 'secret',
    ...ofBoth({ file: 'attendance', hidden: ['mark', 'sealed_code'] }),
    merge: { user_id: once('k.kind = g.kind'), student_id: once('k.kind = g.kind') },
  },
  credential: {
    unit: 'secret',
    ...signIn({ hidden: ['password_hash', 'issued_by'] }),
    deeds: { issued_by: 'changed_at' },
  },
  external_session: { unit: 'secret' },
  face_pin: { unit: 'secret', ...signIn({ hidden: ['pin_hash'] }) },
  guardian_code: {
    unit: 'secret',
    pupil: ['student_id'],
    deeds: { made_by: 'created_at' },
    export: { file: 'family', hidden: ['code_hash', 'made_by'], order: 'created_at' },
    merge: { student_id: drop },
  },
  handover: { unit: 'secret', ...lapsing(SECONDS) },
  login_device: {
    unit: 'secret',
    ...own({ file: 'sessions', hidden: ['device_hash'], order: 'last_used_at' }),
    merge: { user_id: BY_SIGN_IN },
  },
  login_ticket: { unit: 'secret', ...lapsing(SECONDS) },
  logout_token: { unit: 'secret' },
  oauth_artifact: {
    unit: 'secret',
    ...lapsing({ zh: '其他应用的临时令牌', en: 'Temporary tokens of other apps' }),
    many: true,
  },
  oauth_key: { unit: 'secret' },
  oauth_session: {
    unit: 'secret',
    ...own({ file: 'sessions' }),
    erase: { user_id: TOLD_OTHERS },
    merge: { user_id: TOLD_OTHERS },
  },
  passkey: {
    unit: 'secret',
    ...signIn({ hidden: ['credential_id', 'public_key', 'counter'], order: 'created_at' }),
  },
  passkey_challenge: { unit: 'secret' },
  password_reset: {
    unit: 'secret',
    ...signIn({ hidden: ['secret_hash', 'code_hash', 'issued_by'], order: 'created_at' }),
    deeds: { issued_by: 'created_at' },
    erase: { issued_by: drop },
  },
  pending_binding: { unit: 'secret' },
  recovery_code: { unit: 'secret', ...signIn({ hidden: ['code_hash'], order: 'slot' }) },
  second_step: { unit: 'secret', ...signIn({ hidden: ['sealed_secret', 'last_step'] }) },
  second_step_setup: {
    unit: 'secret',
    ...lapsing({ zh: '尚未完成的两步验证设置', en: 'Two-step verification that is being set up' }),
  },
  session: {
    unit: 'secret',
    ...own({
      file: 'sessions',
      hidden: ['family_hash', 'access_hash', 'refresh_hash', 'previous_refresh_hash', 'rotation_salt'],
      order: 'created_at',
      csv: true,
    }),
    many: true,
  },
  social_attempt: { unit: 'secret' },
  user_client: { unit: 'secret', ...signIn({ hidden: ['client_hash'], order: 'created_at' }) },
  face_photo: {
    unit: 'face',
    // Photos of both could make two people one at the gate: those of the one who stays are kept, and the consent with them.
    ...single({
      file: 'face',
      hidden: ['sealed_descriptor', 'sealed_picture', 'registered_by'],
      more: { hasTemplate: 'true' },
      order: 'registered_at',
    }),
    deeds: { registered_by: 'registered_at' },
  },
  face_challenge: { unit: 'face' },
  // What a station has shown of a clock-in: its name goes with the clock-in.
  attendance_delivery: { unit: 'passing', kept: '60 days' },
  import_row: {
    unit: 'passing',
    either: ['target_id', 'owner_id'],
    export: {
      file: 'imports',
      within: ['wanted', 'after'],
      hidden: ['candidates', 'choice', 'left_as', 'kept'],
      more: `(select jsonb_build_object('file', i.file_name, 'at', i.created_at) from import_run i where i.import_id = t.import_id)`,
    },
    notExported: {
      choice: SOMEBODY_ELSE,
      candidates: SOMEBODY_ELSE,
      left_as: {
        zh: '导入当时的基本信息，七天后删除',
        en: 'The profile as the import left it, deleted after seven days',
      },
    },
    within: ['choice', 'candidates', 'wanted', 'before', 'after', 'left_as'],
    erase: { target_id: BY_WALK, owner_id: BY_WALK },
    merge: { target_id: BY_WALK, owner_id: BY_WALK },
    walk: { by: ['import_id', 'row_no'], among: OF_IMPORTS, erase: eraseImported, merge: mergeImported },
  },
  import_source: {
    unit: 'passing',
    // Rows of files as they were given are packed, so that all of the unit's go: such a file is imported again to get its errors marked.
    walk: {
      by: ['import_id', 'piece'],
      among: OF_IMPORTS,
      erase: () =>
        sql`gone as (delete from import_source t using part where t.import_id = part.import_id and t.piece = part.piece)`,
    },
  },
  licence_reminder: { unit: 'passing' },
  login_attempt: { unit: 'passing' },
  outgoing_mail: {
    unit: 'passing',
    ...lapsing({
      zh: '等待发出的加密邮件，发出后删除',
      en: 'Mail that waits to be sent, sealed, and deleted once sent',
    }),
    merge: { user_id: move },
  },
  rate_limit: { unit: 'passing' },
  storage_lease: { unit: 'passing' },
  storage_upload: {
    unit: 'passing',
    account: ['owner_id'],
    export: { file: 'files', order: 'created_at' },
    merge: { owner_id: drop },
  },
  storage_upload_chunk: { unit: 'passing' },
  personal_job: {
    unit: 'passing',
    either: ['keep_id'],
    deeds: { requested_by: 'requested_at' },
    within: ['gone', 'plan'],
    notExported: {
      person_id: WHILE_IT_RUNS,
      gone: WHILE_IT_RUNS,
      plan: WHILE_IT_RUNS,
      keep_id: { zh: '合并已在操作记录中', en: 'The trail has the merge' },
    },
    erase: { keep_id: empty(), person_id: keep('the job empties it in the end') },
    merge: { person_id: keep('the job empties it in the end') },
    kept: '7 days',
  },
  unit_export: { unit: 'passing' },
  roster_change: {
    unit: 'derived',
    notExported: { user_id: IN_PROFILE, sourced_id: IN_PROFILE },
    erase: { sourced_id: TOLD_OTHERS, user_id: TOLD_OTHERS },
    merge: { sourced_id: TOLD_OTHERS, user_id: TOLD_OTHERS },
    kept: { unit: 'rosterMonths' },
  },
  storage_use: { unit: 'derived' },
}

/** The tables as a list. */
export const tables = Object.entries(TABLES)

/** Columns that name somebody who did something for the school: the export says that it was done and when, without what it says about others. */
export const DEEDS = tables.flatMap(([table, { deeds = {} }]) =>
  Object.entries(deeds).map(([column, at]) => ({ table, column, at })),
)
export const DEEDS_TEXT: Text = {
  zh: '作为教职工或管理员做过的事：什么、何时，不含关于其他人的内容',
  en: 'What the person did as a member of staff or administrator: what and when, without what concerns others',
}

/** Every `table.column` by which an export of a person finds rows. */
export function exportedColumns(): Set<string> {
  const found = tables.flatMap(
    ([table, { account: accounts = [], pupil: pupils = [], either = [], export: exported, notExported = {} }]) =>
      [...accounts, ...pupils, ...either, ...(exported?.within ?? [])]
        .filter((column) => !(column in notExported))
        .map((column) => `${table}.${column}`),
  )
  return new Set([...found, ...DEEDS.map(({ table, column }) => `${table}.${column}`)])
}

/** Every `table.column` by which an export of a person finds nothing, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, Text>> = Object.fromEntries(
  tables.flatMap(([table, { notExported = {} }]) =>
    Object.entries(notExported).map(([column, reason]) => [`${table}.${column}`, reason]),
  ),
)

export const LEFT_OUT_REASONS: Readonly<Record<LeftOutReason, Text>> = {
  secret: {
    zh: '密码、密钥、会话或一次性代码：换平台后无效，也不应离开原平台',
    en: 'passwords, keys, sessions or one-time codes: of no use elsewhere, and they should not leave this portal',
  },
  face: {
    zh: '人脸特征与照片：只在本人同意的用途内保存，不随单位转移',
    en: 'face templates and pictures: kept for the purpose that people agreed to, which ends here',
  },
  passing: {
    zh: '运行中的临时状态，几小时或几天后自动消失',
    en: 'passing state of the running portal, which lapses within hours or days',
  },
  derived: { zh: '由其他表计算得出', en: 'computed from other tables' },
}

/** What the export of a unit writes of a table. */
export interface UnitTable {
  readonly table: string
  readonly name: Text
  readonly leftOut: Readonly<Record<string, LeftOutReason>>
}

export const UNIT_TABLES: readonly UnitTable[] = tables.flatMap(([table, { unit, leftOutOfUnit = {} }]) =>
  typeof unit === 'string' ? [] : [{ table, name: unit, leftOut: leftOutOfUnit }],
)

/** Tables of which the export of a unit writes nothing. */
export const NO_UNIT_TABLES: Readonly<Record<string, LeftOutReason>> = Object.fromEntries(
  tables.flatMap(([table, { unit }]) => (typeof unit === 'string' ? [[table, unit]] : [])),
)
