import { DETAIL_FIELDS, isSealed } from '../../../../contract/people/fields.ts'
import { PEOPLE_FIELDS } from '../../../../contract/rules/imports/import-fields.ts'
import { sealedColumns } from '../../people/field-sql.ts'

/** What an export of a unit has of the database. A new table with a unit stands in one of the two lists: a test compares them with the catalogue. */

export interface BothLanguages {
  readonly zh: string
  readonly en: string
}

export type LeftOutReason = 'secret' | 'face' | 'passing' | 'derived'

export const LEFT_OUT_REASONS: Readonly<Record<LeftOutReason, BothLanguages>> = {
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

/** The facts of registers that are exported. */
const registers = DETAIL_FIELDS.flatMap((name) => (isSealed(name) ? [] : [PEOPLE_FIELDS[name]]))

export const EXPORTED_TABLES: Readonly<Record<string, BothLanguages>> = {
  unit: { zh: '单位', en: 'the unit' },
  unit_host: { zh: '网址', en: 'addresses' },
  unit_logo: { zh: '标志', en: 'logo' },
  unit_mail: { zh: '邮件服务器', en: 'mail server' },
  licence: { zh: '授权', en: 'licences' },
  campus: { zh: '校区', en: 'campuses' },
  department: { zh: '部门', en: 'departments' },
  grade: { zh: '年级', en: 'grades' },
  subject: { zh: '学科', en: 'subjects' },
  school_year: { zh: '学年', en: 'school years' },
  term: { zh: '学期', en: 'terms' },
  grading_period: { zh: '评分时段', en: 'grading periods' },
  class_group: { zh: '班级', en: 'classes' },
  class_teacher: { zh: '任课教师', en: 'teachers of classes' },
  class_year: { zh: '历年班级', en: 'classes by year' },
  class_year_pupil: { zh: '历年班级学生', en: 'pupils of classes by year' },
  year_turn: { zh: '学年升级', en: 'turns of the year' },
  user_account: { zh: '帐号', en: 'accounts' },
  account_contact: { zh: '帐号联系方式', en: 'contacts of accounts' },
  account_link: { zh: '与其他学校账号的关联', en: 'links with accounts at other schools' },
  account_picture: { zh: '帐号头像', en: 'pictures of accounts' },
  student: { zh: '学生', en: 'pupils' },
  person_detail: {
    zh: registers.map(({ zh }) => zh).join('、'),
    en: registers.map(({ en }) => en.toLowerCase()).join(', '),
  },
  staff_member: { zh: '教职工', en: 'teachers and staff' },
  guardian: { zh: '监护关系', en: 'guardians of pupils' },
  guardian_code_use: { zh: '家长邀请码使用记录', en: 'uses of codes for guardians' },
  guardian_contact: { zh: '家长联系方式', en: 'contacts of parents' },
  external_key: { zh: '来源系统标识', en: 'identifiers of source systems' },
  external_identity: { zh: '绑定的外部帐号', en: 'linked accounts of other systems' },
  role: { zh: '角色', en: 'roles' },
  role_member: { zh: '角色成员', en: 'members of roles' },
  permission: { zh: '权限', en: 'permissions' },
  permission_grant: { zh: '授予的权限', en: 'granted permissions' },
  area_access: { zh: '给教育局的查看授权', en: 'access given to the education office' },
  area_publication: { zh: '发给多校的消息', en: 'messages to several schools' },
  application: { zh: '应用', en: 'applications' },
  application_picture: { zh: '应用图标', en: 'pictures of applications' },
  desktop_default: { zh: '默认桌面', en: 'default desktops' },
  desktop_order: { zh: '个人桌面', en: 'own desktops' },
  today_card: { zh: '应用今日卡片', en: 'cards of applications' },
  theme_change: { zh: '主题更改', en: 'changes of the theme' },
  roster_view: { zh: '名册显示', en: 'columns of rosters' },
  branding_state: { zh: '品牌草稿', en: 'draft of the branding' },
  branding_version: { zh: '品牌版本', en: 'versions of the branding' },
  branding_picture: { zh: '品牌图片', en: 'pictures of the branding' },
  message: { zh: '消息', en: 'messages' },
  message_recipient: { zh: '消息接收', en: 'receivers of messages' },
  todo: { zh: '待办', en: 'to-dos' },
  publication: { zh: '群发', en: 'messages to many' },
  publication_file: { zh: '群发附件', en: 'files of messages' },
  attendance_settings: { zh: '考勤设置', en: 'settings of attendance' },
  attendance_rule: { zh: '考勤规则', en: 'rules of attendance' },
  attendance_day: { zh: '考勤日历', en: 'calendar of attendance' },
  attendance_station: { zh: '考勤机', en: 'stations' },
  attendance_event: { zh: '打卡记录', en: 'clock events' },
  attendance_correction: { zh: '补卡申请', en: 'corrections' },
  attendance_uncertain: { zh: '时间不确定的打卡', en: 'clock-ins of uncertain time' },
  attendance_absence: { zh: '请假', en: 'notices of absence' },
  attendance_notice: { zh: '迟到提醒', en: 'notices of lateness' },
  face_settings: { zh: '人脸设置', en: 'settings of faces' },
  face_consent: { zh: '人脸同意书', en: 'consents to faces' },
  face_use: { zh: '人脸使用记录', en: 'uses of faces' },
  storage_folder: { zh: '文件夹', en: 'folders' },
  storage_file: { zh: '文件', en: 'files' },
  storage_file_version: { zh: '文件历史版本', en: 'versions of files' },
  storage_share: { zh: '文件共享', en: 'shares of files' },
  hand_in: { zh: '作业收集', en: 'hand-ins' },
  hand_in_file: { zh: '提交的作业文件', en: 'files that were handed in' },
  storage_object: { zh: '文件内容', en: 'contents of files' },
  sign_in_provider: { zh: '外部登录', en: 'external sign-in' },
  sign_in_event: { zh: '登录记录', en: 'sign-ins' },
  oauth_client: { zh: '第三方应用', en: 'third-party clients' },
  oauth_consent: { zh: '第三方授权', en: 'consents to third parties' },
  import_mapping: { zh: '导入列对应', en: 'remembered columns of imports' },
  import_run: { zh: '导入记录', en: 'imports' },
  import_schedule: { zh: '定时导入', en: 'scheduled imports' },
  import_taken: { zh: '已取的导入文件', en: 'files taken by scheduled imports' },
  vocabulary: { zh: '语音词汇', en: 'voice commands' },
  voice_service: { zh: '语音服务', en: 'voice service' },
  access_log: { zh: '应用打开记录', en: 'openings of applications' },
  admin_event: { zh: '管理日志', en: 'the trail of administrators' },
}

export const LEFT_OUT_TABLES: Readonly<Record<string, LeftOutReason>> = {
  account_link_code: 'secret',
  attendance_code: 'secret',
  credential: 'secret',
  external_session: 'secret',
  face_pin: 'secret',
  guardian_code: 'secret',
  handover: 'secret',
  login_device: 'secret',
  login_ticket: 'secret',
  logout_token: 'secret',
  oauth_artifact: 'secret',
  oauth_key: 'secret',
  oauth_session: 'secret',
  passkey: 'secret',
  passkey_challenge: 'secret',
  password_reset: 'secret',
  pending_binding: 'secret',
  recovery_code: 'secret',
  second_step: 'secret',
  second_step_setup: 'secret',
  session: 'secret',
  social_attempt: 'secret',
  user_client: 'secret',
  face_photo: 'face',
  face_challenge: 'face',
  attendance_delivery: 'passing',
  import_row: 'passing',
  import_source: 'passing',
  licence_reminder: 'passing',
  login_attempt: 'passing',
  outgoing_mail: 'passing',
  rate_limit: 'passing',
  storage_lease: 'passing',
  storage_upload: 'passing',
  storage_upload_chunk: 'passing',
  unit_export: 'passing',
  roster_change: 'derived',
  storage_use: 'derived',
}

/** Columns of exported tables. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, Readonly<Record<string, LeftOutReason>>>> = {
  // Accounts of another unit.
  account_link: { other_user_id: 'secret' },
  attendance_station: { sealed_key: 'secret' },
  oauth_client: { secret_hash: 'secret' },
  person_detail: Object.fromEntries(
    sealedColumns.flatMap(({ sealed, key }) => [sealed, key]).map((column) => [column, 'secret' as const]),
  ),
  publication: { client_request: 'derived' },
  sign_in_provider: { secret: 'secret' },
  unit_mail: { password_sealed: 'secret' },
  voice_service: { key_secret: 'secret' },
}
