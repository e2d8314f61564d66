import './header.css'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { ApplicationMessage } from '../../micro-apps/application-message.ts'
import { personName } from '../../micro-apps/names.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { menuMaxWidth, type MenuContent } from '../menu/menu-content.ts'
import { TopMenu } from '../menu/TopMenu.tsx'
import { useWindowWidth } from '../use-layout.ts'
import { HeaderBar } from '../../ui/layout/HeaderBar.tsx'
import { headerLayout, titleSize } from './header-layout.ts'
import { SearchButton } from './SearchButton.tsx'
import { slotsOf, type HeaderTool, ToolRows } from './tools.tsx'
import Dots from '@phosphor-icons/core/regular/dots-three.svg?react'
import { useCallback, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useDismiss } from '../use-dismiss.ts'

type HeaderUser = Pick<
  SessionUser,
  'realName' | 'englishName' | 'unitName' | 'unitEnName' | 'unitType' | 'unitImgPath' | 'userType'
>

/**
 * The bar over every page: the unit, the application menu, search, the user, and the tools. Tools without room are behind the last button; on a phone
 * all are in PhoneBar.
 */
export function Header({
  user,
  application = {},
  menu,
  tools,
  whole = true,
}: {
  user: HeaderUser
  /** What the open application says of itself. */
  application?: Pick<ApplicationMessage, 'appName' | 'appShortOrName'>
  /** Null while the applications are unknown, or with the menu at the side. */
  menu: MenuContent | null
  tools: readonly HeaderTool[]
  whole?: boolean
}) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const width = useWindowWidth()
  const layout = headerLayout(width, tools.map(slotsOf))
  const rest = tools.slice(layout.tools)

  return (
    <HeaderBar
      logo={user.unitImgPath}
      name={unitNameIn(user, language)}
      nameSize={titleSize(width)}
      application={application.appShortOrName || application.appName}
    >
      {layout.form === 'bar' &&
        menu &&
        (whole ? (
          <TopMenu content={menu} availableWidth={layout.menu} maxWidth={menuMaxWidth(user)} />
        ) : (
          <div className="h-soon" />
        ))}
      {whole && (
        <div className="h-tools" role="group" aria-label={t('header.tools')}>
          {layout.welcome && <span className="h-welcome">{t('welcome', { name: personName(user, language) })}</span>}
          <SearchButton />
          {tools.slice(0, layout.tools).map(({ key, node, slots }) => (
            <span key={key} className="h-tool" data-slots={slots}>
              {node}
            </span>
          ))}
          {layout.form === 'bar' && rest.length > 0 && <MoreTools tools={rest} />}
        </div>
      )}
    </HeaderBar>
  )
}

/** The last button of the header: opens the tools that do not fit. */
function MoreTools({ tools }: { tools: readonly HeaderTool[] }) {
  const { t } = useTranslation('shell')
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const dismiss = useCallback((escaped: boolean) => {
    if (escaped) button.current?.focus()
    setOpen(false)
  }, [])
  useDismiss(area, open, dismiss)

  return (
    <div className="h-more" ref={area}>
      <IconButton
        ref={button}
        label={t('header.more')}
        svg={Dots}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="k-raised h-more__panel" id={panelId}>
          <ToolRows
            tools={tools}
            onLeave={() => {
              button.current?.focus()
              setOpen(false)
            }}
          />
        </div>
      )}
    </div>
  )
}
