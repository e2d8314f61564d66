/** A message in both languages. `{name}` are parameters. */
export interface Text {
  readonly zh: string
  readonly en: string
}

/** What may be wrong with a row of an import: its message, and what to do. */
export const importProblems = {
  name_missing: { zh: '没有姓名。请填写', en: 'The name is missing. Enter it' },
  number_missing: {
    zh: '没有学号、工号或用户名。请填写其中一个',
    en: 'There is no number and no username. Enter one',
  },
  class_missing: { zh: '没有班级。请填写年级和班级', en: 'The class is missing. Enter grade and class' },
  class_unknown: {
    zh: '没有班级“{class}”。请填写年级，或先建立这个班级',
    en: 'There is no class “{class}”. Enter its grade, or create the class first',
  },
  class_ambiguous: {
    zh: '有几个班级叫“{class}”。请填写校区',
    en: 'Several classes are called “{class}”. Enter the campus',
  },
  grade_ambiguous: {
    zh: '年级“{value}”可能是 {among}。请写成其中一个的全名',
    en: 'The grade “{value}” could be {among}. Write one of these names in full',
  },
  grade_differs: {
    zh: '班级“{value}”不在年级“{grade}”里。请检查年级和班级',
    en: 'The class “{value}” is not in the grade “{grade}”. Check grade and class',
  },
  grade_missing: { zh: '没有年级。请填写', en: 'The grade is missing. Enter it' },
  type_missing: {
    zh: '没有人员类型。请填写学生、教师、家长或职工',
    en: 'The type is missing. Enter student, teacher, parent or staff',
  },
  type_unknown: {
    zh: '不认识人员类型“{value}”。请填写学生、教师、家长或职工',
    en: 'The type “{value}” is unknown. Enter student, teacher, parent or staff',
  },
  state_missing: {
    zh: '工作表“{sheet}”按名称列出的人，有的已离校（离职），有的还在，这一行没有注明是哪一种。请增加“状态”列，填写休学、退学、在校等',
    en: 'By its name, the sheet “{sheet}” lists people of whom some have left and some have not, and this row does not say which. Add a column “Status”, and enter for example suspended, withdrawn or enrolled',
  },
  bad_date: { zh: '日期“{value}”有误。请写成 2016-09-01', en: '“{value}” is not a date. Write it as 2016-09-01' },
  day_impossible: {
    zh: '{cell}：日期“{value}”在将来，或太早。请改正',
    en: '{cell}: the date “{value}” is in the future, or too long ago. Correct it',
  },
  number_broken: {
    zh: '{cell}：“{value}”不是学号或工号。请把该列设为文本后重新输入',
    en: '{cell}: “{value}” is not the number of a pupil or a member of staff. Format the column as text and enter it again',
  },
  bad_email: { zh: '邮箱“{value}”有误。请检查', en: '“{value}” is not an email address. Check it' },
  too_long: { zh: '内容超过 {most} 个字符。请缩短', en: 'This is longer than {most} characters. Shorten it' },
  bad_text: {
    zh: '内容有不可见的控制字符。请删除后重新输入',
    en: 'This has invisible control characters. Enter it again',
  },
  long_number: {
    zh: '超过 15 位的数字在表格里已失真。请把该列设为文本后重新输入',
    en: 'A number of more than 15 digits was lost by the spreadsheet. Format the column as text and enter it again',
  },
  exponent: {
    zh: '{cell}：表格把号码存成了“{value}”，后面的数字已丢失。请把该列设为文本后重新输入',
    en: '{cell}: the spreadsheet has stored “{value}” and lost the other digits. Format the column as text and enter it again',
  },
  error_value: {
    zh: '{cell}：单元格是错误值“{value}”。请在表格里改正后重新导入',
    en: '{cell}: the cell has the error value “{value}”. Correct it in the spreadsheet and import again',
  },
  formula_empty: {
    zh: '{cell}：公式还没有计算结果。请用 Excel 或 WPS 打开并保存，或改为填写数值',
    en: '{cell}: the formula has no result yet. Open and save the file in Excel or WPS, or enter the value itself',
  },
  format_unknown: {
    zh: '{cell}：无法确定“{value}”在表格里显示成什么。请把该列设为文本后重新输入',
    en: '{cell}: it is unclear how the spreadsheet shows “{value}”. Format the column as text and enter it again',
  },
  date_cell: {
    zh: '{cell}：表格把内容变成了日期“{value}”。请把该列设为文本后重新输入',
    en: '{cell}: the spreadsheet has turned it into the date “{value}”. Format the column as text and enter it again',
  },
  duplicate: { zh: '与第 {row} 行重复。请删除其中一行', en: 'This is the same as row {row}. Remove one of them' },
  other_type: {
    zh: '这个号码属于另一种类型的人员“{name}”。请检查类型或号码',
    en: 'This number belongs to “{name}”, who is of another type. Check type and number',
  },
  id_card_taken: {
    zh: '身份证号已属于“{name}”。请检查',
    en: 'This identity number belongs to “{name}”. Check it',
  },
  number_taken: { zh: '号码已属于“{name}”。请检查', en: 'This number belongs to “{name}”. Check it' },
  bad_login: {
    zh: '用户名“{value}”有误。只能用字母、数字、汉字和 . _ @ -',
    en: 'The username “{value}” may have letters, digits and . _ @ - only. Correct it',
  },
  login_taken: { zh: '用户名“{login}”已被使用。请另填一个', en: 'The username “{login}” is taken. Enter another' },
  login_missing: {
    zh: '没有用户名。请填写用户名或手机号',
    en: 'The username is missing. Enter it, or a mobile number',
  },
  own_account: {
    zh: '这一行会停用你自己的账号。请删除这一行，或请另一位管理员导入',
    en: 'This row would close your own account. Remove it, or let another administrator import it',
  },
  teacher_unknown: {
    zh: '没有工号或姓名为“{value}”的教师，或有几位同名。请填写工号',
    en: 'There is no teacher with the number or name “{value}”, or several have the name. Enter the number',
  },
  parent_unknown: {
    zh: '没有用户名为“{value}”的家长账号。请检查',
    en: 'There is no parent account “{value}”. Check it',
  },
  enrolment_class_unknown: {
    zh: 'enrollments.csv 第 {row} 行的 classSourcedId“{value}”不是任何班级。请改正，或在 classes.csv 里加上这个班级',
    en: 'The classSourcedId “{value}” in row {row} of enrollments.csv does not belong to any class. Correct it, or add the class to classes.csv',
  },
  enrolment_user_unknown: {
    zh: 'enrollments.csv 的 userSourcedId“{value}”不是任何人员。请改正，或在 users.csv 里加上这个人',
    en: 'The userSourcedId “{value}” in enrollments.csv does not belong to anyone. Correct it, or add the person to users.csv',
  },
  enrolment_role_unknown: {
    zh: 'enrollments.csv 的 role“{value}”不是 student、teacher、administrator 或 proctor。请改正',
    en: 'The role “{value}” in enrollments.csv is not student, teacher, administrator or proctor. Correct it',
  },
  given_name_missing: { zh: 'givenName 是空的。请填写名字', en: 'The givenName is blank. Enter it' },
  flag_unknown: { zh: '“{value}”不是 true 或 false。请改正', en: '“{value}” is neither true nor false. Correct it' },
  parent_linked: {
    zh: '家长账号“{value}”已关联另一位教师。请检查',
    en: 'The parent account “{value}” is linked with another teacher. Check it',
  },
  link_administrator: {
    zh: '只有管理员可以用导入关联家长账号。请清空这一格；本人也可以在“我的账号”里自己关联',
    en: 'Only an administrator can link a parent account with an import. Empty this cell; the person can also do it under “My account”',
  },
  out_of_reach: {
    zh: '“{value}”的账号有你没有的权限，不能由你修改。请去掉这一行，或请管理员导入',
    en: 'The account of “{value}” has permissions that you do not have, so you cannot change it. Leave this row out, or ask an administrator to import it',
  },
  own_guardian: {
    zh: '不能把自己的家长账号加给学生。请去掉这位监护人，或请系统管理员导入',
    en: 'You cannot add your own parent account to a pupil. Leave this parent out, or ask an administrator to import it',
  },
  header_unknown: {
    zh: '工作表“{sheet}”没有能识别的列名。请指定各列的含义',
    en: 'No column of the sheet “{sheet}” was recognised. Choose what each column is',
  },
} satisfies Readonly<Record<string, Text>>

export type ImportProblem = keyof typeof importProblems

export function isImportProblem(code: string): code is ImportProblem {
  return Object.hasOwn(importProblems, code)
}

/** The text of a problem or warning in a language, with its parameters. */
export function remarkText(text: Text, params: Readonly<Record<string, string>>, language: 'zh' | 'en'): string {
  return text[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
