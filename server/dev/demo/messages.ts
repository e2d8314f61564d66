import type { UserType } from '../../../contract/endpoint.ts'
import { employees, everybody } from './applications.ts'

/** A message to all users of the given types. */
export interface DemoMessage {
  readonly module: string
  readonly text: string
  /** 1 lowest to 5 highest. */
  readonly importance: 1 | 2 | 3 | 4 | 5
  readonly hoursAgo: number
  readonly to: readonly UserType[]
  readonly url?: string
  /** Opens the module-expiry dialog with the unit's licences. */
  readonly listsLicences?: true
  /** Already read by all recipients. */
  readonly read?: true
  /** Of `to`, only the pupils of this class (counted from 0) and their parents, to whom it is about their child. */
  readonly ofClass?: number
}

/** A to-do of all users of the given types. */
export interface DemoTodo {
  readonly module: string
  readonly title: string
  readonly hoursAgo: number
  readonly to: readonly UserType[]
  readonly url?: string
  /** As in a message. */
  readonly ofClass?: number
}

const filesForStaff = '/pages/files/pc_files_tm/index.html'
const filesForFamilies = '/pages/files/pc_files_spm/index.html'
const filesForArea = '/area/files/pc_files_tm/index.html'
const smartSchools = 'https://basic.smartedu.cn'

export const schoolMessages: readonly DemoMessage[] = [
  {
    module: 'notice',
    text: '【紧急】受强降雨影响，明天下午放学提前到15:00，请同学们按时离校，家长按时接送。',
    importance: 5,
    hoursAgo: 1,
    to: everybody,
    url: 'https://www.weather.com.cn',
  },
  {
    module: 'notice',
    text: '有功能模块已到期或即将到期，请查看并联系管理员。',
    importance: 4,
    hoursAgo: 3,
    to: employees,
    listsLicences: true,
  },
  {
    module: 'files',
    text: '请各班主任在本周五前，把期中考试质量分析上传到“文件”。',
    importance: 3,
    hoursAgo: 6,
    to: employees,
    url: filesForStaff,
  },
  {
    module: 'notice',
    text: '本周教研组会议改在图书馆二楼报告厅，周三16:10开始。',
    importance: 2,
    hoursAgo: 26,
    to: employees,
  },
  {
    module: 'notice',
    text: '家长开放日定于下周四上午，请提前从南门登记入校。',
    importance: 4,
    hoursAgo: 5,
    to: [1, 3],
  },
  {
    module: 'files',
    text: '秋季研学活动的照片征集开始了，请把照片上传到“文件”，每人不超过20张。',
    importance: 3,
    hoursAgo: 20,
    to: [1, 3],
    url: filesForFamilies,
  },
  {
    module: 'smart-schools',
    text: '建议在国家中小学智慧教育平台预习下周的语文和数学课程。',
    importance: 2,
    hoursAgo: 28,
    to: [1, 3],
    url: smartSchools,
  },
  {
    module: 'smart-schools',
    text: '国家中小学智慧教育平台的教师研修学习，请在月底前完成。',
    importance: 3,
    hoursAgo: 30,
    to: [2],
    url: smartSchools,
  },
  {
    module: 'notice',
    text: '周四全班参观科技馆，请穿校服，自带饮水，7:40在教室集合。',
    importance: 3,
    hoursAgo: 8,
    to: [1, 3],
    ofClass: 0,
  },
  {
    module: 'notice',
    text: '视力复查结果已出，请带孩子到医务室领取通知单。',
    importance: 2,
    hoursAgo: 31,
    to: [3],
    ofClass: 0,
  },
  {
    module: 'notice',
    text: '周五15:30在教室召开期中家长会，请准时参加。',
    importance: 4,
    hoursAgo: 4,
    to: [3],
    ofClass: 3,
  },
  {
    module: 'files',
    text: '数学单元练习的订正稿请在周日前上传到“文件”。',
    importance: 3,
    hoursAgo: 22,
    to: [1, 3],
    url: filesForFamilies,
    ofClass: 3,
  },
  { module: 'notice', text: '图书馆本月新到图书320册，欢迎借阅。', importance: 1, hoursAgo: 49, to: everybody },
  {
    module: 'notice',
    text: '校园广播站招募小主播，四年级以上的同学都可以报名。',
    importance: 1,
    hoursAgo: 120,
    to: [1, 3],
    read: true,
  },
  {
    module: 'notice',
    text: '第十周教学常规检查结果已公布，感谢各位老师的配合。',
    importance: 2,
    hoursAgo: 150,
    to: employees,
    read: true,
  },
]

