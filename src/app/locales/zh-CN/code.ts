/** The second step at the login; comes with its field. */
const code = {
  code: '验证码',
  hint: '打开手机上的验证器应用，输入它显示的 6 位数字',
  recoveryCode: '恢复码',
  recoveryHint: '输入你保存的一个恢复码，每个只能用一次',
  toRecovery: '改用恢复码',
  toCode: '改用验证码',
  back: '返回',
  empty: '验证码不能为空',
  recoveryEmpty: '恢复码不能为空',
}

export type CodeTexts = typeof code
export default code
