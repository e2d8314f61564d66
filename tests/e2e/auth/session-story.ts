import type { BrowserContext } from '@playwright/test'

/** The names of what these stories press and read. */
export const TEXTS = {
  'zh-CN': {
    login: '用户登录',
    username: '用户名',
    password: '密码',
    submit: '登录',
    logOut: '退出',
    confirm: '确定',
    noNetwork: '网络连接失败，请检查网络后重试',
    offline: /^离线/,
    newFolder: '新建文件夹',
  },
  en: {
    login: 'User login',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    logOut: 'Log out',
    confirm: 'Confirm',
    noNetwork: 'Network Error. Check the connection and try again',
    offline: /^Offline/,
    newFolder: 'New folder',
  },
} as const
export const LANGUAGES = ['zh-CN', 'en'] as const

/** The refresh token that a browser holds. */
export async function refreshTokenOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).find(({ name }) => name === 'portal_refresh')?.value ?? ''
}
