import type { PermissionCode } from '../../../../../contract/permissions.ts'

/** A page of the settings or of an application that the search finds by its names. */
export interface Place {
  /** Of its address: the query of the settings, or the fragment of the application. */
  readonly at: { readonly settings: string } | { readonly application: string; readonly fragment: string }
  readonly chinese: string
  /** The syllables of the Chinese name, separated by spaces. */
  readonly pinyin: string
  readonly english: string
  /** What else people look for there, in either language; Chinese also in pinyin. */
  readonly words?: readonly string[]
  /** It is found by holders of one of these; by all people without any. */
  readonly codes?: readonly PermissionCode[]
}

const settings = (query: string, names: Omit<Place, 'at' | 'codes'>): Place => ({ at: { settings: query }, ...names })

const administration = (
  fragment: string,
  codes: readonly PermissionCode[],
  names: Omit<Place, 'at' | 'codes'>,
): Place => ({
  at: { application: 'administration', fragment },
  codes,
  ...names,
})

const attendance = (fragment: string, names: Omit<Place, 'at' | 'codes'>): Place => ({
  at: { application: 'attendance', fragment },
  ...names,
})

/** All places, in the order of their menus. */
export const PLACES: readonly Place[] = [
  settings('?part=face', {
    chinese: '人脸',
    pinyin: 'ren lian',
    english: 'Face',
    words: ['enrol', 'camera', '刷脸', 'shualian'],
  }),
  settings('?part=appearance', {
    chinese: '外观',
    pinyin: 'wai guan',
    english: 'Appearance',
    words: ['theme', 'dark', 'contrast', 'colours', '主题', 'zhuti', '深色', 'shense', '对比度', 'duibidu'],
  }),
  settings('?part=language', { chinese: '语言', pinyin: 'yu yan', english: 'Language' }),
  settings('?part=desktop', {
    chinese: '桌面设置',
    pinyin: 'zhuo mian she zhi',
    english: 'Desktop settings',
    words: ['icons', 'recent', '图标', 'tubiao'],
  }),
  settings('?part=messages', {
    chinese: '消息设置',
    pinyin: 'xiao xi she zhi',
    english: 'Message settings',
    words: ['notifications', 'to-dos', '通知', 'tongzhi', '待办', 'daiban'],
  }),
  settings('?part=device', {
    chinese: '本机',
    pinyin: 'ben ji',
    english: 'This device',
    words: ['install', 'clear', 'offline', '安装', 'anzhuang', '缓存', 'huancun'],
  }),
  settings('?part=about', {
    chinese: '关于',
    pinyin: 'guan yu',
    english: 'About',
    words: ['version', '版本', 'banben'],
  }),
  attendance('#/corrections', {
    chinese: '补卡申请',
    pinyin: 'bu ka shen qing',
    english: 'Attendance corrections',
    words: ['forgot', 'approve', '审批', 'shenpi', '忘打卡', 'wangdaka'],
  }),
  attendance('#/absences', {
    chinese: '请假',
    pinyin: 'qing jia',
    english: 'Absences',
    words: ['excuse', 'ill', 'sick', '病假', 'bingjia', '事假', 'shijia'],
  }),
  administration('#/units', ['operator'], { chinese: '单位', pinyin: 'dan wei', english: 'Units' }),
  administration('#/units/health', ['operator'], {
    chinese: '运行状况',
    pinyin: 'yun xing zhuang kuang',
    english: 'Health',
  }),
  administration('#/operators', ['operator'], {
    chinese: '平台运维账号',
    pinyin: 'ping tai yun wei zhang hao',
    english: 'Operators',
  }),
  administration('#/schools', ['base_schools'], {
    chinese: '下属学校',
    pinyin: 'xia shu xue xiao',
    english: 'Schools',
  }),
  administration('#/people', ['base_people'], {
    chinese: '人员',
    pinyin: 'ren yuan',
    english: 'People',
    words: ['pupils', 'students', 'teachers', 'parents', '学生', 'xuesheng', '教师', 'jiaoshi', '家长', 'jiazhang'],
  }),
  administration('#/classes', ['base_people'], {
    chinese: '班级与部门',
    pinyin: 'ban ji yu bu men',
    english: 'Classes and departments',
    words: ['grades', 'campuses', '年级', 'nianji', '校区', 'xiaoqu'],
  }),
  administration('#/classes/year', ['base_people'], {
    chinese: '升入新学年',
    pinyin: 'sheng ru xin xue nian',
    english: 'New school year',
    words: ['promote', 'graduate', '升级', 'shengji', '毕业', 'biye'],
  }),
  administration('#/roles', ['base_role'], {
    chinese: '角色与权限',
    pinyin: 'jue se yu quan xian',
    english: 'Roles and permissions',
    words: ['rights'],
  }),
  administration('#/imports', ['base_import'], {
    chinese: '导入与导出',
    pinyin: 'dao ru yu dao chu',
    english: 'Import and export',
    words: ['spreadsheet', 'excel', 'OneRoster', '名单', 'mingdan'],
  }),
  administration('#/applications', ['base_application'], {
    chinese: '应用管理',
    pinyin: 'ying yong guan li',
    english: 'Applications',
    words: ['icons', 'links', 'desktop', '图标', 'tubiao', '链接', 'lianjie'],
  }),
  administration('#/branding', ['base_unit'], {
    chinese: '学校形象',
    pinyin: 'xue xiao xing xiang',
    english: 'Branding',
    words: ['logo', 'colour', 'footer', '校徽', 'xiaohui', '颜色', 'yanse', '页脚', 'yejiao'],
  }),
  administration('#/settings', ['base_unit'], {
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
  administration('#/settings/filings', ['base_unit'], {
    chinese: '页脚与备案',
    pinyin: 'ye jiao yu bei an',
    english: 'Footer and filings',
    words: ['ICP', 'licence', '许可证', 'xukezheng'],
  }),
  administration('#/settings/voice', ['base_unit'], {
    chinese: '语音助手设置',
    pinyin: 'yu yin zhu shou she zhi',
    english: 'Voice assistant settings',
    words: ['vocabulary', 'speech', '词库', 'ciku', '语音识别', 'yuyinshibie'],
  }),
  administration('#/messages/new', ['base_message', 'message_classes'], {
    chinese: '写消息',
    pinyin: 'xie xiao xi',
    english: 'Write a message',
    words: ['publish', 'announce', 'notice', '发布', 'fabu', '通知', 'tongzhi', '公告', 'gonggao'],
  }),
  administration('#/messages', ['base_message', 'message_classes'], {
    chinese: '发过的消息',
    pinyin: 'fa guo de xiao xi',
    english: 'Sent messages',
    words: ['publishing', 'read', 'recall', '发布', 'fabu', '已读', 'yidu', '撤回', 'chehui'],
  }),
  administration('#/sign-in', ['base_unit', 'base_user_reset'], {
    chinese: '密码与帮助',
    pinyin: 'mi ma yu bang zhu',
    english: 'Passwords and help',
    words: ['password rule', 'reset', 'code', '密码规则', 'mimaguize', '重置', 'chongzhi'],
  }),
  administration('#/sign-in/methods', ['base_unit'], {
    chinese: '登录方式',
    pinyin: 'deng lu fang shi',
    english: 'Ways to sign in',
    words: ['WeChat', 'SSO', 'OpenID', '微信', 'weixin', '企业微信', '单点登录', 'dandiandenglu'],
  }),
  administration('#/sign-in/clients', ['base_unit'], {
    chinese: '第三方应用',
    pinyin: 'di san fang ying yong',
    english: 'Third parties',
    words: ['clients', 'OAuth', 'API'],
  }),
  administration('#/sign-in/protection', ['base_unit'], {
    chinese: '保护与邮件',
    pinyin: 'bao hu yu you jian',
    english: 'Protection and mail',
    words: ['second factor', 'networks', 'mail server', 'SMTP', '两步验证', 'liangbuyanzheng', '邮箱', 'youxiang'],
  }),
  administration('#/faces', ['base_face'], {
    chinese: '人脸管理',
    pinyin: 'ren lian guan li',
    english: 'Manage faces',
    words: ['consent', 'enrolment', '同意', 'tongyi', '录入', 'luru'],
  }),
  administration('#/attendance/rules', ['attendance_admin'], {
    chinese: '考勤规则',
    pinyin: 'kao qin gui ze',
    english: 'Attendance rules',
    words: ['hours', 'late', '时间', 'shijian', '迟到', 'chidao'],
  }),
  administration('#/attendance/calendar', ['attendance_admin'], {
    chinese: '节假日',
    pinyin: 'jie jia ri',
    english: 'Holidays',
    words: ['calendar', '校历', 'xiaoli'],
  }),
  administration('#/attendance/stations', ['attendance_admin'], {
    chinese: '考勤机',
    pinyin: 'kao qin ji',
    english: 'Stations',
    words: ['kiosk', 'gate', '打卡机', 'dakaji'],
  }),
  administration('#/attendance/cards', ['attendance_admin'], {
    chinese: '考勤卡',
    pinyin: 'kao qin ka',
    english: 'Cards',
    words: ['who lacks a card', '校园卡', 'xiaoyuanka'],
  }),
  administration('#/storage', ['base_unit'], {
    chinese: '存储空间',
    pinyin: 'cun chu kong jian',
    english: 'Storage',
    words: ['quota', 'space', '配额', 'peie', '容量', 'rongliang'],
  }),
  administration('#/trail', ['base_unit'], {
    chinese: '操作记录',
    pinyin: 'cao zuo ji lu',
    english: 'Audit trail',
    words: ['log', 'history', '日志', 'rizhi'],
  }),
]
