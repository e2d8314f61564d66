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
import { textScale } from '../../ui/text-scale.ts'
import { headerLayout, headerWidth, titleSize } from './header-layout.ts'
import { SearchButton } from './SearchButton.tsx'
import { slotsOf, type HeaderTool, ToolRows } from './tools.tsx'
import { memo } from 'react'
import { OwnAvatar } from './OwnAvatar.tsx'
import { Popup } from '../../ui/dialog/Popup.tsx'

/**
 * The bar over every page: the unit, the application menu, search, and what is needed all the time. All other tools are in the person's menu, with
 * their names; on a phone all are in PhoneBar.
 */
export const Header = memo(function Header({
  user,
  application = {},
  menu,
  tools,
  onDesktop,
  whole = true,
}: {
  user: SessionUser
  /** What the open application says of itself. */
  application?: Pick<ApplicationMessage, 'appName' | 'appShortOrName'>
  /** Null while the applications are unknown, or with the menu at the side. */
  menu: MenuContent | null
  tools: readonly HeaderTool[]
  /** Whether the page itself shows the applications and greets: the search stands in their place then. */
  onDesktop: boolean
  whole?: boolean
}) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const width = headerWidth(useWindowWidth(), textScale())
  const bar = tools.filter(({ inMenu }) => !inMenu)
  const layout = headerLayout(width, bar.map(slotsOf))
  const isSearchInMiddle = layout.form === 'bar' && onDesktop
  const name = personName(user, language)

  return (
    <HeaderBar
      logo={user.unitImgPath}
      name={unitNameIn(user, language)}
      nameSize={titleSize(width)}
      application={application.appShortOrName || application.appName}
    >
      {isSearchInMiddle && <div className="h-middle">{whole && <SearchButton isField />}</div>}
      {layout.form === 'bar' &&
        !onDesktop &&
        menu &&
        (whole ? (
          <TopMenu content={menu} availableWidth={layout.menu} maxWidth={menuMaxWidth(user)} />
        ) : (
          <div className="h-soon" />
        ))}
      {whole && (
        <div className="h-tools" role="group" aria-label={t('header.tools')}>
          {layout.welcome && !onDesktop && (
            <span className="h-welcome" title={name}>
              {t('welcome', { name })}
            </span>
          )}
          {!isSearchInMiddle && <SearchButton isField={layout.hasField} />}
          {layout.form === 'bar' && (
            <>
              {bar.map(({ key, node, slots }) => (
                <span key={key} className="h-tool" data-slots={slots}>
                  {node}
                </span>
              ))}
              <PersonMenu user={user} name={name} tools={tools.filter(({ inMenu }) => inMenu)} />
            </>
          )}
        </div>
      )}
    </HeaderBar>
  )
})

/** The person's picture, which opens the other tools. */
function PersonMenu({
  user,
  name,
  tools,
}: {
  user: Pick<SessionUser, 'userImgPath' | 'sex'>
  name: string
  tools: readonly HeaderTool[]
}) {
  const { t } = useTranslation('shell')
  return (
    <Popup
      className="k-button k-button--icon"
      data-action="own-menu"
      aria-label={t('header.me')}
      title={t('header.me')}
      areaClass="h-more"
      panelClass="h-more__panel"
      align="end"
      renderPanel={(close) => (
        <>
          <p className="h-me">{name}</p>
          <ToolRows tools={tools} onLeave={close} />
        </>
      )}
    >
      <OwnAvatar picture={user.userImgPath} sex={user.sex} size={28} />
    </Popup>
  )
}
