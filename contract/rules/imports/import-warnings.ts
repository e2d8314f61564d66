import type { Text } from './import-problems.ts'

/** What is said of a row of an import that is written all the same: how a cell was understood, or that it was left out. `{name}` are parameters. */
export const importWarnings = {
  sex_skipped: { zh: '不认识性别“{value}”，未读取', en: '“{value}” is no sex: it was not read' },
  status_skipped: { zh: '不认识状态“{value}”，未读取', en: '“{value}” is no status: it was not read' },
  left_by_sheet: {
    zh: '工作表“{value}”按名称列出的是已离校（离职）的人，没有注明状态的都按已离校读取。如果不是，请增加“状态”列',
    en: 'By its name, the sheet “{value}” lists people who have left: all without a state are read so. If they have not, add a column Status',
  },
  suspended_by_sheet: {
    zh: '工作表“{value}”按名称列出的是休学（停学、休假）的人。系统没有这种状态，没有注明状态的都按在校（在职）读取。如果已经离校（离职），请增加“状态”列',
    en: 'By its name, the sheet “{value}” lists people who are suspended or on leave. The portal has no such state: all without one of their own are read as being there. If they have left, add a column Status',
  },
  date_skipped: { zh: '日期“{value}”不完整或有误，未读取', en: '“{value}” is no complete date: it was not read' },
  date_order_day: {
    zh: '这一列的日期（如“{value}”）按先日后月读取。如果是先月后日，请写成 2016-09-03 这样再导入',
    en: 'The dates of this column, such as “{value}”, are read with the day before the month. If the month comes first, write them as 2016-09-03 and import again',
  },
  date_order_month: {
    zh: '这一列的日期（如“{value}”）按先月后日读取。如果是先日后月，请写成 2016-09-03 这样再导入',
    en: 'The dates of this column, such as “{value}”, are read with the month before the day. If the day comes first, write them as 2016-09-03 and import again',
  },
  relation_other: { zh: '关系“{value}”按“其他”导入', en: 'The relation “{value}” is imported as “other”' },
  login_made: {
    zh: '号码含身份证号，不作用户名；系统另起了用户名',
    en: 'The number has an identity number in it and is no username: the portal makes one',
  },
  number_made: {
    zh: '表格没有学号，系统编了学号 {value}，也作为用户名',
    en: 'The sheet has no pupil number: the portal gives {value}, which is the username too',
  },
  id_card_skipped: {
    zh: '“{value}”不是有效的身份证号（位数或校验码有误），未读取',
    en: '“{value}” is no valid identity number, by its length or its check digit: it was not read',
  },
  national_number_skipped: {
    zh: '“{value}”不是有效的全国学籍号，未读取',
    en: '“{value}” is no national pupil number: it was not read',
  },
  nationality_skipped: {
    zh: '不认识国籍（地区）“{value}”，未读取',
    en: '“{value}” is no country or region: it was not read',
  },
  number_lost: {
    zh: '“{value}”在表格里已失真，未读取。请把该列设为文本后重新输入',
    en: 'The spreadsheet has lost digits of “{value}”: it was not read. Format the column as text and enter it again',
  },
  month_skipped: { zh: '年月“{value}”不完整或有误，未读取', en: '“{value}” is no month of a year: it was not read' },
  roles_several: {
    zh: '这个人有几种角色（{value}），按 {as} 导入',
    en: 'This person has several roles ({value}) and is imported as {as}',
  },
  phone_none: { zh: '“{value}”不是电话号码，未读取', en: '“{value}” is no phone number: it was not read' },
  phone_text: {
    zh: '“{value}”不像电话号码，按原样保留',
    en: '“{value}” does not look like a phone number: it is kept as it is',
  },
  phone_more: {
    zh: '有几个号码，只保留第一个。未保留：{more}',
    en: 'There are several numbers, of which the first is kept. Not kept: {more}',
  },
  guardian_no_name: {
    zh: '监护人有号码“{value}”但没有姓名，未导入。请填写姓名',
    en: 'The guardian with the number “{value}” has no name and is not imported. Enter the name',
  },
  guardian_relation_only: {
    zh: '“{value}”是称呼，不是姓名，这位监护人未导入。请填写姓名',
    en: '“{value}” says how somebody is related and is no name: this guardian is not imported. Enter the name',
  },
  grades_alike: {
    zh: '“{value}”按年级“{as}”读取。若是不同的年级，请用各自的全名',
    en: '“{value}” is read as the grade “{as}”. If it is another grade, write both names in full',
  },
  grades_apart: {
    zh: '“{value}”与年级“{as}”算法不同，按另一个年级导入。若是同一个年级，请统一写法',
    en: '“{value}” counts otherwise than the grade “{as}” and is imported as a grade of its own. If they are one grade, write both in the same way',
  },
  classes_alike: {
    zh: '“{value}”与班级“{as}”相似。若是同一个班，请统一写法',
    en: '“{value}” is similar to the class “{as}”. If they are one class, write both in the same way',
  },
} satisfies Readonly<Record<string, Text>>

export type ImportWarning = keyof typeof importWarnings

export function isImportWarning(code: string): code is ImportWarning {
  return Object.hasOwn(importWarnings, code)
}
