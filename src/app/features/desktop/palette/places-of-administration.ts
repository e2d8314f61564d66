import type { PermissionCode } from '../../../../../contract/permissions.ts'
import type { Place, PlaceNames } from './place.ts'

const at = (fragment: string, codes: readonly PermissionCode[], names: PlaceNames): Place => ({
  at: { application: 'administration', fragment },
  codes,
  ...names,
})

/** Something that is done on a page of the administration. */
const does = (action: string, place: Place): Place => ({ ...place, action })

/** The administration, in the order of its sections. */
export const ADMINISTRATION_PLACES: readonly Place[] = [
  at('#/units', ['operator'], { chinese: '单位', pinyin: 'dan wei', english: 'Units' }),
  at('#/units/new', ['operator'], {
    chinese: '新建单位',
    pinyin: 'xin jian dan wei',
    english: 'New unit',
    words: ['school', '学校', 'xuexiao'],
  }),
  at('#/units', ['operator'], {
    chinese: '单位的授权',
    pinyin: 'dan wei de shou quan',
    english: 'Licences of a unit',
    words: ['licence', 'hosts', 'limits', '到期', 'daoqi', '域名', 'yuming'],
  }),
  at('#/units/health', ['operator'], {
    chinese: '运行状况',
    pinyin: 'yun xing zhuang kuang',
    english: 'Health',
  }),
  at('#/operators', ['operator'], {
    chinese: '平台负责人账号',
    pinyin: 'ping tai fu ze ren zhang hao',
    english: 'Operators',
  }),
  does(
    'add-operator',
    at('#/operators', ['operator'], {
      chinese: '新增平台负责人',
      pinyin: 'xin zeng ping tai fu ze ren',
      english: 'Add an operator',
    }),
  ),
  at('#/schools', ['base_schools'], {
    chinese: '下属学校',
    pinyin: 'xia shu xue xiao',
    english: 'Schools',
  }),
  at('#/schools/messages', ['base_schools'], {
    chinese: '给学校的消息',
    pinyin: 'gei xue xiao de xiao xi',
    english: 'Messages to schools',
    words: ['recall', '撤回', 'chehui'],
  }),
  at('#/schools/messages/new', ['base_schools'], {
    chinese: '写给学校',
    pinyin: 'xie gei xue xiao',
    english: 'Write to schools',
    words: ['publish', '通知', 'tongzhi', '发布', 'fabu'],
  }),
  at('#/people', ['base_people'], {
    chinese: '人员',
    pinyin: 'ren yuan',
    english: 'People',
    words: [
      'pupils',
      'students',
      'teachers',
      'parents',
      'merge',
      '学生',
      'xuesheng',
      '教师',
      'jiaoshi',
      '家长',
      'jiazhang',
      '合并',
      'hebing',
    ],
  }),
  does(
    'add-person',
    at('#/people', ['base_people'], {
      chinese: '添加人员',
      pinyin: 'tian jia ren yuan',
      english: 'Add a person',
      words: ['pupil', 'teacher', 'account', '开户', 'kaihu'],
    }),
  ),
  at('#/people?type=1', ['base_people'], {
    chinese: '初始密码',
    pinyin: 'chu shi mi ma',
    english: 'First passwords',
    words: ['print', 'slips', '打印', 'dayin'],
  }),
  at('#/people?type=1', ['base_people'], {
    chinese: '家长邀请码',
    pinyin: 'jia zhang yao qing ma',
    english: 'Parent codes',
    words: ['guardian codes', 'parents join', '家长码', 'jiazhangma', '家长加入', 'jiazhangjiaru'],
  }),
  at('#/classes', ['base_people'], {
    chinese: '班级与部门',
    pinyin: 'ban ji yu bu men',
    english: 'Classes and departments',
    words: ['class teacher', 'head teacher', '班主任', 'banzhuren'],
  }),
  does(
    'add-class',
    at('#/classes', ['base_people'], { chinese: '添加班级', pinyin: 'tian jia ban ji', english: 'Add a class' }),
  ),
  at('#/classes/grades', ['base_people'], { chinese: '年级', pinyin: 'nian ji', english: 'Grades' }),
  does(
    'add-grade',
    at('#/classes/grades', ['base_people'], {
      chinese: '添加年级',
      pinyin: 'tian jia nian ji',
      english: 'Add a grade',
    }),
  ),
  at('#/classes/campuses', ['base_people'], { chinese: '校区', pinyin: 'xiao qu', english: 'Campuses' }),
  does(
    'add-campus',
    at('#/classes/campuses', ['base_people'], {
      chinese: '添加校区',
      pinyin: 'tian jia xiao qu',
      english: 'Add a campus',
    }),
  ),
  at('#/classes/departments', ['base_people'], { chinese: '部门', pinyin: 'bu men', english: 'Departments' }),
  does(
    'add-department',
    at('#/classes/departments', ['base_people'], {
      chinese: '添加部门',
      pinyin: 'tian jia bu men',
      english: 'Add a department',
    }),
  ),
  at('#/classes/subjects', ['base_people'], { chinese: '学科', pinyin: 'xue ke', english: 'Subjects' }),
  does(
    'add-subject',
    at('#/classes/subjects', ['base_people'], {
      chinese: '添加学科',
      pinyin: 'tian jia xue ke',
      english: 'Add a subject',
    }),
  ),
  at('#/classes/year', ['base_people'], {
    chinese: '升入新学年',
    pinyin: 'sheng ru xin xue nian',
    english: 'New school year',
    words: ['promote', 'graduate', '升级', 'shengji', '毕业', 'biye'],
  }),
  at('#/classes/years', ['base_people'], {
    chinese: '学年与学期',
    pinyin: 'xue nian yu xue qi',
    english: 'School years',
    words: ['terms', '开学', 'kaixue'],
  }),
  at('#/roles', ['base_role'], {
    chinese: '角色与权限',
    pinyin: 'jue se yu quan xian',
    english: 'Roles and permissions',
    words: ['permissions', 'administrators', '管理员', 'guanliyuan'],
  }),
  does(
    'add-role',
    at('#/roles', ['base_role'], { chinese: '新建角色', pinyin: 'xin jian jue se', english: 'New role' }),
  ),
  at('#/roles/types/1', ['base_role'], {
    chinese: '学生的权限',
    pinyin: 'xue sheng de quan xian',
    english: 'Permissions of pupils',
  }),
  at('#/roles/types/2', ['base_role'], {
    chinese: '教师的权限',
    pinyin: 'jiao shi de quan xian',
    english: 'Permissions of teachers',
  }),
  at('#/roles/types/3', ['base_role'], {
    chinese: '家长的权限',
    pinyin: 'jia zhang de quan xian',
    english: 'Permissions of parents',
  }),
  at('#/roles/types/4', ['base_role'], {
    chinese: '职工的权限',
    pinyin: 'zhi gong de quan xian',
    english: 'Permissions of support staff',
  }),
  does(
    'office-access',
    at('#/roles', ['base_role'], {
      chinese: '教育局的访问',
      pinyin: 'jiao yu ju de fang wen',
      english: 'Access of the education office',
      words: ['grant', 'open the school', '授权', 'shouquan'],
    }),
  ),
  at('#/imports', ['base_import'], {
    chinese: '导入与导出',
    pinyin: 'dao ru yu dao chu',
    english: 'Import and export',
    words: ['spreadsheet', 'excel', 'OneRoster', '名单', 'mingdan'],
  }),
  does(
    'import-schedule',
    at('#/imports', ['base_import'], {
      chinese: '自动导入',
      pinyin: 'zi dong dao ru',
      english: 'Automatic import',
      words: ['scheduled', 'nightly', 'folder', '定时', 'dingshi'],
    }),
  ),
  at('#/applications', ['base_application'], {
    chinese: '应用管理',
    pinyin: 'ying yong guan li',
    english: 'Apps',
    words: ['applications', 'icons', 'links', 'desktop', '图标', 'tubiao', '链接', 'lianjie'],
  }),
  at('#/applications/new', ['base_application'], {
    chinese: '添加应用',
    pinyin: 'tian jia ying yong',
    english: 'Add an app',
    words: ['link', 'folder', '链接', 'lianjie', '文件夹', 'wenjianjia'],
  }),
  at('#/applications/desktop/1', ['base_application'], {
    chinese: '学生的默认桌面',
    pinyin: 'xue sheng de mo ren zhuo mian',
    english: 'Default desktop of pupils',
    words: ['first desktop', '初始桌面', 'chushizhuomian'],
  }),
  at('#/applications/desktop/2', ['base_application'], {
    chinese: '教师的默认桌面',
    pinyin: 'jiao shi de mo ren zhuo mian',
    english: 'Default desktop of teachers',
    words: ['first desktop', '初始桌面', 'chushizhuomian'],
  }),
  at('#/applications/desktop/3', ['base_application'], {
    chinese: '家长的默认桌面',
    pinyin: 'jia zhang de mo ren zhuo mian',
    english: 'Default desktop of parents',
    words: ['first desktop', '初始桌面', 'chushizhuomian'],
  }),
  at('#/applications/desktop/4', ['base_application'], {
    chinese: '职工的默认桌面',
    pinyin: 'zhi gong de mo ren zhuo mian',
    english: 'Default desktop of support staff',
    words: ['first desktop', '初始桌面', 'chushizhuomian'],
  }),
  at('#/branding', ['base_unit'], {
    chinese: '学校形象',
    pinyin: 'xue xiao xing xiang',
    english: 'Branding',
    words: ['logo', 'colour', 'footer', '校徽', 'xiaohui', '颜色', 'yanse', '页脚', 'yejiao'],
  }),
  at('#/settings', ['base_unit'], {
    chinese: '桌面与首页设置',
    pinyin: 'zhuo mian yu shou ye she zhi',
    english: 'Desktop and start page',
    words: [
      'school settings',
      'languages',
      'Windows client',
      '学校设置',
      'xuexiaoshezhi',
      '语言',
      'yuyan',
      '客户端',
      'kehuduan',
    ],
  }),
  at('#/settings/filings', ['base_unit'], {
    chinese: '页脚与备案',
    pinyin: 'ye jiao yu bei an',
    english: 'Footer and filings',
    words: ['ICP', 'licence', '许可证', 'xukezheng'],
  }),
  at('#/settings/retention', ['base_unit'], {
    chinese: '保留期限',
    pinyin: 'bao liu qi xian',
    english: 'Retention',
    words: ['delete', 'old messages', '清理', 'qingli', '删除旧消息', 'shanchujiuxiaoxi'],
  }),
  at('#/settings/voice', ['base_unit'], {
    chinese: '语音助手设置',
    pinyin: 'yu yin zhu shou she zhi',
    english: 'Voice assistant settings',
    words: ['vocabulary', 'speech', '词库', 'ciku', '语音识别', 'yuyinshibie'],
  }),
  at('#/messages/new', ['base_message', 'message_classes'], {
    chinese: '写消息',
    pinyin: 'xie xiao xi',
    english: 'Write a message',
    words: ['publish', 'announce', 'notice', '发布', 'fabu', '通知', 'tongzhi', '公告', 'gonggao'],
  }),
  at('#/messages', ['base_message', 'message_classes'], {
    chinese: '发过的消息',
    pinyin: 'fa guo de xiao xi',
    english: 'Sent messages',
    words: ['publishing', 'read', 'recall', '发布', 'fabu', '已读', 'yidu', '撤回', 'chehui'],
  }),
  at('#/sign-in', ['base_unit', 'base_user_reset'], {
    chinese: '密码与帮助',
    pinyin: 'mi ma yu bang zhu',
    english: 'Passwords and help',
    words: ['password rule', '密码规则', 'mimaguize'],
  }),
  does(
    'help-person',
    at('#/sign-in', ['base_user_reset'], {
      chinese: '帮助别人登录',
      pinyin: 'bang zhu bie ren deng lu',
      english: 'Help a person',
      words: ['sign out everywhere', 'turn off two-step verification', '强制下线', 'qiangzhixiaxian'],
    }),
  ),
  does(
    'help-person',
    at('#/sign-in', ['base_user_reset'], {
      chinese: '重置密码',
      pinyin: 'chong zhi mi ma',
      english: 'Reset a password',
      words: ['one-time code', 'forgotten', '一次性代码', 'yicixingdaima', '忘记密码', 'wangjimima'],
    }),
  ),
  at('#/sign-in/methods', ['base_unit'], {
    chinese: '登录方式',
    pinyin: 'deng lu fang shi',
    english: 'Ways to sign in',
    words: ['WeChat', 'SSO', 'OpenID', '微信', 'weixin', '企业微信', '单点登录', 'dandiandenglu'],
  }),
  does(
    'add-provider',
    at('#/sign-in/methods', ['base_unit'], {
      chinese: '添加外部账号',
      pinyin: 'tian jia wai bu zhang hao',
      english: 'Add a provider',
      words: ['WeChat', 'Entra', '微信', 'weixin'],
    }),
  ),
  at('#/sign-in/clients', ['base_unit'], {
    chinese: '第三方应用',
    pinyin: 'di san fang ying yong',
    english: 'Third-party apps',
    words: ['clients', 'OAuth', 'API'],
  }),
  does(
    'add-client',
    at('#/sign-in/clients', ['base_unit'], {
      chinese: '登记应用',
      pinyin: 'deng ji ying yong',
      english: 'Register an app',
      words: ['client', 'secret', '密钥', 'miyao'],
    }),
  ),
  at('#/sign-in/protection', ['base_unit'], {
    chinese: '保护与邮件',
    pinyin: 'bao hu yu you jian',
    english: 'Protection and email',
    words: [
      'two-step verification',
      'networks',
      'mail server',
      'SMTP',
      'test email',
      '两步验证',
      'liangbuyanzheng',
      '邮箱',
      'youxiang',
    ],
  }),
  at('#/faces', ['base_face'], {
    chinese: '人脸管理',
    pinyin: 'ren lian guan li',
    english: 'Manage faces',
    words: ['consent', 'enrolment', 'records', '同意', 'tongyi', '录入', 'luru', '记录', 'jilu'],
  }),
  at('#/attendance/rules', ['attendance_admin'], {
    chinese: '考勤规则',
    pinyin: 'kao qin gui ze',
    english: 'Attendance rules',
    words: ['hours', 'late', '时间', 'shijian', '迟到', 'chidao'],
  }),
  does(
    'add-rule',
    at('#/attendance/rules', ['attendance_admin'], {
      chinese: '添加考勤规则',
      pinyin: 'tian jia kao qin gui ze',
      english: 'Add an attendance rule',
    }),
  ),
  at('#/attendance/calendar', ['attendance_admin'], {
    chinese: '节假日',
    pinyin: 'jie jia ri',
    english: 'Holidays',
    words: ['calendar', '校历', 'xiaoli'],
  }),
  does(
    'add-days',
    at('#/attendance/calendar', ['attendance_admin'], {
      chinese: '添加节假日',
      pinyin: 'tian jia jie jia ri',
      english: 'Add holidays',
      words: ['day off', '放假', 'fangjia', '补课', 'buke'],
    }),
  ),
  at('#/attendance/stations', ['attendance_admin'], {
    chinese: '考勤机',
    pinyin: 'kao qin ji',
    english: 'Stations',
    words: ['kiosk', 'gate', '打卡机', 'dakaji'],
  }),
  {
    at: { page: '/pages/attendance/station' },
    codes: ['attendance_admin'],
    chinese: '把这台设备设为考勤机',
    pinyin: 'ba zhe tai she bei she wei kao qin ji',
    english: 'Make this device a station',
    words: ['kiosk', 'register', '登记', 'dengji'],
  },
  at('#/attendance/cards', ['attendance_admin'], {
    chinese: '考勤卡',
    pinyin: 'kao qin ka',
    english: 'Cards',
    words: ['who lacks a card', '校园卡', 'xiaoyuanka'],
  }),
  at('#/attendance/general', ['attendance_admin'], {
    chinese: '考勤通用设置',
    pinyin: 'kao qin tong yong she zhi',
    english: 'General attendance settings',
    words: ['time zone', 'clock in by the portal', '时区', 'shiqu'],
  }),
  at('#/storage', ['base_unit'], {
    chinese: '存储空间',
    pinyin: 'cun chu kong jian',
    english: 'Storage',
    words: ['quota', 'space', '配额', 'peie', '容量', 'rongliang'],
  }),
  at('#/trail', ['base_unit'], {
    chinese: '操作记录',
    pinyin: 'cao zuo ji lu',
    english: 'Audit trail',
    words: ['log', 'history', '日志', 'rizhi'],
  }),
]
