import type { Place } from './place.ts'

const of =
  (application: string) =>
  (fragment: string, names: Omit<Place, 'at'>): Place => ({ at: { application, fragment }, ...names })

const files = of('files')
const attendance = of('attendance')
const roster = of('roster')

/** Files, attendance and class lists, each in the order of its pages. */
export const APPLICATION_PLACES: readonly Place[] = [
  files('#/', {
    chinese: '我的文件',
    pinyin: 'wo de wen jian',
    english: 'My files',
    words: 'rename, move, 重命名, chongmingming, 移动, yidong',
  }),
  files('#/', {
    action: 'files-toolbar',
    codes: ['files_upload'],
    chinese: '上传文件',
    pinyin: 'shang chuan wen jian',
    english: 'Upload files',
    words: 'folder, 文件夹, wenjianjia',
  }),
  files('#/', {
    action: 'new-folder',
    codes: ['files_folder'],
    chinese: '新建文件夹',
    pinyin: 'xin jian wen jian jia',
    english: 'New folder',
  }),
  files('#/', {
    codes: ['files_share'],
    chinese: '共享文件',
    pinyin: 'gong xiang wen jian',
    english: 'Share a file',
    words: 'give, send a file, 分享, fenxiang',
  }),
  files('#/shared', {
    chinese: '与我共享',
    pinyin: 'yu wo gong xiang',
    english: 'Shared with me',
    words: 'received, 收到的文件, shoudaodewenjian',
  }),
  files('#/hand-ins', {
    chinese: '作业',
    pinyin: 'zuo ye',
    english: 'Hand-ins',
    words: 'hand in, homework, collect, 交作业, jiaozuoye, 收作业, shouzuoye',
  }),
  files('#/hand-ins', {
    action: 'new-hand-in',
    codes: ['files_collect'],
    chinese: '收作业',
    pinyin: 'shou zuo ye',
    english: 'New hand-in',
    words: 'collect, 布置, buzhi',
  }),
  files('#/bin', {
    codes: ['files_remove'],
    chinese: '回收站',
    pinyin: 'hui shou zhan',
    english: 'Bin',
    words: 'restore, deleted files, 恢复, huifu, 删除, shanchu',
  }),
  attendance('#/mine', {
    chinese: '我的考勤',
    pinyin: 'wo de kao qin',
    english: 'My attendance',
    words: 'month, children, 孩子的考勤, haizidekaoqin',
  }),
  attendance('#/mine', {
    action: 'personal-code',
    codes: ['attendance'],
    chinese: '个人码',
    pinyin: 'ge ren ma',
    english: 'Personal code for clocking in',
    words: 'QR, barcode, 二维码, erweima',
  }),
  attendance('#/mine', {
    action: 'request-correction',
    codes: ['attendance'],
    chinese: '申请补卡',
    pinyin: 'shen qing bu ka',
    english: 'Request a correction',
    words: 'forgot to clock in, 忘打卡, wangdaka',
  }),
  attendance('#/mine', {
    action: 'excuse-pupil',
    codes: ['attendance'],
    chinese: '给孩子请假',
    pinyin: 'gei hai zi qing jia',
    english: 'Report a pupil absent',
    words: 'excuse, ill, sick, 病假, bingjia, 事假, shijia',
  }),
  attendance('#/group', {
    codes: ['attendance_view', 'attendance_approve', 'message_classes'],
    chinese: '考勤记录',
    pinyin: 'kao qin ji lu',
    english: 'Attendance records',
    words: 'class, who is here, 班级考勤, banjikaoqin',
  }),
  attendance('#/corrections', {
    chinese: '补卡申请',
    pinyin: 'bu ka shen qing',
    english: 'Attendance corrections',
    words: 'forgot, approve, 审批, shenpi, 忘打卡, wangdaka',
  }),
  attendance('#/absences', {
    chinese: '请假',
    pinyin: 'qing jia',
    english: 'Absences',
    words: 'excuse, ill, sick, 病假, bingjia, 事假, shijia',
  }),
  roster('#/', {
    codes: ['roster'],
    chinese: '班级名册',
    pinyin: 'ban ji ming ce',
    english: 'Class lists',
    words: 'print, export, 打印, dayin, 导出, daochu',
  }),
  roster('#/', {
    codes: ['roster_contacts'],
    chinese: '家长电话',
    pinyin: 'jia zhang dian hua',
    english: 'Contact sheet of a class',
    words: 'phone numbers, parents, 联系方式, lianxifangshi',
  }),
  roster('#/', {
    codes: ['message_classes', 'roster_passwords'],
    chinese: '学生登录',
    pinyin: 'xue sheng deng lu',
    english: 'Pupil sign-ins',
    words:
      'first passwords, reset a pupil’s password, parent codes, 重置学生密码, chongzhixueshengmima, 家长邀请码, jiazhangyaoqingma, 家长码, jiazhangma',
  }),
]
