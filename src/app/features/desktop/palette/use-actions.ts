import Bell from '@phosphor-icons/core/regular/bell.svg?react'
import Globe from '@phosphor-icons/core/regular/globe.svg?react'
import Palette from '@phosphor-icons/core/regular/palette.svg?react'
import House from '@phosphor-icons/core/regular/squares-four.svg?react'
import SignOutIcon from '@phosphor-icons/core/regular/sign-out.svg?react'
import UserCircle from '@phosphor-icons/core/regular/user-circle.svg?react'
import Gear from '@phosphor-icons/core/regular/gear-six.svg?react'
import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { settingsPath } from '../../../../../contract/pages.ts'
import { isFoundBy, type PlaceTools } from './place.ts'
import { PLACES } from './places.ts'
import type { PaletteAction } from './search.ts'
import { chooseLanguage } from '../../../core/language/choose-language.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { environment } from '../../../core/session/flow/environment.ts'
import { usePermitted } from '../../../ui/layout/Permitted.tsx'
import { applicationHome, homePath } from '../../../core/session/home-path.ts'
import { showAction } from '../../../core/navigation/show-action.ts'
import { EVERY_APPLICATION, permissionsQuery } from '../../../core/permissions/load-permissions.ts'
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
    const list: (PaletteAction | false)[] = [
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
      mayChooseTheme && {
        id: 'theme',
        label: t('theme'),
        glyph: Palette,
        words: ['Theme', 'colour', 'color', 'dark', '颜色', 'yanse', '深色', 'shense'],
        chinese: '主题',
        pinyin: 'zhu ti',
        run: () => onDialog('theme'),
      },
      !environment().hidesLogout && {
        id: 'logout',
        label: t('logout'),
        glyph: SignOutIcon,
        words: ['Log out', 'Sign out', 'exit', '退出登录'],
        chinese: '退出',
        pinyin: 'tui chu',
        run: () => onDialog('logout'),
      },
    ]
    return list.filter((action) => action !== false)
  }, [language, t, navigate, user, onDialog, mayChooseTheme])
}

/**
 * Pages of the settings and of applications that the user may open, and what is done there. `applications`: the codes of those that the user has; `tools`:
 * what the frame does.
 */
export function usePlaces(
  user: SessionUser,
  applications: ReadonlySet<string>,
  tools: PlaceTools,
): readonly PaletteAction[] {
  const language = useLanguage()
  const navigate = useNavigate()
  const held = useHeld()
  return useMemo(
    () =>
      PLACES.filter((place) => isFoundBy(place, { user, held, applications, tools })).map(
        ({ at, action, chinese, pinyin, english, words }): PaletteAction => ({
          id: `place-${english}`,
          label: language === 'en' ? english : chinese,
          glyph: Gear,
          words: [english, ...(words?.split(', ') ?? [])],
          chinese,
          pinyin,
          run() {
            if ('tool' in at) {
              tools[at.tool]?.()
              return
            }
            // A page outside the frame is another document's.
            if ('page' in at) {
              location.assign(at.page)
              return
            }
            const go = () =>
              void navigate(
                'settings' in at
                  ? settingsPath(user.unitType) + at.settings
                  : applicationHome(user, at.application) + at.fragment,
              )
            if (action === undefined) go()
            else showAction(action, go)
          },
        }),
      ),
    [held, applications, tools, language, navigate, user],
  )
}

/** The codes of the frame, and those of the applications when they have come. */
function useHeld(): ReadonlySet<string> {
  const ofFrame = use(PermissionContext)
  const { data } = useQuery(permissionsQuery(EVERY_APPLICATION))
  return useMemo(() => (data ? new Set([...ofFrame, ...data]) : ofFrame), [ofFrame, data])
}
