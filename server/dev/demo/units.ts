import type { decorationSet, SignInMethods } from '../../../contract/endpoints/tenant.ts'
import type * as z from 'zod/mini'
import { areaApplications, type DemoApplication, schoolApplications } from './applications.ts'
import { areaMessages, areaTodos, type DemoMessage, type DemoTodo, schoolMessages, schoolTodos } from './messages.ts'
import type { NameKind, PersonName } from './names.ts'
import { areaPermissions, type DemoPermission, schoolPermissions } from './permissions.ts'

export const DEMO_TIME_ZONE = 'Asia/Shanghai'

export type Bilingual = readonly [chinese: string, english: string]

/** A person with a documented login name. */
export interface KnownPerson extends PersonName {
  readonly kind: NameKind
  /** Under `.test`, which has no mail (RFC 2606). */
  readonly email?: string
}

export interface DemoClass {
  readonly grade: Bilingual
  readonly name: Bilingual
  /** Index of the unit's campus. */
  readonly campus: number
  /** Whether its pupils are old enough to have accounts. */
  readonly accounts: boolean
}

interface DemoLicence {
  readonly serverId: string
  readonly name: Bilingual
  /** Days from the day of the seed; negative when expired. */
  readonly daysLeft: number
}

/** A school's people besides its employees. */
export interface DemoPupils {
  readonly classes: readonly DemoClass[]
  readonly classSize: number
  readonly teachers: number
  readonly teacher: KnownPerson
  /** The teacher's children: one in the first class, one (who is the account `student`) in the last. */
  readonly children: readonly [KnownPerson, KnownPerson]
}

/** The seed's description of a unit. */
export interface DemoUnit {
  readonly hosts: readonly string[]
  readonly name: Bilingual
  readonly unitType: '1' | '2'
  readonly themeColor: string
  readonly principal: string
  readonly campuses: readonly Bilingual[]
  readonly logo: string
  readonly footer: string
  readonly link: string | null
  /** The picture beside the login form. */
  readonly theme?: 'lotus' | 'ink'
  readonly helpCenterUrl?: string
  /** The entries in public registers that the footer shows. */
  readonly filings: NonNullable<NonNullable<z.infer<typeof decorationSet>['footerMsg']>['baList']>
  readonly signInWays: SignInMethods
  /** The bell shows a dot instead of a count. */
  readonly messageDot?: true
  /** Seed of the names. */
  readonly nameSeed: number
  readonly admin: KnownPerson
  readonly staff: KnownPerson
  readonly employees: number
  readonly pupils: DemoPupils | null
  readonly applications: readonly DemoApplication[]
  readonly licences: readonly DemoLicence[]
  readonly permissions: readonly DemoPermission[]
  readonly messages: readonly DemoMessage[]
  readonly todos: readonly DemoTodo[]
  /** Weeks of past attendance. */
  readonly attendanceWeeks: number
  /** Runs under another operator's brand. */
  readonly oam: boolean
}

const schoolLicences: readonly DemoLicence[] = [
  { serverId: 'base', name: ['基础平台', 'Portal'], daysLeft: 1095 },
  { serverId: 'storage', name: ['文件存储', 'File Storage'], daysLeft: 60 },
  { serverId: 'evaluation', name: ['综合素质评价', 'Student Evaluation'], daysLeft: -18 },
  { serverId: 'school-bus', name: ['校车管理', 'School Bus'], daysLeft: -40 },
]

const schoolContent = {
  applications: schoolApplications,
  licences: schoolLicences,
  permissions: schoolPermissions,
  messages: schoolMessages,
  todos: schoolTodos,
}

/** The entry in the ministry's filing register, with an obviously fictional number. */
const filing = { baContent: '春ICP备00000000号（演示）', baUrl: 'https://beian.miit.gov.cn', showImg: false }
/** The same for the police register, with a picture. */
const policeFiling = {
  baContent: '春公网安备 00000000000000号（演示）',
  baUrl: 'https://beian.mps.gov.cn',
  baImg: '/icons/filing.svg',
  showImg: true,
}

function twoClasses(shared: Omit<DemoClass, 'name'>): DemoClass[] {
  return [1, 2].map((number) => ({ ...shared, name: [`${number}班`, `Class ${number}`] }))
}

