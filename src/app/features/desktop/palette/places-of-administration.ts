import type { PermissionCode } from '../../../../../contract/permissions.ts'
import type { Place } from './place.ts'

const at = (
  fragment: string,
  codes: readonly PermissionCode[],
  chinese: string,
  pinyin: string,
  english: string,
  more: Pick<Place, 'action' | 'words'> = {},
): Place => ({ at: { application: 'administration', fragment }, codes, chinese, pinyin, english, ...more })

/** The administration, in the order of its sections. */
export const ADMINISTRATION_PLACES: readonly Place[] = [
  at('#/units', ['operator'], '单位', 'dan wei', 'Units'),
  at('#/units/new', ['operator'], '新建单位', 'xin jian dan wei', 'New unit', { words: 'school, 学校, xuexiao' }),
  at('#/units', ['operator'], '单位的授权', 'dan wei de shou quan', 'Licences of a unit', {
    words: 'licence, hosts, limits, 到期, daoqi, 域名, yuming',
  }),
  at('#/units/health', ['operator'], '运行状况', 'yun xing zhuang kuang', 'Health'),
  at('#/operators', ['operator'], '平台负责人账号', 'ping tai fu ze ren zhang hao', 'Operators'),
  at('#/operators', ['operator'], '新增平台负责人', 'xin zeng ping tai fu ze ren', 'Add an operator', {
    action: 'add-operator',
  }),
  at('#/schools', ['base_schools'], '下属学校', 'xia shu xue xiao', 'Schools'),
  at('#/schools/messages', ['base_schools'], '给学校的消息', 'gei xue xiao de xiao xi', 'Messages to schools', {
    words: 'recall, 撤回, chehui',
  }),
  at('#/schools/messages/new', ['base_schools'], '写给学校', 'xie gei xue xiao', 'Write to schools', {
    words: 'publish, 通知, tongzhi, 发布, fabu',
  }),
  at('#/people', ['base_people'], '人员', 'ren yuan', 'People', {
    words: 'pupils, students, teachers, parents, merge, 学生, xuesheng, 教师, jiaoshi, 家长, jiazhang, 合并, hebing',
  }),
  at('#/people', ['base_people'], '添加人员', 'tian jia ren yuan', 'Add a person', {
    action: 'add-person',
    words: 'pupil, teacher, account, 开户, kaihu',
  }),
  at('#/people?type=1', ['base_people'], '初始密码', 'chu shi mi ma', 'First passwords', {
    words: 'print, slips, 打印, dayin',
  }),
  at('#/people?type=1', ['base_people'], '家长邀请码', 'jia zhang yao qing ma', 'Parent codes', {
    words: 'guardian codes, parents join, 家长码, jiazhangma, 家长加入, jiazhangjiaru',
  }),
  at('#/classes', ['base_people'], '班级与部门', 'ban ji yu bu men', 'Classes and departments', {
    words: 'class teacher, head teacher, 班主任, banzhuren',
  }),
  at('#/classes', ['base_people'], '添加班级', 'tian jia ban ji', 'Add a class', { action: 'add-class' }),
  at('#/classes/grades', ['base_people'], '年级', 'nian ji', 'Grades'),
  at('#/classes/grades', ['base_people'], '添加年级', 'tian jia nian ji', 'Add a grade', { action: 'add-grade' }),
  at('#/classes/campuses', ['base_people'], '校区', 'xiao qu', 'Campuses'),
  at('#/classes/campuses', ['base_people'], '添加校区', 'tian jia xiao qu', 'Add a campus', { action: 'add-campus' }),
  at('#/classes/departments', ['base_people'], '部门', 'bu men', 'Departments'),
  at('#/classes/departments', ['base_people'], '添加部门', 'tian jia bu men', 'Add a department', {
    action: 'add-department',
  }),
  at('#/classes/subjects', ['base_people'], '学科', 'xue ke', 'Subjects'),
  at('#/classes/subjects', ['base_people'], '添加学科', 'tian jia xue ke', 'Add a subject', { action: 'add-subject' }),
  at('#/classes/year', ['base_people'], '升入新学年', 'sheng ru xin xue nian', 'New school year', {
    words: 'promote, graduate, 升级, shengji, 毕业, biye',
  }),
  at('#/classes/years', ['base_people'], '学年与学期', 'xue nian yu xue qi', 'School years', {
    words: 'terms, 开学, kaixue',
  }),
  at('#/roles', ['base_role'], '角色与权限', 'jue se yu quan xian', 'Roles and permissions', {
    words: 'permissions, administrators, 管理员, guanliyuan',
  }),
  at('#/roles', ['base_role'], '新建角色', 'xin jian jue se', 'New role', { action: 'add-role' }),
  at('#/roles/types/1', ['base_role'], '学生的权限', 'xue sheng de quan xian', 'Permissions of pupils'),
  at('#/roles/types/2', ['base_role'], '教师的权限', 'jiao shi de quan xian', 'Permissions of teachers'),
  at('#/roles/types/3', ['base_role'], '家长的权限', 'jia zhang de quan xian', 'Permissions of parents'),
  at('#/roles/types/4', ['base_role'], '职工的权限', 'zhi gong de quan xian', 'Permissions of support staff'),
  at('#/roles', ['base_role'], '教育局的访问', 'jiao yu ju de fang wen', 'Access of the education office', {
    action: 'office-access',
    words: 'grant, open the school, 授权, shouquan',
  }),
  at('#/imports', ['base_import'], '导入与导出', 'dao ru yu dao chu', 'Import and export', {
    words: 'spreadsheet, excel, OneRoster, 名单, mingdan',
  }),
  at('#/imports', ['base_import'], '自动导入', 'zi dong dao ru', 'Automatic import', {
    action: 'import-schedule',
    words: 'scheduled, nightly, folder, 定时, dingshi',
  }),
  at('#/applications', ['base_application'], '应用管理', 'ying yong guan li', 'Apps', {
    words: 'applications, icons, links, desktop, 图标, tubiao, 链接, lianjie',
  }),
  at('#/applications/new', ['base_application'], '添加应用', 'tian jia ying yong', 'Add an app', {
    words: 'link, folder, 链接, lianjie, 文件夹, wenjianjia',
  }),
  at(
    '#/applications/desktop/1',
    ['base_application'],
    '学生的默认桌面',
    'xue sheng de mo ren zhuo mian',
    'Default desktop of pupils',
    { words: 'first desktop, 初始桌面, chushizhuomian' },
  ),
  at(
    '#/applications/desktop/2',
    ['base_application'],
    '教师的默认桌面',
    'jiao shi de mo ren zhuo mian',
    'Default desktop of teachers',
    { words: 'first desktop, 初始桌面, chushizhuomian' },
  ),
  at(
    '#/applications/desktop/3',
    ['base_application'],
    '家长的默认桌面',
    'jia zhang de mo ren zhuo mian',
    'Default desktop of parents',
    { words: 'first desktop, 初始桌面, chushizhuomian' },
  ),
  at(
    '#/applications/desktop/4',
    ['base_application'],
    '职工的默认桌面',
    'zhi gong de mo ren zhuo mian',
    'Default desktop of support staff',
    { words: 'first desktop, 初始桌面, chushizhuomian' },
  ),
  at('#/branding', ['base_unit'], '学校形象', 'xue xiao xing xiang', 'Branding', {
    words: 'logo, colour, footer, 校徽, xiaohui, 颜色, yanse, 页脚, yejiao',
  }),
  at('#/settings', ['base_unit'], '桌面与首页设置', 'zhuo mian yu shou ye she zhi', 'Desktop and start page', {
    words: 'school settings, languages, Windows client, 学校设置, xuexiaoshezhi, 语言, yuyan, 客户端, kehuduan',
  }),
  at('#/settings/filings', ['base_unit'], '页脚与备案', 'ye jiao yu bei an', 'Footer and filings', {
    words: 'ICP, licence, 许可证, xukezheng',
  }),
  at('#/settings/retention', ['base_unit'], '保留期限', 'bao liu qi xian', 'Retention', {
    words: 'delete, old messages, 清理, qingli, 删除旧消息, shanchujiuxiaoxi',
  }),
  at('#/settings/voice', ['base_unit'], '语音助手设置', 'yu yin zhu shou she zhi', 'Voice assistant settings', {
    words: 'vocabulary, speech, 词库, ciku, 语音识别, yuyinshibie',
  }),
  at('#/messages/new', ['base_message', 'message_classes'], '写消息', 'xie xiao xi', 'Write a message', {
    words: 'publish, announce, notice, 发布, fabu, 通知, tongzhi, 公告, gonggao',
  }),
  at('#/messages', ['base_message', 'message_classes'], '发过的消息', 'fa guo de xiao xi', 'Sent messages', {
    words: 'publishing, read, recall, 发布, fabu, 已读, yidu, 撤回, chehui',
  }),
  at('#/sign-in', ['base_unit', 'base_user_reset'], '密码与帮助', 'mi ma yu bang zhu', 'Passwords and help', {
    words: 'password rule, 密码规则, mimaguize',
  }),
  at('#/sign-in', ['base_user_reset'], '帮助别人登录', 'bang zhu bie ren deng lu', 'Help a person', {
    action: 'help-person',
    words: 'sign out everywhere, turn off two-step verification, 强制下线, qiangzhixiaxian',
  }),
  at('#/sign-in', ['base_user_reset'], '重置密码', 'chong zhi mi ma', 'Reset a password', {
    action: 'help-person',
    words: 'one-time code, forgotten, 一次性代码, yicixingdaima, 忘记密码, wangjimima',
  }),
  at('#/sign-in/methods', ['base_unit'], '登录方式', 'deng lu fang shi', 'Ways to sign in', {
    words: 'WeChat, SSO, OpenID, 微信, weixin, 企业微信, 单点登录, dandiandenglu',
  }),
  at('#/sign-in/methods', ['base_unit'], '添加外部账号', 'tian jia wai bu zhang hao', 'Add a provider', {
    action: 'add-provider',
    words: 'WeChat, Entra, 微信, weixin',
  }),
  at('#/sign-in/clients', ['base_unit'], '第三方应用', 'di san fang ying yong', 'Third-party apps', {
    words: 'clients, OAuth, API',
  }),
  at('#/sign-in/clients', ['base_unit'], '登记应用', 'deng ji ying yong', 'Register an app', {
    action: 'add-client',
    words: 'client, secret, 密钥, miyao',
  }),
  at('#/sign-in/protection', ['base_unit'], '保护与邮件', 'bao hu yu you jian', 'Protection and email', {
    words: 'two-step verification, networks, mail server, SMTP, test email, 两步验证, liangbuyanzheng, 邮箱, youxiang',
  }),
  at('#/faces', ['base_face'], '人脸管理', 'ren lian guan li', 'Manage faces', {
    words: 'consent, enrolment, records, 同意, tongyi, 录入, luru, 记录, jilu',
  }),
  at('#/attendance/rules', ['attendance_admin'], '考勤规则', 'kao qin gui ze', 'Attendance rules', {
    words: 'hours, late, 时间, shijian, 迟到, chidao',
  }),
  at('#/attendance/rules', ['attendance_admin'], '添加考勤规则', 'tian jia kao qin gui ze', 'Add an attendance rule', {
    action: 'add-rule',
  }),
  at('#/attendance/calendar', ['attendance_admin'], '节假日', 'jie jia ri', 'Holidays', {
    words: 'calendar, 校历, xiaoli',
  }),
  at('#/attendance/calendar', ['attendance_admin'], '添加节假日', 'tian jia jie jia ri', 'Add holidays', {
    action: 'add-days',
    words: 'day off, 放假, fangjia, 补课, buke',
  }),
  at('#/attendance/stations', ['attendance_admin'], '考勤机', 'kao qin ji', 'Stations', {
    words: 'kiosk, gate, 打卡机, dakaji',
  }),
  {
    at: { page: '/pages/attendance/station' },
    codes: ['attendance_admin'],
    chinese: '把这台设备设为考勤机',
    pinyin: 'ba zhe tai she bei she wei kao qin ji',
    english: 'Make this device a station',
    words: 'kiosk, register, 登记, dengji',
  },
  at('#/attendance/cards', ['attendance_admin'], '考勤卡', 'kao qin ka', 'Cards', {
    words: 'who lacks a card, 校园卡, xiaoyuanka',
  }),
  at(
    '#/attendance/general',
    ['attendance_admin'],
    '考勤通用设置',
    'kao qin tong yong she zhi',
    'General attendance settings',
    { words: 'time zone, clock in by the portal, 时区, shiqu' },
  ),
  at('#/storage', ['base_unit'], '存储空间', 'cun chu kong jian', 'Storage', {
    words: 'quota, space, 配额, peie, 容量, rongliang',
  }),
  at('#/trail', ['base_unit'], '操作记录', 'cao zuo ji lu', 'Audit trail', { words: 'log, history, 日志, rizhi' }),
]
