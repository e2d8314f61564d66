import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Globe from '@phosphor-icons/core/regular/globe.svg?react'
import Palette from '@phosphor-icons/core/regular/palette.svg?react'
import House from '@phosphor-icons/core/regular/squares-four.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import UserCircle from '@phosphor-icons/core/regular/user-circle.svg?react'
import Gear from '@phosphor-icons/core/regular/gear-six.svg?react'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { settingsPath } from '../../../../../contract/pages.ts'
import { PLACES } from './places.ts'
import type { PaletteAction } from './search.ts'
import { chooseLanguage } from '../../../core/language/choose-language.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { environment } from '../../../core/session/flow/environment.ts'
import { usePermitted } from '../../../ui/layout/Permitted.tsx'
import { applicationHome, homePath, MESSAGES_FRAGMENT } from '../../../core/session/home-path.ts'
import { PermissionContext } from '../../../core/permissions/permissions.ts'

/** The portal's own pages and actions. `onDialog` opens one of the frame's dialogs. */
export function useActions(
  user: SessionUser,
  onDialog: (dialog: 'logout' | 'messages' | 'theme') => void,
): readonly PaletteAction[] {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const navigate = useNavigate()

  const mayChooseTheme = usePermitted('desktop_theme')

  return useMemo((): PaletteAction[] => {
    const other = language === 'en' ? 'zh-CN' : 'en'
    const list: PaletteAction[] = [
      {
        id: 'desktop',
        label: t('desktop'),
        glyph: House,
        words: ['home', 'Desktop', '首页'],
        chinese: '桌面',
        pinyin: 'zhuo mian',
        run: () => void navigate(homePath(user)),
      },
      {
        id: 'messages',
        label: t('messages'),
        glyph: Bell,
        words: ['Messages', 'notices', '通知', 'tongzhi'],
        chinese: '消息',
        pinyin: 'xiao xi',
        run: () => onDialog('messages'),
      },
      {
        id: 'account',
        label: t('myAccount'),
        glyph: UserCircle,
        words: ['My account', 'password', 'devices', 'passkey', '密码', 'mima', '设备', 'shebei'],
        chinese: '我的账号',
        pinyin: 'wo de zhang hao',
        run: () => void navigate(settingsPath(user.unitType)),
      },
      {
        id: 'language',
        // In its own language, as in the other language switches.
        label: other === 'en' ? 'English' : '中文',
        glyph: Globe,
        words: ['Language', 'English', 'Chinese', '语言', 'yuyan', 'zhongwen', 'yingwen'],
        chinese: other === 'en' ? '英文' : '中文',
        pinyin: other === 'en' ? 'ying wen' : 'zhong wen',
        run: () => void chooseLanguage(other),
      },
    ]
    if (mayChooseTheme) {
      list.push({
        id: 'theme',
        label: t('theme'),
        glyph: Palette,
        words: ['Theme', 'colour', 'color', 'dark', '颜色', 'yanse', '深色', 'shense'],
        chinese: '主题',
        pinyin: 'zhu ti',
        run: () => onDialog('theme'),
      })
    }
    if (!environment().hidesLogout) {
      list.push({
        id: 'logout',
        label: t('logout'),
        glyph: SignOutIcon,
        words: ['Log out', 'Sign out', 'exit', '退出登录'],
        chinese: '退出',
        pinyin: 'tui chu',
        run: () => onDialog('logout'),
      })
    }
    return list
  }, [language, t, navigate, user, onDialog, mayChooseTheme])
}

/** Pages of the settings and of applications that the user may open. `applications`: the codes of those that the user has. */
export function usePlaces(user: SessionUser, applications: ReadonlySet<string>): readonly PaletteAction[] {
  const language = useLanguage()
  const navigate = useNavigate()
  const held = use(PermissionContext)
  return useMemo(
    () =>
      PLACES.filter(
        ({ at, codes }) =>
          (!codes || codes.some((code) => held.has(code))) &&
          (!('application' in at) || applications.has(at.application) || at.fragment.startsWith(MESSAGES_FRAGMENT)),
      ).map(({ at, chinese, pinyin, english, words = [] }): PaletteAction => {
        const path =
          'settings' in at
            ? settingsPath(user.unitType) + at.settings
            : applicationHome(user, at.application) + at.fragment
        return {
          id: `place-${path}`,
          label: language === 'en' ? english : chinese,
          glyph: Gear,
          words: [english, ...words],
          chinese,
          pinyin,
          run: () => void navigate(path),
        }
      }),
    [held, applications, language, navigate, user],
  )
}
