import type { GroupCode } from '../../../contract/endpoints/desktop/desktop.ts'
import type { UserType } from '../../../contract/endpoint.ts'
import { type CatalogueCode, iconAddress } from '../../modules/tenants/art/icon-catalogue.ts'

export interface DemoApplication {
  readonly code: string
  readonly name: string
  readonly englishName: string
  readonly shortName: string
  readonly englishShortName: string
  /** Null for a module that only sends messages. */
  readonly groupCode: GroupCode | null
  readonly menuRoute: string
  readonly serverId: string
  readonly userTypes: readonly UserType[]
  readonly updateStatus: number
  readonly iconPath: string
}

type Names = readonly [name: string, englishName: string, shortName: string, englishShortName: string]

const COMMON = 'ZDYYYFL-CYYY'
const OFFICE = 'ZDYYYFL-XZBG'
const TEACHING = 'ZDYYYFL-JWGL'
const DATA = 'ZDYYYFL-SJZX'
const STAFF = 'ZDYYYFL-JZGGL'
const SCHOOL_INFORMATION = 'ZDYYYFL-ZZXX'
const RESEARCH = 'ZDYYYFL-JYKY'
const GROWTH = 'ZDYYYFL-XSCZ'
const LOGISTICS = 'ZDYYYFL-ZWHQ'

export const everybody: readonly UserType[] = [1, 2, 3, 4]
export const employees: readonly UserType[] = [2, 4]

function module(
  code: CatalogueCode,
  groupCode: GroupCode,
  userTypes: readonly UserType[],
  [name, englishName, shortName, englishShortName]: Names,
  extra: Partial<Pick<DemoApplication, 'serverId' | 'updateStatus' | 'menuRoute'>> = {},
) {
  return {
    code,
    name,
    englishName,
    shortName,
    englishShortName,
    groupCode,
    menuRoute: '',
    serverId: 'base',
    userTypes,
    updateStatus: 1,
    iconPath: iconAddress(code),
    ...extra,
  } satisfies DemoApplication
}

/** A public resource on another site, opened in a new window. */
function site(
  code: CatalogueCode,
  groupCode: GroupCode,
  userTypes: readonly UserType[],
  address: string,
  names: Names,
) {
  return module(code, groupCode, userTypes, names, { menuRoute: address })
}

const files = module('files', COMMON, everybody, ['文件', 'Files', '文件', 'Files'])

/** Notices have no icon: they are messages. */
const notice: DemoApplication = {
  ...files,
  code: 'notice',
  name: '通知公告',
  englishName: 'Notices',
  shortName: '通知',
  englishShortName: 'Notices',
  groupCode: null,
  iconPath: '',
}