export const areaMessages: readonly DemoMessage[] = [
  {
    module: 'notice',
    text: '【紧急】气象台发布暴雨橙色预警，请各校立即检查校舍和校车安全，18:00前报送情况。',
    importance: 5,
    hoursAgo: 1,
    to: [4],
    url: 'https://www.weather.com.cn',
  },
  {
    module: 'notice',
    text: '有功能模块已到期或即将到期，请查看并联系管理员。',
    importance: 4,
    hoursAgo: 4,
    to: [4],
    listsLicences: true,
  },
  {
    module: 'files',
    text: '请各科室把第四季度工作计划上传到“文件”，周五前汇总。',
    importance: 3,
    hoursAgo: 8,
    to: [4],
    url: filesForArea,
  },
  {
    module: 'teacher-certificate',
    text: '今年的教师资格定期注册即将开始，请核对所辖学校的人员名单。',
    importance: 2,
    hoursAgo: 30,
    to: [4],
    url: 'https://www.jszg.edu.cn',
  },
  { module: 'notice', text: '机关食堂下周起调整早餐供应时间为7:20至8:30。', importance: 1, hoursAgo: 52, to: [4] },
  {
    module: 'notice',
    text: '春江区中小学运动会圆满结束，河畔实验学校获团体总分第一名。',
    importance: 1,
    hoursAgo: 140,
    to: [4],
    read: true,
  },
]

export const schoolTodos: readonly DemoTodo[] = [
  { module: 'files', title: '上传第十二周教案', hoursAgo: 2, to: [2], url: filesForStaff },
  { module: 'files', title: '填写期中考试质量分析', hoursAgo: 7, to: [2], url: filesForStaff },
  {
    module: 'smart-schools',
    title: '完成国家中小学智慧教育平台的教师研修学习',
    hoursAgo: 30,
    to: [2],
    url: smartSchools,
  },
  { module: 'notice', title: '核对本班学生的家庭住址和联系电话', hoursAgo: 31, to: [2] },
  {
    module: 'teacher-certificate',
    title: '查看教师资格定期注册的要求',
    hoursAgo: 52,
    to: [2],
    url: 'https://www.jszg.edu.cn',
  },
  { module: 'notice', title: '确认家长开放日的接待分工', hoursAgo: 55, to: [2] },
  { module: 'notice', title: '申报下学期的选修课程', hoursAgo: 76, to: [2] },
  { module: 'files', title: '把校舍安全检查记录归档到“文件”', hoursAgo: 3, to: [4], url: filesForStaff },
  { module: 'fire-safety', title: '安排本月的消防疏散演练', hoursAgo: 9, to: [4], url: 'https://www.119.gov.cn' },
  { module: 'notice', title: '核对新学期的教材征订数量', hoursAgo: 27, to: [4] },
  { module: 'railway', title: '预订研学带队老师的往返车票', hoursAgo: 33, to: [4], url: 'https://www.12306.cn' },
  { module: 'notice', title: '更新门卫值班表', hoursAgo: 57, to: [4] },
  { module: 'files', title: '上传综合实践活动的照片', hoursAgo: 4, to: [1], url: filesForFamilies },
  { module: 'smart-schools', title: '预习下周的数学课程', hoursAgo: 28, to: [1], url: smartSchools },
  { module: 'scratch', title: '完成编程社团的迷宫作品', hoursAgo: 50, to: [1], url: 'https://scratch.mit.edu' },
  { module: 'notice', title: '选择下学期的兴趣小组', hoursAgo: 73, to: [1] },
  { module: 'notice', title: '确认是否参加家长开放日', hoursAgo: 5, to: [3] },
  { module: 'files', title: '上传学生的疫苗接种证明', hoursAgo: 25, to: [3], url: filesForFamilies },
  { module: 'notice', title: '阅读并确认秋季研学安全须知', hoursAgo: 47, to: [3] },
  { module: 'notice', title: '签署科技馆参观同意书', hoursAgo: 8, to: [3], ofClass: 0 },
  { module: 'notice', title: '选择下个月的午餐', hoursAgo: 32, to: [3], ofClass: 0 },
  { module: 'notice', title: '回复是否参加期中家长会', hoursAgo: 4, to: [3], ofClass: 3 },
  { module: 'files', title: '上传体质健康测试的家长签字页', hoursAgo: 26, to: [3], url: filesForFamilies, ofClass: 3 },
  { module: 'smart-schools', title: '和孩子一起观看家庭教育公开课', hoursAgo: 70, to: [3], url: smartSchools },
]

export const areaTodos: readonly DemoTodo[] = [
  { module: 'files', title: '汇总各科室第四季度工作计划', hoursAgo: 3, to: [4], url: filesForArea },
  { module: 'notice', title: '审核河畔实验学校的校历调整申请', hoursAgo: 10, to: [4] },
  { module: 'notice', title: '审核银杏中学的教师交流名单', hoursAgo: 24, to: [4] },
  { module: 'statistics', title: '核对教育事业统计年报数据', hoursAgo: 29, to: [4], url: 'https://www.stats.gov.cn' },
  { module: 'fire-safety', title: '汇总各校的消防演练情况', hoursAgo: 54, to: [4], url: 'https://www.119.gov.cn' },
]
