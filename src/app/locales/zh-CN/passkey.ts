/** Texts of the login for a failed sign-in by passkey. */
const passkey = {
  cancelled: '没有登录：通行密钥的窗口被关闭，或等待太久。可以再试一次，或用用户名和密码登录',
  address: '这个网址不能使用通行密钥，请用用户名和密码登录',
  exists: '这台设备上已经有这个账号的通行密钥',
  device: '这台设备现在不能使用通行密钥，请用用户名和密码登录',
}

export type PasskeyTexts = typeof passkey
export default passkey