export const schoolApplications: readonly DemoApplication[] = [
  notice,
  files,
  site('smart-schools', COMMON, everybody, 'https://basic.smartedu.cn', [
    '国家中小学智慧教育平台',
    'Smart Education of China: Schools',
    '中小学智慧教育',
    'Smart Schools',
  ]),
  site('smart-education', COMMON, employees, 'https://www.smartedu.cn', [
    '国家智慧教育公共服务平台',
    'Smart Education of China',
    '智慧教育平台',
    'Smart Education',
  ]),
  site('national-library', COMMON, everybody, 'https://www.nlc.cn', [
    '中国国家图书馆',
    'National Library of China',
    '国家图书馆',
    'National Library',
  ]),
  module('attendance', COMMON, everybody, ['考勤', 'Attendance', '考勤', 'Attendance']),
  site('education-ministry', OFFICE, employees, 'https://www.moe.gov.cn', [
    '中华人民共和国教育部',
    'Ministry of Education',
    '教育部',
    'Education Ministry',
  ]),
  site('government-services', OFFICE, [3, 4], 'https://gjzwfw.www.gov.cn', [
    '国家政务服务平台',
    'National Government Services',
    '政务服务',
    'Gov Services',
  ]),
  site('education-exams', TEACHING, everybody, 'https://www.neea.edu.cn', [
    '中国教育考试网',
    'National Education Examinations',
    '教育考试网',
    'Exams',
  ]),
  site('chsi', TEACHING, [2, 3, 4], 'https://www.chsi.com.cn', [
    '学信网',
    'China Higher-education Student Information',
    '学信网',
    'CHSI',
  ]),
  site('gaokao', TEACHING, [2, 3], 'https://gaokao.chsi.com.cn', [
    '阳光高考信息平台',
    'College Admission Information',
    '阳光高考',
    'Admissions',
  ]),
  module('classroom', TEACHING, [1, 2], ['课堂互动', 'Interactive Classroom', '课堂互动', 'Classroom'], {
    serverId: 'classroom',
    updateStatus: 0,
  }),
  site('statistics', DATA, [4], 'https://www.stats.gov.cn', [
    '国家统计局',
    'National Bureau of Statistics',
    '国家统计局',
    'Statistics',
  ]),
  site('teacher-certificate', STAFF, employees, 'https://www.jszg.edu.cn', [
    '中国教师资格网',
    'Teacher Certification of China',
    '教师资格网',
    'Certification',
  ]),
  site('education-news', SCHOOL_INFORMATION, [2, 3, 4], 'https://www.edu.cn', [
    '中国教育和科研计算机网',
    'China Education and Research Network',
    '教育网资讯',
    'CERNET News',
  ]),
  site('peoples-education-press', RESEARCH, [1, 2], 'https://www.pep.com.cn', [
    '人民教育出版社',
    "People's Education Press",
    '人教社',
    'PEP',
  ]),
  site('cnki', RESEARCH, employees, 'https://www.cnki.net', [
    '中国知网',
    'China National Knowledge Infrastructure',
    '中国知网',
    'CNKI',
  ]),
  site('geogebra', RESEARCH, [1, 2], 'https://www.geogebra.org', [
    'GeoGebra 动态数学',
    'GeoGebra',
    '动态数学',
    'GeoGebra',
  ]),
  site('phet', RESEARCH, [1, 2], 'https://phet.colorado.edu', [
    'PhET 互动仿真实验',
    'PhET Interactive Simulations',
    '仿真实验',
    'PhET',
  ]),
  site('scratch', GROWTH, [1, 2, 3], 'https://scratch.mit.edu', ['Scratch 创意编程', 'Scratch', '创意编程', 'Scratch']),
  site('popular-science', GROWTH, [1, 2, 3], 'https://www.kepuchina.cn', [
    '科普中国',
    'Science Popularization China',
    '科普中国',
    'Science for All',
  ]),
  site('science-museum', GROWTH, [1, 2, 3], 'https://www.cstm.org.cn', [
    '中国科学技术馆',
    'China Science and Technology Museum',
    '中国科技馆',
    'Science Museum',
  ]),
  site('palace-museum', GROWTH, [1, 2, 3], 'https://www.dpm.org.cn', [
    '故宫博物院',
    'The Palace Museum',
    '故宫博物院',
    'Palace Museum',
  ]),
  site('national-museum', GROWTH, [1, 3], 'https://www.chnmuseum.cn', [
    '中国国家博物馆',
    'National Museum of China',
    '国家博物馆',
    'National Museum',
  ]),
  site('dunhuang', GROWTH, [1], 'https://www.e-dunhuang.com', ['数字敦煌', 'Digital Dunhuang', '数字敦煌', 'Dunhuang']),
  module('evaluation', GROWTH, [1, 2, 3], ['综合素质评价', 'Student Evaluation', '素质评价', 'Evaluation'], {
    serverId: 'evaluation',
  }),
  module('school-bus', LOGISTICS, [2, 3, 4], ['校车管理', 'School Bus', '校车管理', 'School Bus'], {
    serverId: 'school-bus',
  }),
  site('weather', LOGISTICS, [2, 3, 4], 'https://www.weather.com.cn', [
    '中国天气网',
    'Weather China',
    '天气',
    'Weather',
  ]),
  site('railway', LOGISTICS, [4], 'https://www.12306.cn', ['铁路12306', 'China Railway 12306', '铁路12306', 'Railway']),
  site('fire-safety', LOGISTICS, [4], 'https://www.119.gov.cn', [
    '国家消防救援局',
    'National Fire and Rescue Administration',
    '消防安全',
    'Fire Safety',
  ]),
]

const areaCodes: ReadonlySet<string> = new Set([
  'notice',
  'files',
  'attendance',
  'smart-schools',
  'smart-education',
  'education-ministry',
  'government-services',
  'education-exams',
  'chsi',
  'statistics',
  'teacher-certificate',
  'education-news',
  'cnki',
  'national-library',
  'weather',
  'railway',
  'fire-safety',
])

/** The office's share of the schools' list, and its own supervision module, whose licence has expired. */
export const areaApplications: readonly DemoApplication[] = [
  ...schoolApplications.filter((application) => areaCodes.has(application.code)),
  module('supervision', OFFICE, [4], ['教育督导', 'School Inspection', '教育督导', 'Inspection'], {
    serverId: 'supervision',
  }),
  module('survey', DATA, [4], ['数据填报', 'Data Collection', '数据填报', 'Data Collection'], {
    serverId: 'survey',
    updateStatus: 0,
  }),
]