const riverside: DemoUnit = {
  hosts: ['localhost', '127.0.0.1', 'riverside.localhost'],
  name: ['河畔实验学校', 'Riverside School'],
  unitType: '2',
  themeColor: '#457CD6',
  principal: '沈清妍',
  campuses: [
    ['河东校区', 'East Bank Campus'],
    ['河西校区', 'West Bank Campus'],
  ],
  logo: 'riverside',
  footer: '河畔实验学校信息中心 · Riverside School IT Office',
  link: 'https://basic.smartedu.cn',
  filings: [filing, policeFiling],
  signInWays: { accessToken: true, userClient: true },
  nameSeed: 20_260_901,
  admin: { kind: 'man', chinese: '周明远', pinyin: 'Zhou Mingyuan' },
  staff: { kind: 'woman', chinese: '陈佩珊', pinyin: 'Chen Peishan' },
  employees: 10,
  pupils: {
    classes: [
      ...twoClasses({ grade: ['四年级', 'Grade 4'], campus: 0, accounts: false }),
      ...twoClasses({ grade: ['七年级', 'Grade 7'], campus: 1, accounts: true }),
    ],
    classSize: 32,
    teachers: 24,
    teacher: { kind: 'man', chinese: '林致远', pinyin: 'Lin Zhiyuan', email: 'lin.zhiyuan@riverside.test' },
    children: [
      { kind: 'girl', chinese: '林溪', pinyin: 'Lin Xi' },
      { kind: 'boy', chinese: '林川', pinyin: 'Lin Chuan' },
    ],
  },
  ...schoolContent,
  attendanceWeeks: 3,
  oam: false,
}

const ginkgo: DemoUnit = {
  hosts: ['ginkgo.localhost'],
  name: ['银杏中学', 'Ginkgo Middle School'],
  unitType: '2',
  themeColor: '#2F8A5F',
  principal: '贺知行',
  messageDot: true,
  campuses: [['主校区', 'Main Campus']],
  logo: 'ginkgo',
  footer: '银杏中学 · Ginkgo Middle School',
  link: null,
  theme: 'lotus',
  helpCenterUrl: 'https://basic.smartedu.cn/',
  filings: [filing],
  signInWays: {},
  nameSeed: 19_580_410,
  admin: { kind: 'man', chinese: '高立新', pinyin: 'Gao Lixin' },
  staff: { kind: 'woman', chinese: '何丽华', pinyin: 'He Lihua' },
  employees: 8,
  pupils: {
    classes: [
      ...twoClasses({ grade: ['七年级', 'Grade 7'], campus: 0, accounts: true }),
      ...twoClasses({ grade: ['八年级', 'Grade 8'], campus: 0, accounts: true }),
    ],
    classSize: 28,
    teachers: 20,
    teacher: { kind: 'woman', chinese: '苏文静', pinyin: 'Su Wenjing' },
    children: [
      { kind: 'girl', chinese: '顾念慈', pinyin: 'Gu Nianci' },
      { kind: 'boy', chinese: '顾屹川', pinyin: 'Gu Yichuan' },
    ],
  },
  ...schoolContent,
  attendanceWeeks: 0,
  oam: true,
}

const area: DemoUnit = {
  hosts: ['area.localhost'],
  name: ['春江区教育局', 'Chunjiang District Education Office'],
  unitType: '1',
  themeColor: '#B4504A',
  principal: '江克俭',
  campuses: [['机关办公区', 'Office Building']],
  logo: 'chunjiang',
  footer: '春江区教育局 · Chunjiang District Education Office',
  link: 'https://www.moe.gov.cn',
  theme: 'ink',
  helpCenterUrl: 'https://www.moe.gov.cn/',
  filings: [policeFiling],
  signInWays: {},
  nameSeed: 20_010_318,
  admin: { kind: 'man', chinese: '唐卫东', pinyin: 'Tang Weidong' },
  staff: { kind: 'woman', chinese: '叶琳', pinyin: 'Ye Lin' },
  employees: 26,
  pupils: null,
  applications: areaApplications,
  licences: [
    { serverId: 'base', name: ['基础平台', 'Portal'], daysLeft: 1095 },
    { serverId: 'storage', name: ['文件存储', 'File Storage'], daysLeft: 75 },
    { serverId: 'supervision', name: ['教育督导', 'School Inspection'], daysLeft: -25 },
  ],
  permissions: areaPermissions,
  messages: areaMessages,
  todos: areaTodos,
  attendanceWeeks: 2,
  oam: false,
}

export const demoUnits: readonly DemoUnit[] = [riverside, ginkgo, area]
