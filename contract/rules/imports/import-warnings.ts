import type { Text } from './import-problems.ts'

/** What is said of a row of an import that is written all the same: how a cell was understood, or that it was left out. `{name}` are parameters. */
export const importWarnings = {
  sex_skipped: { zh: '不认识性别“{value}”，未读取', en: 'The sex “{value}” was not recognised, and not read' },
  status_skipped: { zh: '不认识状态“{value}”，未读取', en: 'The status “{value}” was not recognised, and not read' },
  left_by_sheet: {
    zh: '工作表“{value}”按名称列出的是已离校（离职）的人，没有注明状态的都按已离校读取。如果不是，请增加“状态”列',
    en: 'By its name, the sheet “{value}” lists people who have left: everyone without a status is read as having left. If they have not, add a column “Status”',
  },
  suspended_by_sheet: {
    zh: '工作表“{value}”按名称列出的是休学（停学、休假）的人。系统没有这种状态，没有注明状态的都按在校（在职）读取。如果已经离校（离职），请增加“状态”列',
    en: 'By its name, the sheet “{value}” lists people who are suspended or on leave. The portal has no such status: everyone without a status is read as enrolled or employed. If they have left, add a column “Status”',
  },
  date_skipped: { zh: '日期“{value}”不完整或有误，未读取', en: '“{value}” is not a complete date, and was not read' },
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
    en: 'The number contains an identity number and is not used as a username: the portal creates one',
  },
  number_made: {
    zh: '表格没有学号，系统编了学号 {value}，也作为用户名',
    en: 'The sheet has no student number: the portal assigns {value}, which is also the username',
  },
  id_card_skipped: {
    zh: '“{value}”不是有效的身份证号（位数或校验码有误），未读取',
    en: '“{value}” is not a valid identity number (by its length or check digit), and was not read',
  },
  national_number_skipped: {
    zh: '“{value}”不是有效的全国学籍号，未读取',
    en: '“{value}” is not a valid national pupil number, and was not read',
  },
  nationality_skipped: {
    zh: '不认识国籍（地区）“{value}”，未读取',
    en: 'The country or region “{value}” was not recognised, and not read',
  },
  number_lost: {
    zh: '“{value}”在表格里已失真，未读取。请把该列设为文本后重新输入',
    en: 'The spreadsheet has lost digits of “{value}”, so it was not read. Format the column as text and enter it again',
  },
  month_skipped: {
    zh: '年月“{value}”不完整或有误，未读取',
    en: '“{value}” is not a month of a year, and was not read',
  },
  roles_several: {
    zh: '这个人有几种角色（{value}），按 {as} 导入',
    en: 'This person has several roles ({value}) and is imported as {as}',
  },
  phone_none: { zh: '“{value}”不是电话号码，未读取', en: '“{value}” is not a phone number, and was not read' },
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
    en: 'The parent with the number “{value}” has no name and is not imported. Enter the name',
  },
  guardian_relation_only: {
    zh: '“{value}”是称呼，不是姓名，这位监护人未导入。请填写姓名',
    en: '“{value}” is a relation and not a name: this parent is not imported. Enter the name',
  },
  grades_alike: {
    zh: '“{value}”按年级“{as}”读取。若是不同的年级，请用各自的全名',
    en: '“{value}” is read as the grade “{as}”. If it is a different grade, write both names in full',
  },
  grades_apart: {
    zh: '“{value}”与年级“{as}”算法不同，按另一个年级导入。若是同一个年级，请统一写法',
    en: '“{value}” is counted differently from the grade “{as}” and is imported as a separate grade. If they are the same grade, write both in the same way',
  },
  classes_alike: {
    zh: '“{value}”与班级“{as}”相似。若是同一个班，请统一写法',
    en: '“{value}” is similar to the class “{as}”. If they are the same class, write both in the same way',
  },
} satisfies Readonly<Record<string, Text>>

export type ImportWarning = keyof typeof importWarnings

export function isImportWarning(code: string): code is ImportWarning {
  return Object.hasOwn(importWarnings, code)
}
